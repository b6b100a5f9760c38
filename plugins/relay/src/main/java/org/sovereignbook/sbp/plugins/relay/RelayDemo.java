package org.sovereignbook.sbp.plugins.relay;

import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.plugins.demo.script.ScriptedDemo;
import picocli.CommandLine.Command;

/**
 * {@code sbp demo relay}: a laptop without an address joins a relay, and reads what a friend wrote
 * to it while it was asleep.
 */
@Command(name = "relay", description = "watch a relay hold the post of a laptop that sleeps")
@Prints(ScriptedDemo.Shown.class)
@Exit(code = ExitCode.FAILED, means = "a command did not do what the demo shows")
@Exit(code = ExitCode.REFUSED, means = "relays are off in the node here")
final class RelayDemo extends ScriptedDemo {
  RelayDemo() {
    super("relay");
  }
}
