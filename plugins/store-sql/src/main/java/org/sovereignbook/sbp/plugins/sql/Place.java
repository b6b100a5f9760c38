package org.sovereignbook.sbp.plugins.sql;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.node.NodeHome;

/** Places of nodes and processes, in words that differ between machines that share a database. */
public final class Place {
  private Place() {}

  /**
   * Returns the name of a node directory among all directories of all machines: host name and path.
   */
  public static String of(NodeHome home) {
    return host() + ":" + home.root();
  }

  /** Returns the name of this process among all processes. */
  public static String ofProcess() {
    return host() + " process " + ProcessHandle.current().pid();
  }

  /** Returns the host's name without asking the network for it. */
  private static String host() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/hostname"), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      return Optional.ofNullable(System.getenv("COMPUTERNAME"))
          .or(() -> Optional.ofNullable(System.getenv("HOSTNAME")))
          .orElseGet(Place::networkName);
    }
  }

  private static String networkName() {
    try {
      return java.net.InetAddress.getLocalHost().getHostName();
    } catch (java.net.UnknownHostException e) {
      return "localhost";
    }
  }
}
