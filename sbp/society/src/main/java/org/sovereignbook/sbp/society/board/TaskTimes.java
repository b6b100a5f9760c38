package org.sovereignbook.sbp.society.board;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Times of a task, taken from its attempts.
 *
 * @param claimedAt when its latest attempt began
 * @param completedAt when it ended, if it was completed
 * @param since when it got into its present state: added, given back, claimed, submitted or ended
 * @param tookSeconds from its first claim to its end, if it was claimed and has ended
 */
public record TaskTimes(
    Optional<Instant> claimedAt,
    Optional<Instant> completedAt,
    Instant since,
    Optional<Long> tookSeconds) {

  /** Attempts at one task, of which only times are needed. */
  record Attempts(
      Optional<Instant> firstStart,
      Optional<Instant> lastStart,
      Optional<Instant> lastSubmission,
      Optional<Instant> lastEnd) {
    static final Attempts NONE =
        new Attempts(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
  }

  static TaskTimes of(TaskRow row, Attempts attempts) {
    Optional<Instant> ended = row.finishedAt().filter(_ -> !row.state().isOpen());
    return new TaskTimes(
        attempts.lastStart(),
        row.finishedAt().filter(_ -> row.state() == TaskState.COMPLETED),
        since(row, attempts),
        ended.flatMap(
            end -> attempts.firstStart().map(start -> Duration.between(start, end).toSeconds())));
  }

  private static Instant since(TaskRow row, Attempts attempts) {
    Optional<Instant> since =
        switch (row.state()) {
          case PENDING -> attempts.lastEnd();
          case CLAIMED -> attempts.lastStart();
          case REVIEW -> attempts.lastSubmission();
          case COMPLETED, FAILED, CANCELLED -> row.finishedAt();
        };
    return since.orElse(row.createdAt());
  }
}
