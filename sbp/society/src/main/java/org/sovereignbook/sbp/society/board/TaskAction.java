package org.sovereignbook.sbp.society.board;

import java.util.Set;
import org.sovereignbook.sbp.base.json.Words;

/**
 * The actions on a task: the states in which each is allowed, the state that it leads to, and the
 * name of its event, such as {@code task.claimed}. Any other transition is refused.
 */
enum TaskAction {
  CREATE("created", TaskState.PENDING),
  CLAIM("claimed", TaskState.CLAIMED, TaskState.PENDING),
  RENEW("renewed", TaskState.CLAIMED, TaskState.CLAIMED),
  SUBMIT("submitted", TaskState.REVIEW, TaskState.CLAIMED),
  /** The review gate accepted the result, or no reviewer was asked; TaskCompleted in the seed. */
  COMPLETE("completed", TaskState.COMPLETED, TaskState.CLAIMED, TaskState.REVIEW),
  /** The score was below the gate, and the task returns to its worker. */
  REJECT("rejected", TaskState.CLAIMED, TaskState.REVIEW),
  /** The score was below the gate, the worker is gone, and the task returns to the board. */
  REJECT_TO_BOARD("rejected", TaskState.PENDING, TaskState.REVIEW),
  /** The lease has ended, or the worker released the claim. */
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

  @SuppressWarnings("ImmutableEnumChecker") // Made by Set.of.
  private final Set<TaskState> from;

  TaskAction(String past, TaskState to, TaskState... from) {
    this.past = past;
    this.to = to;
    this.from = Set.of(from);
  }

  public boolean isAllowedFrom(TaskState state) {
    return from.contains(state);
  }

  /** Returns the state after the action. */
  public TaskState to() {
    return to;
  }

  /** Returns the past participle of the action, such as {@code claimed}. */
  public String past() {
    return past;
  }

  /** Returns the kind of its event. */
  String kind() {
    return "task." + past;
  }

  @Override
  public String toString() {
    return Words.hyphenated(this);
  }
}
