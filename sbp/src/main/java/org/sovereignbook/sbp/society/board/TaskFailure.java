package org.sovereignbook.sbp.society.board;

import org.sovereignbook.sbp.base.json.Words;

/** Why a task failed; a flag of it reads {@code failed:dependency}. */
enum TaskFailure {
  /** Its worker said so. */
  WORKER,
  /** The owner said so. */
  OWNER,
  /** A task that it waited for failed or was cancelled. */
  DEPENDENCY,
  /** It was not submitted in time. */
  DEADLINE,
  /** Its attempts were rejected too often. */
  REVIEW,
  /** Its claims ran out too often. */
  EXPIRED;

  @Override
  public String toString() {
    return Words.of(this);
  }
}
