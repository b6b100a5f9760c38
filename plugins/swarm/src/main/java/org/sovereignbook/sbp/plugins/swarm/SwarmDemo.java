package org.sovereignbook.sbp.plugins.swarm;

import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.plugins.demo.script.ScriptedDemo;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo swarm}: a lead and two scouts, each a process with a script for a model, answer
 * one question, and nobody else reads what they write; in a node of its own, by real commands.
 */
@Command(name = "swarm", description = "watch agents work for one goal")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
@Exit(code = ExitCode.REFUSED, means = "swarms are off in the node here")
final class SwarmDemo extends ScriptedDemo {
  SwarmDemo() {
    super("swarm");
  }
}
