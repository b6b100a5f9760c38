package org.sovereignbook.sbp.ops.demo;

import java.nio.file.Path;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo chat}: a conversation that goes on from process to process, and a branch of it.
 */
@Command(name = "chat", description = "watch a conversation that goes on")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
final class ChatDemo extends ScriptedDemo {
  ChatDemo() {
    super("chat");
  }

  @Override
  protected void prepare(Node node) {}

  @Override
  protected String lookInside(Path home) {
    return "sbp session tree main --home " + home;
  }

  @Override
  protected String next() {
    return "with your own node:  sbp chat";
  }
}
