package org.sovereignbook.sbp.plugins.demo.script;

import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo memory}: what one agent learned is found by another and does not exist for a
 * third.
 */
@Command(name = "memory", description = "watch agents share a memory")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.REFUSED, means = "demos are off in the node here")
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
public final class MemoryDemo extends ScriptedDemo {
  public MemoryDemo() {
    super("memory");
  }
}
