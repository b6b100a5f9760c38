package org.sovereignbook.sbp.node;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Advice on how to keep a node running on this machine. */
public final class ServiceAdvice {
  /** Present on machines with a service manager that {@code sbp service} knows. */
  private static final List<Path> MANAGERS =
      Stream.of("/run/systemd/system", "/usr/bin/crontab", "/bin/crontab").map(Path::of).toList();

  private ServiceAdvice() {}

  /**
   * Returns the command that keeps the node running: services where this machine has a service
   * manager, otherwise a process in the foreground.
   */
  public static String command(Node node) {
    boolean isOther = OperatingSystem.isWindows() || OperatingSystem.name().startsWith("Mac");
    return isOther || MANAGERS.stream().anyMatch(node.disk()::exists)
        ? "sbp service install"
        : "sbp up";
  }
}
