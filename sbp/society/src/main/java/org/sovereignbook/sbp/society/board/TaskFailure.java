package org.sovereignbook.sbp.society.board;

import org.sovereignbook.sbp.base.json.Words;

/** The reason why a task failed; its flag reads, for example, {@code failed:dependency}. */
enum TaskFailure {
  /** The worker reported failure. */
  WORKER,
  /** The owner failed it. */
  OWNER,
  /** A blocker failed or was cancelled. */
  DEPENDENCY,
  /** Its result was not submitted in time. */
  DEADLINE,
  /** Its attempts were rejected too often. */
  REVIEW,
  /** Its claims expired too often. */
  EXPIRED;

  @Override
  public String toString() {
    return Words.of(this);
  }
}
