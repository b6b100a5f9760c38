package org.sovereignbook.sbp.cli.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.judgment.Job;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.peer.reader.Backlog;
import org.sovereignbook.sbp.peer.reader.PostprocessResult;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.feature.StepWork;
import org.sovereignbook.sbp.runtime.scheduler.Steps;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Store;

/**
 * Run of an agent with the steps before and after it, in one process: the same steps as those of
 * the scheduler's usual command, which ends at the first one with nothing to do. Used once.
 */
final class WholeRun {
  /** Time after which no further pass begins where there is something new to deliver. */
  private static final Duration PASSES = Duration.ofSeconds(5);

  /** Time after which no further pass begins at all. */
  private static final Duration ALL_PASSES = Duration.ofSeconds(30);

  /** Long enough for a command of the owner's to notice that it may begin. */
  private static final Duration OWNERS_TURN = Duration.ofMillis(250);

  private final Session session;
  private final Node node;
  private final Store store;
  private final ExclusiveStore.Pauses pauses;
  private final Backlog backlog = new Backlog();

  WholeRun(Session session, StepContext context) {
    this.session = session;
    this.node = context.node();
    this.store = context.store();
    this.pauses =
        context.given(ExclusiveStore.Pauses.class).stream()
            .findFirst()
            .orElse(ExclusiveStore.Pauses.NONE);
  }

  /** The agent's own part of a pass. */
  interface Judging {
    StepResult run() throws Exception;
  }

  /**
   * Runs the job and its steps.
   *
   * @param repeats whether to run them again while messages wait, because no call costs anything;
   *     asked after the first pass, since a step needs no backend
   */
  StepResult run(Job job, BooleanSupplier repeats, Judging judging) throws Exception {
    Instant end = now().plus(ALL_PASSES);
    Instant turn = now().plus(PASSES);
    int outgoing = store.outbox().pending().size();
    StepResult all = pass(job, judging);
    while (hasFinished(all) && repeats.getAsBoolean() && now().isBefore(end)) {
      if (!now().isBefore(turn)) {
        if (store.outbox().pending().size() > outgoing) {
          return all;
        }
        letOwnerWork();
        turn = now().plus(PASSES);
      }
      session.output().line(all.summary());
      StepResult next = pass(job, judging);
      if (next.idle()) {
        return all;
      }
      all = next;
    }
    return all;
  }

  private Instant now() {
    return node.clock().instant();
  }

  private void letOwnerWork() throws InterruptedException {
    try (ExclusiveStore.Pause _ = pauses.begin()) {
      Polling.pause(node.clock(), OWNERS_TURN);
    }
  }

  private static boolean hasFinished(StepResult result) {
    return result instanceof PostprocessResult post && post.items() > 0 && !post.waiting();
  }

  private StepResult pass(Job job, Judging judging) throws Exception {
    List<Step> steps =
        Steps.ALL.stream().filter(step -> step.component().name().equals(job.name())).toList();
    for (Step step : steps) {
      if (step.is(Step.Trait.BEFORE_AGENT)) {
        StepResult result = run(step);
        if (result.idle()) {
          return result;
        }
        session.output().line(result.summary());
      }
    }
    StepResult result = judging.run();
    for (Step step : steps) {
      if (!result.idle() && !step.is(Step.Trait.BEFORE_AGENT)) {
        session.output().line(result.summary());
        result = run(step);
      }
    }
    return result;
  }

  private StepResult run(Step step) throws Exception {
    try (StepContext context = session.context(node, store, false, Progress.NONE)) {
      context.give(Backlog.class, backlog);
      return StepWork.of(step, List.of()).on(context);
    }
  }
}
