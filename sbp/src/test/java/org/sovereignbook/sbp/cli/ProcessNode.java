package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.ops.demo.PackedProgram;

/**
 * A node of which each command is a process of its own, as an operator types it.
 *
 * @param folder the node's; the folder above it is the operator's home
 */
record ProcessNode(Path folder) {
  private static final int MAX_MINUTES = 5;

  /** Makes a node that takes messages on a port of the loopback. */
  static ProcessNode init(Path home, String name, int port) throws Exception {
    String _ =
        new ProcessNode(home)
            .runIn(
                home,
                List.of(
                    "init", name, "--local", "--llm", "builtin", "--port", String.valueOf(port)));
    return new ProcessNode(home.resolve(name));
  }

  private ProcessBuilder builder(Path home, List<String> words) {
    List<String> command = new ArrayList<>(List.of(PackedProgram.script().toString()));
    command.addAll(words);
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("HOME", home.toString());
    builder.environment().put("SBP_BUNDLED_PLUGINS", home.resolve("none").toString());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    return builder.redirectErrorStream(true);
  }

  private String runIn(Path home, List<String> words) throws Exception {
    File out = Files.createTempFile(home, "out", ".txt").toFile();
    Process process = builder(home, words).redirectOutput(out).start();
    assertThat(process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
    String said = Files.readString(out.toPath());
    assertThat(process.exitValue())
        .as(String.join(" ", words) + "\n" + said)
        .isIn(ExitCode.DONE.number(), ExitCode.NOTHING_TO_DO.number());
    return said;
  }

  /** Runs a command, which must end well, and returns its output and errors. */
  String run(String... words) throws Exception {
    return runIn(folder.toAbsolutePath().getParent(), List.of(words));
  }

  /** Runs a command with {@code --json} among its words. */
  JsonObject json(String... words) throws Exception {
    return (JsonObject) JsonReader.file(run(words).getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Starts a command that goes on until it is stopped; its output goes to a file beside the node.
   */
  Process start(String... words) throws IOException {
    Path home = folder.toAbsolutePath().getParent();
    File out = home.resolve(folder.getFileName() + ".log").toFile();
    return builder(home, List.of(words)).redirectOutput(out).start();
  }
}
