package org.sovereignbook.sbp.cli;

import java.util.List;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.Contract;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.ops.init.NodeAcceptance;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.runtime.feature.StepWork;
import org.sovereignbook.sbp.runtime.health.ClockRepair;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code sbp reader-pre}, {@code sbp maintain} …: runs one step of the node under the node's lock.
 */
abstract class StepCommand implements Subcommand {
  private final Step step;

  StepCommand(Step step) {
    this.step = step;
  }

  static Commands.Row row(Step step) {
    return new Commands.Row(
        step.command(),
        CommandGroup.STEPS,
        () -> step.is(Step.Trait.TAKES_NOW) ? new WithNow(step) : new Plain(step));
  }

  @Override
  public String description() {
    return step.description();
  }

  @Override
  public Contract contract() {
    return Contract.prints(step.result())
        .exit(ExitCode.NOTHING_TO_DO, "there was nothing to do")
        .holdsNode();
  }

  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) throws Exception {
    NodeAcceptance.require(session);
    return session.step(
        step.component().name(), now(), StepWork.of(step, List.of(ClockRepair::settle)));
  }

  /** Returns whether to run items that wait for their next attempt, too. */
  boolean now() {
    return false;
  }

  @Command
  static final class Plain extends StepCommand {
    @Mixin NodeOptions options = new NodeOptions();

    Plain(Step step) {
      super(step);
    }
  }

  @Command
  static final class WithNow extends StepCommand {
    @Option(names = "--now", description = "also what waits for its next attempt")
    boolean now;

    @Mixin NodeOptions options = new NodeOptions();

    WithNow(Step step) {
      super(step);
    }

    @Override
    boolean now() {
      return now;
    }
  }
}
