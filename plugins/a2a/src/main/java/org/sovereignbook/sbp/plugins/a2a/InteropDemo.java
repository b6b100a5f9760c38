package org.sovereignbook.sbp.plugins.a2a;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.frontend.command.Cleanup;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.demo.ScriptedDemo;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo interop}: a planner of ours gives a task to an agent in JavaScript, which speaks
 * A2A and is nothing of ours, and a reviewer of ours accepts its work.
 */
@Command(name = "interop", description = "watch an agent in JavaScript work for ours")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
@Exit(code = ExitCode.REFUSED, means = "A2A is off in the node here, or there is no Node.js")
final class InteropDemo extends ScriptedDemo {
  private static final String WORKER = "worker.mjs";

  InteropDemo() {
    super("interop");
  }

  /** Starts the agent, which ends when its input does: also when this program is killed. */
  @Override
  protected Map<String, String> beside(Session session, Path folder, Cleanup cleanup)
      throws IOException {
    Path file = Files.writeString(folder.resolve(WORKER), text(WORKER));
    Process worker;
    try {
      worker = new ProcessBuilder("node", file.toString()).start();
    } catch (IOException e) {
      throw CliException.refused(
          "the agent is written in JavaScript, and node is not on the PATH",
          "install Node.js 20 or newer");
    }
    cleanup.add(worker::destroyForcibly);
    return Map.of("URL", address(worker));
  }

  private static String address(Process worker) throws IOException {
    BufferedReader lines = worker.inputReader(StandardCharsets.UTF_8);
    return Optional.ofNullable(lines.readLine())
        .orElseThrow(
            () ->
                CliException.refused(
                    "the agent in JavaScript ended at once", "install Node.js 20 or newer"));
  }

  @Override
  protected void prepare(Node node) {}

  @Override
  protected String lookInside(Path home) {
    return "sbp a2a show counter --home " + home;
  }

  @Override
  protected String next() {
    return "with an agent of somebody else:  sbp a2a add URL";
  }
}
