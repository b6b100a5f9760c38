package org.sovereignbook.sbp.ops.demo;

import java.io.IOException;
import java.nio.file.Path;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo memory}: what one agent learned is found by another and does not exist for a
 * third.
 */
@Command(name = "memory", description = "watch agents share a memory")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
final class MemoryDemo extends ScriptedDemo {
  MemoryDemo() {
    super("memory");
  }

  @Override
  Runner runner(Session session, Children children) throws IOException {
    return children.node()::run;
  }

  @Override
  protected void prepare(Node node) {}

  @Override
  protected String lookInside(Path home) {
    return "sbp memory search --as ada release --home " + home;
  }

  @Override
  protected String next() {
    return "with agents of your own:  sbp mcp install claude --agent NAME";
  }
}
