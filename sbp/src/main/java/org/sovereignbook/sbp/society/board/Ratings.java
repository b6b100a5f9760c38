package org.sovereignbook.sbp.society.board;

import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;

/** Effects of attempts on the reputations of their workers. */
record Ratings(Transaction tx, TaskTable tasks, BoardPolicy policy) {

  /** Records the verdict on the current attempt, which still is the task's latest. */
  void settle(TaskRow task, Judgment judgment, ReviewGate.Verdict verdict) {
    if (judgment.verdict().isPresent()) {
      Reputation.in(tx).settle(ended(task, ending(task, verdict)), judgment);
    }
  }

  /**
   * Records an acceptance without a review. It counts only for a task of the owner: otherwise
   * agents could give each other tasks for the sake of their scores.
   */
  void accepted(TaskRow task) {
    if (task.principal().equals(Principal.OWNER)) {
      Reputation.in(tx).settle(ended(task, ending(task, ReviewGate.Verdict.ACCEPT)));
    }
  }

  /** Records an attempt that ended with an error, or whose lease has run out. */
  void failed(TaskRow task) {
    if (task.worker().isPresent()) {
      Reputation.in(tx).settle(ended(task, EndedAttempt.Ending.FAILED));
    }
  }

  private EndedAttempt.Ending ending(TaskRow task, ReviewGate.Verdict verdict) {
    int before = tasks.rejections(task, task.worker().orElseThrow());
    if (verdict == ReviewGate.Verdict.ACCEPT) {
      return before == 0 ? EndedAttempt.Ending.ACCEPTED : EndedAttempt.Ending.ACCEPTED_AFTER_REWORK;
    }
    return task.rejections() + 1 >= policy.maxRejections()
        ? EndedAttempt.Ending.EXHAUSTED
        : EndedAttempt.Ending.REJECTED;
  }

  private static Reputation.Ended ended(TaskRow task, EndedAttempt.Ending ending) {
    return new Reputation.Ended(
        task.id(),
        task.attempt(),
        task.worker().orElseThrow(),
        task.requiredRole().orElse(""),
        ending);
  }
}
