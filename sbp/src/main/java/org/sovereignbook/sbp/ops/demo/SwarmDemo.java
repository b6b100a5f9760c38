package org.sovereignbook.sbp.ops.demo;

import java.nio.file.Path;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Resources;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo swarm}: a lead and two scouts, each a process with a script for a model, answer
 * one question, and nobody else reads what they write; in a node of its own, by real commands.
 */
@Command(name = "swarm", description = "watch agents work for one goal")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
final class SwarmDemo extends ScriptedDemo {
  private static final String MODEL = "swarm-model.sh";

  SwarmDemo() {
    super("swarm");
  }

  @Override
  protected void prepare(Node node) {
    node.writeText(node.home().root().resolve(MODEL), Resources.text(SwarmDemo.class, MODEL));
  }

  @Override
  protected String lookInside(Path home) {
    return "sbp swarm status lanterns --home " + home;
  }

  @Override
  protected String next() {
    return "with models of your own:  sbp help swarm create";
  }
}
