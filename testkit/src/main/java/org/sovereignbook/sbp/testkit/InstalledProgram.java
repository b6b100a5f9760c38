package org.sovereignbook.sbp.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testing.RanCommands;

/**
 * A real sbp.jar as processes of their own, at home in one node that belongs to a user who has
 * nothing else: no plugin folder, no cache, no environment.
 *
 * @param jar sbp.jar
 * @param node the node directory; made when it is missing
 */
public record InstalledProgram(Path jar, Path node) {
  private static final long PATIENCE_SECONDS = 300;

  /** Exit code and output of a run. */
  public record Ran(int exit, String out, String err) {}

  public InstalledProgram {
    jar = jar.toAbsolutePath().normalize();
    node = node.toAbsolutePath().normalize();
  }

  /** Runs one command in the node directory and waits for its end. */
  public Ran run(String... arguments) throws InterruptedException {
    try {
      Files.createDirectories(node);
      Path user = Files.createDirectories(node.resolveSibling("user"));
      Path out = Files.createTempFile(user, "out", "");
      Path err = Files.createTempFile(user, "err", "");
      List<String> command = new ArrayList<>(new BuiltProgram(jar).command());
      command.addAll(List.of(arguments));
      ProcessBuilder builder =
          new ProcessBuilder(command)
              .directory(node.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile());
      Map<String, String> environment = builder.environment();
      environment.keySet().retainAll(List.of("PATH", "SystemRoot", "TEMP", "TMP"));
      environment.put("HOME", user.toString());
      environment.put(NodeHome.ACCEPT_VARIABLE, "1");
      environment.put("LC_ALL", "C.UTF-8");
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new AssertionError(command + " did not end");
      }
      Ran ran = new Ran(process.exitValue(), Files.readString(out), Files.readString(err));
      RanCommands.note(List.of(arguments), ran.exit(), ran.out(), ran.err());
      return ran;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
