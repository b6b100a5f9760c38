package org.sovereignbook.sbp.plugins.demo.script;

import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo chat}: a conversation that goes on from process to process, and a branch of it.
 */
@Command(name = "chat", description = "watch a conversation that goes on")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.REFUSED, means = "demos are off in the node here")
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
public final class ChatDemo extends ScriptedDemo {
  public ChatDemo() {
    super("chat");
  }
}
