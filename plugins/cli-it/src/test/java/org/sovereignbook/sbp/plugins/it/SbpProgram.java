package org.sovereignbook.sbp.plugins.it;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.testkit.BuiltProgram;

/**
 * The program as it is built, in a process of its own, with the plugins' jars beside it.
 *
 * @param environment all that it gets
 */
public record SbpProgram(Path folder, Map<String, String> environment) {
  /** Where the build puts it, if it was made. */
  public static final Path JAR = Path.of("../../sbp/target/sbp.jar").toAbsolutePath().normalize();

  private static final Path PLUGINS = Path.of("../target/bundled").toAbsolutePath().normalize();

  /** Whether program and plugin are built; they are in {@code mvn verify}. */
  static boolean isBuiltWith(String plugin) {
    return Files.isRegularFile(JAR) && Files.isRegularFile(PLUGINS.resolve(plugin + ".jar"));
  }

  /** Exit code of a command, with its output on both streams. */
  record Ended(int exit, String said) {}

  /** Runs a command to its end, which must be a good one, and gives what it printed. */
  String run(String... arguments) throws IOException, InterruptedException {
    Ended ended = runToAnyEnd(arguments);
    assertThat(ended.exit()).as("%s: %s", String.join(" ", arguments), ended.said()).isZero();
    return ended.said();
  }

  /** Runs a command to its end, a good one or not. */
  Ended runToAnyEnd(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(new BuiltProgram(JAR).command());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile(folder, "output", ".txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().clear();
    builder.environment().put(NodeHome.ACCEPT_VARIABLE, "1");
    builder.environment().putAll(environment);
    builder.environment().put("SBP_BUNDLED_PLUGINS", PLUGINS.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    int exit = process.waitFor();
    String said = Files.readString(output);
    Files.delete(output);
    return new Ended(exit, said);
  }
}
