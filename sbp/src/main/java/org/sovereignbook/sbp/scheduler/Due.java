package org.sovereignbook.sbp.scheduler;

import java.time.Duration;
import java.util.Optional;
import java.util.function.ToIntFunction;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * {@code pick_next_candidate} of IMPLEMENTATION §7, as a function of what is known at one moment.
 *
 * @param inboxCount how many messages wait
 * @param lineCount the lines of a file that is named relative to the node directory
 */
record Due(
    SchedulerConfig config,
    SchedulerState state,
    Attempts attempts,
    Timestamp now,
    int inboxCount,
    ToIntFunction<String> lineCount) {

  /** A component that runs next. */
  record Candidate(ComponentConfig component, Verdict.Run verdict) {}

  /** The first in order of priority that has a reason to run; empty when the tick is over. */
  Optional<Candidate> next() {
    for (ComponentConfig component : config.byPriority()) {
      if (verdict(component) instanceof Verdict.Run run) {
        return Optional.of(new Candidate(component, run));
      }
    }
    return Optional.empty();
  }

  Verdict verdict(ComponentConfig component) {
    if (!isIntervalOver(component) || attempts.contains(component.name())) {
      return early(component);
    }
    if (component.runIfFileExceedsLines().isPresent()) {
      ComponentConfig.LineThreshold wanted = component.runIfFileExceedsLines().get();
      int lines = lineCount.applyAsInt(wanted.file());
      if (lines < wanted.threshold()) {
        return new Verdict.Wait(
            wanted.file() + " has " + lines + " of " + wanted.threshold() + " lines",
            nextDue(component));
      }
    }
    return new Verdict.Run(Verdict.Trigger.INTERVAL, intervalSentence(component));
  }

  /** The reasons to run before the interval is over. */
  private Verdict early(ComponentConfig component) {
    boolean wakes = component.runIfInboxNonempty() && inboxCount > 0;
    if (wakes && attempts.inboxMayTrigger(component.name(), inboxCount)) {
      return new Verdict.Run(
          Verdict.Trigger.INBOX,
          inboxCount == 1 ? "1 message waits" : inboxCount + " messages wait");
    }
    if (state.triggered().contains(component.name())) {
      return new Verdict.Run(
          Verdict.Trigger.RUN_AFTER,
          "after " + String.join(" or ", component.runAfter()) + " has run");
    }
    String why =
        attempts.contains(component.name())
            ? "has run in this tick"
            : "its interval of " + component.intervalMinutes() + " minutes is not over";
    return new Verdict.Wait(why, nextDue(component));
  }

  private boolean isIntervalOver(ComponentConfig component) {
    Timestamp last = state.lastRun().get(component.name());
    return last == null
        || Duration.between(last.instant(), now.instant()).compareTo(component.interval()) >= 0;
  }

  private Optional<Timestamp> nextDue(ComponentConfig component) {
    return Optional.ofNullable(state.lastRun().get(component.name()))
        .map(last -> last.plus(component.interval()));
  }

  private String intervalSentence(ComponentConfig component) {
    Timestamp last = state.lastRun().get(component.name());
    return last == null
        ? "it has never run"
        : "its interval of " + component.intervalMinutes() + " minutes is over, last run " + last;
  }
}
