package org.sovereignbook.sbp.society.board;

import java.util.Set;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Everything that can happen to a task: from which states it may, which state it leads to, and how
 * the event is called that tells it ({@code task.claimed}). What is not here does not happen.
 */
enum TaskAction {
  CREATE("created", TaskState.PENDING),
  CLAIM("claimed", TaskState.CLAIMED, TaskState.PENDING),
  RENEW("renewed", TaskState.CLAIMED, TaskState.CLAIMED),
  SUBMIT("submitted", TaskState.REVIEW, TaskState.CLAIMED),
  /** The gate lets it pass, or nobody was to review it; TaskCompleted in the seed's words. */
  COMPLETE("completed", TaskState.COMPLETED, TaskState.CLAIMED, TaskState.REVIEW),
  /** Below the gate: back to the worker that did it. */
  REJECT("rejected", TaskState.CLAIMED, TaskState.REVIEW),
  /** Below the gate, and that worker is gone: back to the board. */
  REJECT_TO_BOARD("rejected", TaskState.PENDING, TaskState.REVIEW),
  /** The lease is over, or its worker gave it back. */
  EXPIRE("expired", TaskState.PENDING, TaskState.CLAIMED),
  FAIL("failed", TaskState.FAILED, TaskState.PENDING, TaskState.CLAIMED, TaskState.REVIEW),
  CANCEL(
      "cancelled",
      TaskState.CANCELLED,
      TaskState.PENDING,
      TaskState.CLAIMED,
      TaskState.REVIEW,
      TaskState.FAILED),
  RETRY("retried", TaskState.PENDING, TaskState.FAILED, TaskState.CANCELLED);

  private final String past;
  private final TaskState to;

  @SuppressWarnings("ImmutableEnumChecker") // Set.of makes it.
  private final Set<TaskState> from;

  TaskAction(String past, TaskState to, TaskState... from) {
    this.past = past;
    this.to = to;
    this.from = Set.of(from);
  }

  public boolean isAllowedFrom(TaskState state) {
    return from.contains(state);
  }

  /** The state that it leads to. */
  public TaskState to() {
    return to;
  }

  /** What has happened then, in a word. */
  public String past() {
    return past;
  }

  /** The kind of its event. */
  String kind() {
    return "task." + past;
  }

  @Override
  public String toString() {
    return Words.hyphenated(this);
  }
}
