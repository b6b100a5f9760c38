package org.sovereignbook.sbp.scheduler;

import org.sovereignbook.sbp.json.Words;

/** How a component's run ended. */
public enum Outcome {
  /** Exit code 0. */
  DONE,
  /** Exit code 3: there was nothing to do, which is no failure (CHOICES 10). */
  IDLE,
  /** Any other exit code, or the command could not be started. */
  FAILED,
  /** Ended, with all its processes, at its time limit. */
  TIMEOUT,
  /** Ended, with all its processes, because the tick was told to stop; runs again next tick. */
  INTERRUPTED;

  static final int IDLE_EXIT_CODE = 3;

  static Outcome ofExitCode(int code) {
    return switch (code) {
      case 0 -> DONE;
      case IDLE_EXIT_CODE -> IDLE;
      default -> FAILED;
    };
  }

  boolean isFailure() {
    return this == FAILED || this == TIMEOUT;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
