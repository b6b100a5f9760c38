package org.sovereignbook.sbp.scheduler;

import java.util.Locale;
import java.util.Optional;

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

  static Optional<Outcome> parse(String word) {
    for (Outcome outcome : values()) {
      if (outcome.toString().equals(word)) {
        return Optional.of(outcome);
      }
    }
    return Optional.empty();
  }

  boolean isFailure() {
    return this == FAILED || this == TIMEOUT;
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
