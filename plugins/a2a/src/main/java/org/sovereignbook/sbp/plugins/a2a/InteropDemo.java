package org.sovereignbook.sbp.plugins.a2a;

import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.plugins.demo.script.ScriptedDemo;
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
  InteropDemo() {
    super("interop");
  }
}
