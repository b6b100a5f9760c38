package org.sovereignbook.sbp.society.board;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Withdrawal;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.FeaturePart;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;

/**
 * The ways in which tasks end, and the effects on their dependents. Every end of a task passes
 * through this class. Every task that is added either ends, or waits for an agent or person that
 * can be named.
 */
record Outcomes(Transaction tx, TaskTable tasks, BoardPolicy policy) {
  /** Accepts the result for good. Dependents that wait for no other task become ready. */
  void complete(TaskRow task, Authority by) {
    new LastResult(tx).publish(task, by);
    complete(task, "accepted", new Move(task, TaskAction.COMPLETE), by);
  }

  /** Completes the task by the owner's decision, even while a worker has it. */
  void overrule(TaskRow task, Authority by) {
    complete(task, "overruled", new Move(task, TaskAction.COMPLETE).newFence(), by);
  }

  private void complete(TaskRow task, String ending, Move move, Authority by) {
    tasks.endAttempt(task, ending, Optional.empty());
    move.store(tx, tx.nowMs());
    for (TaskRow waiting : tasks.waitingFor(task.id())) {
      tx.update("UPDATE task SET open_blockers = open_blockers - 1 WHERE id = ?", waiting.id());
    }
    tasks.emit(
        task,
        TaskAction.COMPLETE.kind(),
        TaskAction.COMPLETE.past(),
        by,
        JsonObject.builder()
            .put("attempt", task.attempt())
            .put("fence", task.fence())
            .put("hook", "TaskCompleted")
            .build());
    ended(task, TaskState.COMPLETED, Optional.empty());
    endWorker(task);
  }

  private void ended(TaskRow task, TaskState state, Optional<String> reason) {
    TaskEnd end = new TaskEnd(task, state, reason);
    for (BoardFeature feature : tx.features().of(BoardFeature.class)) {
      FeaturePart.run(feature, () -> feature.ended(tx, end));
    }
  }

  /** Ends an agent that exists only for this task, unless it holds another task. */
  private void endWorker(TaskRow task) {
    Optional<AgentId> agent = task.worker().flatMap(Principal::agentId).map(AgentId::parse);
    if (agent.isPresent() && !isBusy(task.worker().get())) {
      Lifecycle.taskCompleted(tx, agent.get(), task.workerEpoch());
    }
  }

  private boolean isBusy(Principal worker) {
    return tx.exists(
        "SELECT 1 FROM task WHERE worker = ? AND state IN ('claimed', 'review')", worker.text());
  }

  /** Fails the task and every dependent that cannot continue without it. */
  void fail(TaskRow task, TaskFailure why, Optional<String> reason, Authority by) {
    tasks.endAttempt(task, "failed", reason);
    end(task, new Move(task, TaskAction.FAIL).because(why), TaskAction.FAIL, by);
    ended(task, TaskState.FAILED, reason.or(() -> Optional.of(why.toString())));
    cascade(task);
  }

  /** Cancels the task. */
  void cancel(TaskRow task, Optional<String> reason, Authority by) {
    tasks.endAttempt(task, "cancelled", reason);
    end(task, new Move(task, TaskAction.CANCEL), TaskAction.CANCEL, by);
    ended(task, TaskState.CANCELLED, reason);
    if (task.state().isOpen()) {
      cascade(task);
    }
  }

  /**
   * Reopens a failed or cancelled task, and every task that failed with it.
   *
   * @return how many others
   */
  int retry(TaskRow task, Authority by) {
    List<String> lost = lostBlockers(task);
    if (!lost.isEmpty() && !task.conditions().keepWaiting()) {
      throw SocietyException.refused(
          "blocked",
          "the task " + task.id() + " waits for what has ended without a result",
          lost.stream().map(id -> "first:  sbp task retry " + id).toArray(String[]::new));
    }
    Deque<TaskRow> ahead = new ArrayDeque<>(List.of(task));
    int retried = -1;
    while (!ahead.isEmpty()) {
      TaskRow next = tasks.lock(ahead.pop().id());
      if (next.id().equals(task.id()) || failedWithAnother(next)) {
        retryAlone(next, by);
        retried++;
        ahead.addAll(tasks.waitingFor(next.id()));
      }
    }
    return retried;
  }

  private void retryAlone(TaskRow task, Authority by) {
    boolean isLate = task.isLate(tx.now());
    if (isLate) {
      tx.update("UPDATE task SET deadline_ms = NULL WHERE id = ?", task.id());
    }
    Move move = new Move(isLate ? tasks.lock(task.id()) : task, TaskAction.RETRY);
    end(task, move.withoutCounts(), TaskAction.RETRY, by);
  }

  private boolean failedWithAnother(TaskRow task) {
    return task.state() == TaskState.FAILED
        && task.failure().filter(TaskFailure.DEPENDENCY.toString()::equals).isPresent()
        && lostBlockers(task).isEmpty();
  }

  /** Returns the task's blockers that have failed or were cancelled. */
  private List<String> lostBlockers(TaskRow task) {
    return tx.texts(
        "SELECT id FROM task WHERE id IN (SELECT blocked_by FROM blocker WHERE task = ?)"
            + " AND state IN ('failed', 'cancelled') ORDER BY number",
        task.id());
  }

  private void end(TaskRow task, Move move, TaskAction action, Authority by) {
    move.newFence().store(tx, tx.nowMs());
    tasks.emit(task, action, move.fence(), by);
    if (!action.to().isOpen()) {
      new Withdrawal(tx).ofTask(task.id(), action.to().toString());
    }
  }

  /** Works without recursion: a chain of tasks may be deeper than the stack. */
  private void cascade(TaskRow failed) {
    Deque<TaskRow> ahead = new ArrayDeque<>(tasks.waitingFor(failed.id()));
    while (!ahead.isEmpty()) {
      TaskRow task = ahead.pop();
      if (tasks.lock(task.id()).state() == TaskState.PENDING && !task.conditions().keepWaiting()) {
        Move move = new Move(task, TaskAction.FAIL).because(TaskFailure.DEPENDENCY);
        end(task, move, TaskAction.FAIL, Authority.SYSTEM);
        ended(task, TaskState.FAILED, Optional.of(TaskFailure.DEPENDENCY.toString()));
        ahead.addAll(tasks.waitingFor(task.id()));
      }
    }
  }

  /** Decides on the submitted result if that is possible now. */
  ReviewGate.Verdict judge(TaskRow task, boolean isOver, Authority by) {
    List<TaskTable.Score> scores = tasks.scores(task);
    if (scores.size() < tasks.requested(task) && !isOver) {
      return ReviewGate.Verdict.WAIT;
    }
    Judgment all = judgment(task, scores);
    if (!isOver && new Escalation(tx, tasks, policy).asksMore(task, all)) {
      return ReviewGate.Verdict.WAIT;
    }
    List<TaskTable.Score> byOthers =
        scores.stream().filter(score -> !score.chosenByWorker()).toList();
    ReviewGate.Verdict verdict =
        policy.gate().judge(all.verdict(), judgment(task, byOthers).verdict());
    ratings().settle(task, all, verdict);
    if (verdict == ReviewGate.Verdict.ACCEPT) {
      complete(task, by);
    } else {
      reject(task, by);
    }
    return verdict;
  }

  private Judgment judgment(TaskRow task, List<TaskTable.Score> scores) {
    return Reputation.in(tx)
        .judge(task.worker().orElseThrow(), scores.stream().map(TaskTable.Score::score).toList());
  }

  private Ratings ratings() {
    return new Ratings(tx, tasks, policy);
  }

  /** Accepts a result that nobody reviews. */
  void acceptUnreviewed(TaskRow task, Authority by) {
    ratings().accepted(task);
    complete(task, by);
  }

  /** Fails the task on behalf of its worker, which counts as an error of it. */
  void giveUp(TaskRow task, Optional<String> reason, Authority by) {
    ratings().failed(task);
    fail(task, TaskFailure.WORKER, reason, by);
  }

  private void reject(TaskRow task, Authority by) {
    tasks.endAttempt(task, "rejected", Optional.empty());
    if (task.tally().rejections() + 1 >= policy.maxRejections()) {
      tasks.emit(task, TaskAction.REJECT, task.attempt(), by);
      Move move = new Move(task, TaskAction.FAIL).rejectedOnceMore().because(TaskFailure.REVIEW);
      end(task, move, TaskAction.FAIL, Authority.SYSTEM);
      ended(task, TaskState.FAILED, Optional.of(TaskFailure.REVIEW.toString()));
      cascade(task);
      return;
    }
    giveAgain(task, task.worker().orElseThrow());
    tasks.emit(task, TaskAction.REJECT, task.attempt(), by);
  }

  /** Gives a rejected task to its worker again, or to the board if that is gone. */
  private void giveAgain(TaskRow task, Principal worker) {
    if (!WorkerNames.isAlive(tx, worker, task.workerEpoch())) {
      new Move(task, TaskAction.REJECT_TO_BOARD)
          .rejectedOnceMore()
          .withoutWorker()
          .newFence()
          .store(tx, tx.nowMs());
      return;
    }
    Move move =
        new Move(task, TaskAction.REJECT)
            .rejectedOnceMore()
            .newAttempt(worker, task.workerEpoch(), tx.nowMs() + policy.leaseMs())
            .returned();
    move.store(tx, tx.nowMs());
    tasks.beginAttempt(task.id(), move.attempt(), worker, task.workerEpoch(), move.fence());
  }

  /** Releases the claim without a result; counts neither an expiry nor a rejection. */
  void release(TaskRow task, Authority by) {
    tasks.endAttempt(task, "released", Optional.empty());
    new Move(task, TaskAction.EXPIRE).withoutWorker().newFence().store(tx, tx.nowMs());
    tasks.emit(task, TaskAction.EXPIRE, task.attempt(), by);
  }

  /** Ends a claim whose lease has passed. */
  void expire(TaskRow task) {
    tasks.endAttempt(task, "expired", Optional.empty());
    if (task.tally().expiries() + 1 >= policy.maxExpiries()) {
      tasks.emit(task, TaskAction.EXPIRE, task.attempt(), Authority.SYSTEM);
      Move move = new Move(task, TaskAction.FAIL).expiredOnceMore().because(TaskFailure.EXPIRED);
      end(task, move, TaskAction.FAIL, Authority.SYSTEM);
      ended(task, TaskState.FAILED, Optional.of(TaskFailure.EXPIRED.toString()));
      cascade(task);
      return;
    }
    new Move(task, TaskAction.EXPIRE)
        .expiredOnceMore()
        .withoutWorker()
        .newFence()
        .store(tx, tx.nowMs());
    tasks.emit(task, TaskAction.EXPIRE, task.attempt(), Authority.SYSTEM);
    ended(task, TaskState.PENDING, Optional.empty());
  }

  /** Returns a task to the board that its peer refused, or that was withdrawn from the peer. */
  void giveBack(TaskRow task, String ending, Optional<String> reason, Authority by) {
    tasks.endAttempt(task, ending, reason);
    new Move(task, TaskAction.EXPIRE).withoutWorker().newFence().store(tx, tx.nowMs());
    tasks.emit(task, "task.returned", "returned:" + task.attempt(), by, JsonObject.empty());
  }
}
