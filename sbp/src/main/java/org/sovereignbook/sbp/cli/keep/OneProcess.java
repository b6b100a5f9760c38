package org.sovereignbook.sbp.cli.keep;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.ops.init.Launcher;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.scheduler.CommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.Steps;

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
    List<Step> steps =
        Steps.ALL.stream().filter(step -> step.component().equals(component)).toList();
    return component.is(Component.Trait.AGENT)
        && !steps.isEmpty()
        && line.equals(Steps.command(component))
        && steps.stream().allMatch(this::isLauncher);
  }

  private boolean isLauncher(Step step) {
    return node.readText(node.home().scripts().resolve(step.script()))
        .equals(Optional.of(new Launcher(step).text()));
  }
}
