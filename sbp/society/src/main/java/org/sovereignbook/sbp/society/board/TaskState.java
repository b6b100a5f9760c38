package org.sovereignbook.sbp.society.board;

import org.sovereignbook.sbp.base.json.Words;

/** The state of a task (AGENT-STACK §4). */
public enum TaskState {
  /** No worker has it; it may wait for other tasks. */
  PENDING,
  /** One worker has it until its lease ends. */
  CLAIMED,
  /** Its result waits for reviewers. */
  REVIEW,
  COMPLETED,
  FAILED,
  CANCELLED;

  /** Returns whether the task has not ended. */
  public boolean isOpen() {
    return this == PENDING || this == CLAIMED || this == REVIEW;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
