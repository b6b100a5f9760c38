package org.sovereignbook.sbp.ops.install;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.frontend.command.JBangProgram;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.node.UserFolders;

/**
 * The main class for JBang: installs the program that JBang has built, once per build, and runs its
 * launcher. A node, its timer and its services therefore never need JBang again, and a command
 * behaves the same however it was started.
 */
public final class JBangMain {
  private JBangMain() {}

  public static void main(String[] arguments) {
    System.exit(run(System.getenv(), arguments));
  }

  private static int run(Map<String, String> environment, String... arguments) {
    try {
      Path data =
          UserFolders.of(environment)
              .data()
              .orElseThrow(() -> new IOException("this account has no home folder; set HOME"));
      Path launcher = program(data, environment).launcher();
      return handOver(launcher, arguments);
    } catch (IOException e) {
      System.err.println("sbp: cannot put the program in place: " + e.getMessage());
      return 1;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 1;
    }
  }

  private static ProgramFolder program(Path data, Map<String, String> environment) {
    List<Path> classPath =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList();
    return new ProgramFolder(
        data,
        classPath,
        Path.of(System.getProperty("java.home")),
        Optional.ofNullable(environment.get(JBangProgram.VARIABLE)).map(Path::of),
        System.err::println);
  }

  /** Runs the launcher with this process's streams. Returns its exit code. */
  private static int handOver(Path launcher, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    Stream.concat(Stream.of(launcher.toString()), Stream.of(arguments)).forEach(command::add);
    // Not a Subprocess, because it inherits the streams and the environment of this process.
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    builder.environment().remove(World.LAUNCHER_VARIABLE);
    Process process = Subprocess.started(builder);
    Runnable end = () -> ProcessTree.end(process.toHandle(), ProcessTree.GRACE.multipliedBy(6));
    try (AtExit _ = AtExit.run("end of sbp", end)) {
      return process.waitFor();
    }
  }
}
