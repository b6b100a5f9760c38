package org.sovereignbook.sbp.society.board;

import org.sovereignbook.sbp.base.json.Words;

/** Where a task stands (AGENT-STACK §4). */
public enum TaskState {
  /** Nobody works on it; it may wait for other tasks. */
  PENDING,
  /** One worker has it, until its lease ends. */
  CLAIMED,
  /** Its result waits for reviewers. */
  REVIEW,
  COMPLETED,
  FAILED,
  CANCELLED;

  /** Whether something will still happen to it by itself. */
  public boolean isOpen() {
    return this == PENDING || this == CLAIMED || this == REVIEW;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
