package org.sovereignbook.sbp.society.board;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * The task board within one transaction (AGENT-STACK §4, §6, §8). Every action first applies
 * deadlines that have passed to its task. Every refusal is a {@link SocietyException} with a code:
 * {@code unknown-task}, {@code stale-claim}, {@code invalid_transition}, {@code not-ready}. Not
 * thread-safe.
 */
public final class Board {
  /** Most overdue tasks that a call settles before its own work. */
  private static final int MAX_SETTLED_ON_THE_WAY = 100;

  private static final int MOST_QUESTIONS = 50;

  private final Transaction tx;
  private final BoardPolicy policy;
  private final TaskTable tasks;
  private final Outcomes outcomes;
  private final Deadlines deadlines;
  private final Claims claims;
  private final Reviews reviews;

  private Board(Transaction tx) {
    this.tx = tx;
    this.policy = BoardPolicy.of(tx.node().config());
    this.tasks = new TaskTable(tx);
    this.outcomes = new Outcomes(tx, tasks, policy);
    this.deadlines = new Deadlines(tx, tasks, outcomes, policy);
    this.claims = new Claims(tx, tasks, policy);
    this.reviews = new Reviews(tx, tasks, policy, outcomes);
  }

  public static Board in(Transaction tx) {
    return new Board(tx);
  }

  /**
   * Adds all tasks of a plan or none.
   *
   * @param source the event that caused it
   * @return their ids in the plan's order
   */
  public List<String> add(Plan plan, Worker by, Optional<String> source) {
    return new PlannedTasks(tx, tasks, policy).add(plan, by.authority(), source);
  }

  /**
   * Adds a task that another node asks for. Only workers that take offers may claim it.
   *
   * @param theirs the id by which the other node knows it
   * @param by the authority of the other node
   * @param source the event that caused it
   * @return its id
   */
  public String addFor(
      PublicKey peer, String theirs, PlannedTask task, Authority by, Optional<String> source) {
    String id = add(Plan.of(List.of(task)), Worker.peer(by, Optional.empty()), source).getFirst();
    tx.update(
        "UPDATE task SET origin_peer = ?, origin_task = ? WHERE id = ?",
        peer.toString(),
        theirs,
        id);
    return id;
  }

  /** Returns whether a deadline has passed that {@link #settle} has to apply. */
  public boolean isAnyDue() {
    return deadlines.isAnyDue();
  }

  /**
   * Ends up to {@code most} leases, review times and deadlines that have passed. Returns how many.
   */
  public int settle(int most) {
    return deadlines.settle(most);
  }

  private void settleOnTheWay() {
    int _ = settle(MAX_SETTLED_ON_THE_WAY);
  }

  /** Returns the tasks that this worker may claim after {@code after}, the next one first. */
  public List<Task> ready(Worker worker, Optional<ReadyPlace> after, int most) {
    settleOnTheWay();
    return new TaskReader(tx).tasks(claims.ready(worker, after, most));
  }

  /** Returns the task with this id. */
  public Optional<Task> find(String id) {
    return tasks.find(id).isEmpty() ? Optional.empty() : Optional.of(task(id));
  }

  /**
   * Returns the id of the one task that begins with {@code given}, at least four hex digits.
   *
   * @throws SocietyException {@code unknown-task} also when several ids begin so
   */
  public String idOf(String given) {
    return tasks.idOf(given);
  }

  /** Returns the principal of the agent with this name, or of the owner. */
  public Principal principal(String name) {
    return WorkerNames.principal(tx, name);
  }

  /** Returns the principal's name, or its id when it has no name. */
  public String name(Principal principal) {
    return new WorkerNames(tx).name(principal);
  }

  /**
   * Returns up to {@code most} tasks that match the filter. Open tasks come in the order of adding.
   */
  public List<Task> list(TaskFilter filter, Optional<Long> after, int most) {
    settleOnTheWay();
    boolean isNewestFirst = filter.isNewestFirst();
    List<Object> parameters = new ArrayList<>(filter.parameters());
    after.ifPresent(parameters::add);
    parameters.add(most);
    String behind = isNewestFirst ? " AND number < ?" : " AND number > ?";
    return new TaskReader(tx)
        .tasks(
            tasks.where(
                filter.condition()
                    + (after.isPresent() ? behind : "")
                    + (isNewestFirst
                        ? " ORDER BY number DESC LIMIT ?"
                        : " ORDER BY number LIMIT ?"),
                parameters.toArray()));
  }

  /**
   * Returns up to {@code most} tasks that match the filter, the highest priority first, then in the
   * order of adding.
   */
  public List<Task> listByPriority(TaskFilter filter, Optional<ReadyPlace> after, int most) {
    settleOnTheWay();
    List<Object> parameters = new ArrayList<>(filter.parameters());
    after.ifPresent(
        place -> parameters.addAll(List.of(place.priority(), place.priority(), place.number())));
    parameters.add(most);
    String behind = " AND (priority < ? OR (priority = ? AND number > ?))";
    return new TaskReader(tx)
        .tasks(
            tasks.where(
                filter.condition()
                    + (after.isPresent() ? behind : "")
                    + " ORDER BY priority DESC, number LIMIT ?",
                parameters.toArray()));
  }

  /**
   * Returns up to {@code most} tasks that have not been completed and that these wait for, with
   * their titles; those among these are left out.
   */
  public List<TaskBlocker> blockers(List<Task> waiting, int most) {
    return new TaskReader(tx).blockers(waiting, most);
  }

  /**
   * Returns the graph of tasks and their dependencies.
   *
   * @param from the task whose blockers and dependents, direct and indirect, are included; empty
   *     for all open tasks with their direct neighbours
   * @param most how many tasks at most
   */
  public TaskGraph graph(Optional<String> from, int most) {
    settleOnTheWay();
    return TaskGraph.of(new TaskReader(tx).tasks(tasks.connected(from, most)));
  }

  /** Returns the roles, sorted, that pending tasks require and no active agent has by its name. */
  public List<String> rolesOfNobody() {
    WorkerNames names = new WorkerNames(tx);
    List<String> missing = new ArrayList<>();
    for (String role :
        tx.texts(
            "SELECT DISTINCT required_role FROM task WHERE state = 'pending'"
                + " AND required_role IS NOT NULL ORDER BY required_role")) {
      if (!names.isFilled(role)) {
        missing.add(role);
      }
    }
    return missing;
  }

  /** Counts the open tasks. As long as there are some, an idle worker may still be needed. */
  public int open() {
    return (int)
        tx.number("SELECT COUNT(*) FROM task WHERE state IN ('pending', 'claimed', 'review')");
  }

  /** Returns up to {@code most} tasks that have not ended, the newest first. Changes nothing. */
  public List<Task> newestOpen(int most) {
    return new TaskReader(tx)
        .tasks(
            tasks.where(
                "state IN ('pending', 'claimed', 'review') ORDER BY number DESC LIMIT ?", most));
  }

  /** Returns the questions that wait for an answer from outside of the node, oldest first. */
  public List<Task> questions() {
    return new TaskReader(tx)
        .tasks(
            TaskRow.ROWS.list(
                tx,
                "WHERE state = 'pending' AND open_blockers = 0 AND required_role = ? ORDER BY"
                    + " number LIMIT ?",
                Worker.OUTSIDE,
                MOST_QUESTIONS));
  }

  /**
   * Answers a question, in one step: of several who answer it the first one does.
   *
   * @return its id
   * @throws SocietyException {@code not-a-question}
   */
  public String answer(String given, String text, Worker by) {
    String id = idOf(given);
    if (!task(id).row().requiredRole().equals(Optional.of(Worker.OUTSIDE))) {
      throw SocietyException.refused("not-a-question", "the task " + id + " asks nothing");
    }
    Claim claim = claim(id, by);
    boolean _ = submit(id, claim.fence(), text, List.of(), by);
    return id;
  }

  /** Counts the results that wait for this reviewer's judgment. */
  public int toReview(Principal reviewer) {
    return (int)
        tx.number(
            "SELECT COUNT(*) FROM task WHERE state = 'review' AND id IN (SELECT task FROM"
                + " task_review WHERE reviewer = ? AND at_ms IS NULL AND task_review.attempt ="
                + " task.attempt)",
            reviewer.text());
  }

  public Task task(String id) {
    return new TaskReader(tx).tasks(List.of(deadlines.current(id))).getFirst();
  }

  /** Returns the tasks whose result by this worker was accepted, the newest first. */
  public List<String> accepted(Principal worker, int most) {
    return tx.texts(
        "SELECT task FROM task_attempt WHERE worker = ? AND ending = 'accepted'"
            + " ORDER BY ended_ms DESC, task LIMIT ?",
        worker.text(),
        most);
  }

  /** Returns every attempt at the task with its reviews, oldest first. */
  public List<TaskAttempt> attempts(String id) {
    return new TaskReader(tx).attempts(id);
  }

  /** Returns the comments on the task, oldest first. */
  public List<TaskComment> comments(String id) {
    return new Comments(tx, tasks, policy).of(id);
  }

  /**
   * Returns the ids of the authorities by which results, reasons and reviews of a task were
   * written: their writers act for all whose text they were shown.
   */
  public List<String> writers(String id) {
    return tx.texts(
        "SELECT DISTINCT e.authority_id FROM event e JOIN event_subject s ON s.event_id = e.id"
            + " WHERE s.kind = 'task' AND s.subject = ? AND e.kind NOT IN ('task.created',"
            + " 'task.claimed', 'task.renewed') ORDER BY e.authority_id",
        id);
  }

  /** Returns the authorities of {@link #writers} of these tasks. */
  public List<Authority> authors(List<String> ids) {
    return ids.stream()
        .flatMap(id -> writers(id).stream())
        .distinct()
        .flatMap(id -> tx.authority(id).stream())
        .toList();
  }

  /**
   * Adds a comment on a task in any state, and mails it to the one that added the task, its worker
   * and its reviewers.
   *
   * @return the names of those that got mail
   */
  public List<String> comment(String id, String text, Worker by) {
    return new Comments(tx, tasks, policy).add(deadlines.current(id), text, by.authority());
  }

  /** Returns how the task crossed nodes, oldest first for each feature that knows and works. */
  public List<TaskCrossing> crossings(String id) {
    return tx.features().of(BoardFeature.class).stream()
        .flatMap(
            feature ->
                ItemFault.orElse(() -> feature.crossings(tx, id), _ -> List.<TaskCrossing>of())
                    .stream())
        .toList();
  }

  /** Claims the next task for the worker; empty when no task is ready for it. */
  public Optional<Claim> claim(Worker worker) {
    settleOnTheWay();
    return claims.next(worker);
  }

  /** Claims the task with this id. */
  public Claim claim(String id, Worker worker) {
    return claims.one(deadlines.current(id), worker);
  }

  /**
   * Draws the agents that review this attempt, in random order, and of different families of models
   * where possible; its worker is not shown them. An attempt has one panel: a second draw changes
   * nothing.
   *
   * @param candidates names of agents, each with the family of its model
   */
  public void drawPanel(Claim claim, Map<String, String> candidates) {
    reviews.draw(deadlines.current(claim.task()), claim.attempt(), candidates);
  }

  /**
   * Gives a ready task to another node, which holds it until a time: a claim in the peer's name,
   * which ends like any other.
   *
   * @param peer the authority under which the peer holds it
   * @throws SocietyException {@code not-ready}
   */
  public Claim lend(String id, Authority peer, Instant until) {
    Claim claim = lend(id, Worker.peer(peer, deadlines.current(id).requiredRole()), until);
    tx.update(
        "UPDATE task SET offered_to = ? WHERE id = ?",
        peer.principal().peerKey().orElseThrow().toString(),
        id);
    return claim;
  }

  /**
   * Gives a ready task to somebody outside of this node, whom a feature asks to do it: a claim
   * until a time, which ends like any other.
   *
   * @throws SocietyException {@code not-ready}, {@code not-for-you}
   */
  public Claim lend(String id, Worker outside, Instant until) {
    Claim claim = claims.one(deadlines.current(id), outside);
    new Move(tasks.lock(id), TaskAction.RENEW).until(until.toEpochMilli()).store(tx, tx.nowMs());
    return new Claim(id, claim.attempt(), claim.fence(), until);
  }

  /** Returns whether a claim could find a task, or a deadline has passed. Changes nothing. */
  public boolean isAnyFor(Worker worker) {
    return isAnyDue()
        || !claims.ofEarlier(worker, false).isEmpty()
        || !claims.returned(worker, false).isEmpty()
        || !claims.ready(worker, Optional.empty(), 1).isEmpty();
  }

  /**
   * Ends the claims of the worker's earlier incarnations before their leases end. Returns how many.
   */
  public int endEarlier(Worker worker) {
    List<TaskRow> left = claims.ofEarlier(worker, true);
    for (TaskRow task : left) {
      outcomes.expire(task);
    }
    return left.size();
  }

  /**
   * Releases a claim without counting the attempt, for a worker that could not reach its model or
   * is being ended.
   */
  public void release(String id, long fence, Worker worker) {
    TaskRow task = deadlines.current(id);
    Claims.require(task, worker, fence);
    outcomes.release(task, worker.authority());
  }

  /** Returns all tasks with this label in the order of adding. */
  public List<Task> labelled(String label) {
    return new TaskReader(tx)
        .tasks(
            tasks.where(
                "id IN (SELECT task FROM task_label WHERE label = ?) ORDER BY number", label));
  }

  /** Renews the worker's lease: a full lease begins now. */
  public Claim renew(String id, long fence, Worker worker) {
    TaskRow task = deadlines.current(id);
    Claims.require(task, worker, fence);
    return claims.renew(task);
  }

  /**
   * Submits a result. The reviewers are asked; with no reviewer the result is accepted at once.
   * Submitting again with the same token changes nothing.
   *
   * @param more reviewers besides those of the task and those asked about earlier attempts
   * @return whether the submission was new
   */
  public boolean submit(String id, long fence, String result, List<String> more, Worker worker) {
    TaskRow task = deadlines.current(id);
    Claims.require(task, worker, fence);
    return reviews.handIn(task, result, more, worker);
  }

  /**
   * Records a review of the result. The last reviewer's score decides.
   *
   * @return whether the result is accepted or rejected, or waits for other reviewers
   */
  public ReviewGate.Verdict review(String id, int score, String comment, Worker reviewer) {
    return reviews.review(deadlines.current(id), score, comment, reviewer);
  }

  /** Returns whether this reviewer's review of the current attempt was requested and is not in. */
  public boolean isToReview(String id, Principal reviewer) {
    return tx.exists(
        "SELECT 1 FROM task_review JOIN task ON task.id = task_review.task AND task.attempt ="
            + " task_review.attempt WHERE task.id = ? AND reviewer = ? AND at_ms IS NULL",
        id,
        reviewer.text());
  }

  /** Counts a model's answer that was read for a review of this attempt. */
  public void countReviewCall(String id, int attempt) {
    int _ =
        tx.update(
            "UPDATE task_attempt SET review_calls = review_calls + 1 WHERE task = ? AND number = ?",
            id,
            attempt);
  }

  /** Returns how many models' answers were read for the reviews of this attempt. */
  public long reviewCalls(String id, int attempt) {
    return tx.number(
        "SELECT review_calls FROM task_attempt WHERE task = ? AND number = ?", id, attempt);
  }

  /** Requires that a review was written for the attempt that is being judged now. */
  public void requireAttempt(String id, int attempt) {
    TaskRow task = deadlines.current(id);
    if (task.attempt() != attempt) {
      throw refused(
          "stale-review",
          "attempt %d of the task %s is over, this is attempt %d"
              .formatted(attempt, id, task.attempt()),
          "look at it:  sbp task show " + id);
    }
  }

  /**
   * Completes the task (the hook TaskCompleted). Refuses while reviews are pending.
   *
   * @param fence the worker's token; the owner needs none, and overrules everybody
   * @return whether the task was not complete before
   */
  public boolean complete(String id, OptionalLong fence, Worker worker) {
    TaskRow task = owned(id, fence, worker);
    if (task.state() == TaskState.COMPLETED) {
      return false;
    }
    if (fence.isEmpty()) {
      ownersAttempt(task, worker);
      outcomes.overrule(tasks.lock(id), worker.authority());
    } else if (task.state() == TaskState.REVIEW) {
      // The last review would have decided.
      throw refused("reviews-pending", "the task " + id + " waits for its reviewers");
    } else if (tasks.reviewers(task).stream().anyMatch(each -> !each.equals(worker.principal()))) {
      throw refused(
          "review-required",
          "the task " + id + " needs a review; submit its result",
          "sbp task submit " + id + " --fence " + task.fence() + " --result TEXT");
    } else {
      outcomes.complete(task, worker.authority());
    }
    return true;
  }

  /** Records the owner's own completion as an attempt, which ends any other. */
  private void ownersAttempt(TaskRow task, Worker owner) {
    if (task.state() != TaskState.PENDING) {
      return;
    }
    if (task.tally().openBlockers() > 0) {
      throw refused(
          "not-ready",
          "the task " + task.id() + " waits for " + task.tally().openBlockers() + " others");
    }
    Claim _ = claims.one(task, owner);
  }

  /**
   * Fails the task on behalf of its worker.
   *
   * @param fence as in {@link #complete}
   */
  public void fail(String id, OptionalLong fence, String reason, Worker worker) {
    TaskRow task = owned(id, fence, worker);
    policy.requireShort(reason);
    if (fence.isPresent() && !worker.isOwner()) {
      outcomes.giveUp(task, Optional.of(reason), worker.authority());
    } else {
      TaskFailure why = fence.isPresent() ? TaskFailure.WORKER : TaskFailure.OWNER;
      outcomes.fail(task, why, Optional.of(reason), worker.authority());
    }
  }

  /** Returns a task to the board that its peer refused, or that was taken back from the peer. */
  public void giveBack(String id, String ending, Optional<String> reason, Authority by) {
    outcomes.giveBack(deadlines.current(id), ending, reason, by);
  }

  /**
   * Changes what a task says. Allowed for the owner, and for the principal that added the task,
   * while the task has not ended.
   */
  public void edit(String id, TaskChange change, Worker by) {
    new TaskEdits(tx, tasks, policy).edit(open(id, "changed", by), change, by.authority());
  }

  /**
   * Lets a pending task wait for another one. Allowed for the owner, and for the principal that
   * added the task.
   *
   * @return whether it did not wait for it before
   */
  public boolean waitFor(String id, String blocker, Worker by) {
    return new TaskEdits(tx, tasks, policy)
        .waitFor(open(id, "made to wait", by), deadlines.current(blocker), by.authority());
  }

  /** Lets a task no longer wait for another one. Returns whether it did before. */
  public boolean waitNoMore(String id, String blocker, Worker by) {
    return new TaskEdits(tx, tasks, policy)
        .waitNoMore(open(id, "changed", by), blocker, by.authority());
  }

  private TaskRow open(String id, String what, Worker by) {
    TaskRow task = ruled(id, by);
    if (!task.state().isOpen()) {
      throw refused(
          "invalid_transition",
          "the task %s is %s, and cannot be %s".formatted(id, task.state(), what),
          "put it on the board again:  sbp task retry " + id);
    }
    return task;
  }

  /** Releases a claim on behalf of its worker, or of the owner, who needs no fence. */
  public void release(String id, OptionalLong fence, Worker by) {
    TaskRow task = owned(id, fence, by);
    if (task.state() != TaskState.CLAIMED) {
      throw refused(
          "invalid_transition",
          "the task %s is %s, and nobody's".formatted(id, task.state()),
          "look at it:  sbp task show " + id);
    }
    outcomes.release(task, by.authority());
  }

  /**
   * Cancels the task. Its worker finds out at its next write. Allowed for the owner, and for the
   * principal that added the task.
   */
  public boolean cancel(String id, String reason, Worker by) {
    TaskRow task = ruled(id, by);
    if (task.state() == TaskState.CANCELLED) {
      return false;
    }
    policy.requireShort(reason);
    outcomes.cancel(task, Optional.of(reason), by.authority());
    return true;
  }

  /**
   * Reopens a failed or cancelled task, and all tasks that failed because of it. Allowed for the
   * owner, and for the principal that added the task.
   */
  public int retry(String id, Worker by) {
    return outcomes.retry(ruled(id, by), by.authority());
  }

  private TaskRow ruled(String id, Worker by) {
    TaskRow task = deadlines.current(id);
    if (!by.isOwner() && !task.principal().equals(by.principal())) {
      throw refused(
          "not-yours",
          "only the owner and the principal that added the task "
              + id
              + " may change, cancel or retry it",
          "give up a claim:  sbp task fail " + id + " --fence N --reason TEXT");
    }
    return task;
  }

  private TaskRow owned(String id, OptionalLong fence, Worker worker) {
    TaskRow task = deadlines.current(id);
    if (fence.isPresent()) {
      Claims.require(task, worker, fence.getAsLong());
    } else if (!worker.isOwner()) {
      throw refused("stale-claim", "an agent says which claim it means: --fence N");
    }
    return task;
  }

  static SocietyException refused(String code, String message, String... hints) {
    return SocietyException.refused(code, message, hints);
  }
}
