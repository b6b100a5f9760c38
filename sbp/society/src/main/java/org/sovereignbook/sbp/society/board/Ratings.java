package org.sovereignbook.sbp.society.board;

import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.FeaturePart;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ReputationFeature;

/** Effects of attempts on the reputations of their workers. */
record Ratings(Transaction tx, TaskTable tasks, BoardPolicy policy) {

  /** Records the verdict on the current attempt, which still is the task's latest. */
  void settle(TaskRow task, Judgment judgment, ReviewGate.Verdict verdict) {
    if (judgment.verdict().isPresent()) {
      change(task, ended(task, ending(task, verdict)), judgment);
    }
  }

  /**
   * Records an acceptance without a review. It counts only for a task of the owner: otherwise
   * agents could give each other tasks for the sake of their scores.
   */
  void accepted(TaskRow task) {
    if (task.principal().equals(Principal.OWNER)) {
      change(task, ended(task, ending(task, ReviewGate.Verdict.ACCEPT)), Judgment.NONE);
    }
  }

  /**
   * Records an attempt that its worker gave up. A lease that ran out is no error: its process may
   * have been killed.
   */
  void failed(TaskRow task) {
    if (task.worker().isPresent()) {
      change(task, ended(task, EndedAttempt.Ending.FAILED), Judgment.NONE);
    }
  }

  /**
   * Records an attempt, lets features look at its worker, and mails the owner when that gets into
   * an alarming state.
   */
  private void change(TaskRow task, Reputation.Ended ended, Judgment judgment) {
    Reputation reputation = Reputation.in(tx);
    AgentStanding.State before = reputation.standing(ended.worker()).state();
    reputation.settle(ended, judgment);
    AgentStanding now = reputation.standing(ended.worker());
    for (ReputationFeature feature : tx.features().of(ReputationFeature.class)) {
      FeaturePart.of(feature, () -> feature.rated(tx, ended.worker()))
          .forEach(text -> notifyOwner(task, text));
    }
    if (now.state() != before && now.state().isAlarming()) {
      String name = new WorkerNames(tx).name(ended.worker());
      notifyOwner(
          task,
          "The reputation of %s is %.1f of 100 (%s). Each signal:  sbp team why %s"
              .formatted(name, now.scores().composite(), now.state(), name));
    }
  }

  private void notifyOwner(TaskRow task, String text) {
    boolean _ = Sending.notify(tx, tasks.caused(task, Authority.SYSTEM), Principal.OWNER, text);
  }

  private EndedAttempt.Ending ending(TaskRow task, ReviewGate.Verdict verdict) {
    int before = tasks.rejections(task, task.worker().orElseThrow());
    if (verdict == ReviewGate.Verdict.ACCEPT) {
      return before == 0 ? EndedAttempt.Ending.ACCEPTED : EndedAttempt.Ending.ACCEPTED_AFTER_REWORK;
    }
    return task.tally().rejections() + 1 >= policy.maxRejections()
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
