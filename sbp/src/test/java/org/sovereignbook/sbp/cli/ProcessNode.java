package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.ops.install.PackedProgram;

/**
 * A node whose servers are processes, on the files and the clock that its commands share with them.
 *
 * @param folder the node's; the folder above it is the operator's home
 */
record ProcessNode(Path folder) {
  /** Makes a node that takes messages on a port of the loopback. */
  static ProcessNode init(Path home, String name, int port) {
    String _ =
        run(
            cli(home, home),
            "init",
            name,
            "--local",
            "--llm",
            "builtin",
            "--port",
            String.valueOf(port));
    return new ProcessNode(home.resolve(name));
  }

  private static CliTest cli(Path home, Path folder) {
    return CliTest.in(folder)
        .with("HOME", home.toString())
        .with(Session.BUSY_WAIT_VARIABLE, "60")
        .inRealTime();
  }

  private static String run(CliTest cli, String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit())
        .as(String.join(" ", words) + "\n" + ran.out() + ran.err())
        .isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    return ran.out() + ran.err();
  }

  private Path home() {
    return folder.toAbsolutePath().getParent();
  }

  /** Runs a command, which must end well, and returns its output and errors. */
  String run(String... words) {
    return run(cli(home(), folder), words);
  }

  /** Runs a command with {@code --json} among its words. */
  JsonObject json(String... words) {
    CliTest.Ran ran = cli(home(), folder).run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran.json();
  }

  /**
   * Starts a command that goes on until it is stopped; its output goes to a file beside the node.
   */
  Process start(String... words) throws IOException {
    List<String> command = new ArrayList<>(List.of(PackedProgram.script().toString()));
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("HOME", home().toString());
    builder.environment().put("SBP_BUNDLED_PLUGINS", home().resolve("none").toString());
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    File out = home().resolve(folder.getFileName() + ".log").toFile();
    return builder.redirectErrorStream(true).redirectOutput(out).start();
  }
}
