package org.sovereignbook.sbp.runtime.scheduler;

import java.util.Optional;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * One run of one component.
 *
 * @param why one sentence for a person
 * @param exitCode empty when the command did not end by itself
 */
public record ComponentRun(
    String component,
    Trigger trigger,
    String why,
    Status outcome,
    Optional<Integer> exitCode,
    Timestamp startedAt,
    long durationSeconds) {

  /** The trigger of a run. */
  public enum Trigger {
    INTERVAL,
    INBOX,
    RUN_AFTER
  }

  /** The end of a run. */
  public enum Status {
    /** Exit code 0. */
    DONE,
    /** Exit code 3: nothing to do, which is no failure (CHOICES 10). */
    IDLE,
    /** Any other exit code, or the command could not be started. */
    FAILED,
    /** The process tree was killed at its time limit. */
    TIMEOUT,
    /** The process tree was killed because the tick was stopped; runs again in the next tick. */
    INTERRUPTED;

    private static final int IDLE_EXIT_CODE = 3;

    /** Avoids a switch over patterns, because the first one in a process generates classes. */
    static Status of(CommandRunner.CommandResult exit) {
      if (exit instanceof CommandRunner.CommandResult.Exited exited) {
        return exited.code() == 0 ? DONE : exited.code() == IDLE_EXIT_CODE ? IDLE : FAILED;
      }
      return exit instanceof CommandRunner.CommandResult.TimedOut ? TIMEOUT : FAILED;
    }

    boolean isFailure() {
      return this == FAILED || this == TIMEOUT;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns one line for a person. */
  @Override
  public String toString() {
    String code =
        outcome == Status.FAILED && exitCode.isPresent()
            ? " (exit code " + exitCode.get() + ")"
            : "";
    return component + ": " + outcome + code + " in " + durationSeconds + " s";
  }
}
