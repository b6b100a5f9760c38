package org.sovereignbook.sbp.cli.keep;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.Launcher;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner;

/**
 * Runner that gives the usual chain of an agent and its steps to one process, which does the same.
 * A chain that the operator has changed runs as it is written, and so does one with a step that is
 * no launcher of this program.
 */
record OneProcess(Node node, CommandRunner shell) implements CommandRunner {
  @Override
  public CommandResult run(Command command) throws InterruptedException {
    return shell.run(
        Component.ALL.stream()
            .filter(component -> isUsual(component, command.line()))
            .findFirst()
            .map(
                component ->
                    new Command(
                        "\"$SBP\" agent run " + component + " --steps",
                        command.folder(),
                        command.environment(),
                        command.timeLimit(),
                        command.output()))
            .orElse(command));
  }

  private boolean isUsual(Component component, String line) {
    return component.is(Component.Trait.AGENT) && Launcher.areUsual(node, component, line);
  }
}
