package org.sovereignbook.sbp.society.board;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * The task board within one transaction (AGENT-STACK §4, §6, §8). Whatever is done to one task
 * first does what time has done to it. Every refusal is a {@link SocietyException} with a code:
 * {@code unknown-task}, {@code stale-claim}, {@code invalid_transition}, {@code not-ready}. Not
 * thread-safe.
 */
public final class Board {
  /** How much of what is due one call does on the way to something else. */
  private static final int MAX_SETTLED_ON_THE_WAY = 100;

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

  /** Whether time has something to do; {@link #settle} does it. */
  public boolean isAnyDue() {
    return deadlines.isAnyDue();
  }

  /** Ends leases, times for reviews and deadlines that are over; how many, at most so many. */
  public int settle(int most) {
    return deadlines.settle(most);
  }

  private void settleOnTheWay() {
    int _ = settle(MAX_SETTLED_ON_THE_WAY);
  }

  /** Returns what this worker may claim behind a place in the order, the next first. */
  public List<Task> ready(Worker worker, Optional<ReadyPlace> after, int most) {
    settleOnTheWay();
    return new TaskReader(tx).tasks(claims.ready(worker, after, most));
  }

  /** The task of this id, if there is one. */
  public Optional<Task> find(String id) {
    return tasks.find(id).isEmpty() ? Optional.empty() : Optional.of(task(id));
  }

  /**
   * The id that a person means by its beginning, of at least four digits.
   *
   * @throws SocietyException {@code unknown-task} also when several begin so
   */
  public String idOf(String given) {
    return tasks.idOf(given);
  }

  /** The agent of this name, or the owner. */
  public Principal principal(String name) {
    return WorkerNames.principal(tx, name);
  }

  /** What people call whoever did something; its id where nobody does any more. */
  public String name(Principal principal) {
    return new WorkerNames(tx).name(principal);
  }

  /** What is asked for, at most so many: what is open in the order it was added. */
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
   * Tasks and what hangs together with them.
   *
   * @param from all that waits for this one, and all that it waits for; empty for what has not
   *     ended, with its next neighbours
   * @param most how many at most
   */
  public TaskGraph graph(Optional<String> from, int most) {
    settleOnTheWay();
    return TaskGraph.of(new TaskReader(tx).tasks(tasks.connected(from, most)));
  }

  /** The roles that tasks wait for and no agent that works has by its name, in order. */
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

  /** How many have not ended: while there are some, an idle worker may still be needed. */
  public int open() {
    return (int)
        tx.number("SELECT COUNT(*) FROM task WHERE state IN ('pending', 'claimed', 'review')");
  }

  public Task task(String id) {
    return new TaskReader(tx).tasks(List.of(deadlines.current(id))).getFirst();
  }

  /** Every attempt at it, the first one first, with what reviewers said. */
  public List<TaskAttempt> attempts(String id) {
    return new TaskReader(tx).attempts(id);
  }

  /** By which offers it crossed nodes, the first one first. */
  public List<Offer> offers(String id) {
    return Offer.of(tx, id);
  }

  /** Claims the next task for the worker; empty when nothing is ready for it. */
  public Optional<Claim> claim(Worker worker) {
    settleOnTheWay();
    return claims.next(worker);
  }

  /** Claims this task. */
  public Claim claim(String id, Worker worker) {
    return claims.one(deadlines.current(id), worker);
  }

  /** Whether a claim would find something, or time has something to do; changes nothing. */
  public boolean isAnyFor(Worker worker) {
    return isAnyDue()
        || !claims.ofEarlier(worker, false).isEmpty()
        || !claims.returned(worker, false).isEmpty()
        || !claims.ready(worker, Optional.empty(), 1).isEmpty();
  }

  /** Ends what earlier incarnations of the worker hold, before their leases do; how many. */
  public int endEarlier(Worker worker) {
    List<TaskRow> left = claims.ofEarlier(worker, true);
    for (TaskRow task : left) {
      outcomes.expire(task);
    }
    return left.size();
  }

  /** The worker gives it back as it was: somebody could not be asked, or is being ended. */
  public void release(String id, long fence, Worker worker) {
    TaskRow task = deadlines.current(id);
    Claims.require(task, worker, fence);
    outcomes.release(task, worker.authority());
  }

  /** All with this label, in the order in which they were made. */
  public List<Task> labelled(String label) {
    return new TaskReader(tx)
        .tasks(
            tasks.where(
                "id IN (SELECT task FROM task_label WHERE label = ?) ORDER BY number", label));
  }

  /** The worker's heartbeat: its lease begins anew. */
  public Claim renew(String id, long fence, Worker worker) {
    TaskRow task = deadlines.current(id);
    Claims.require(task, worker, fence);
    return claims.renew(task);
  }

  /**
   * Hands in a result: reviewers are asked, or it is accepted where nobody is to review it. Handing
   * in again under the same token changes nothing.
   *
   * @param more who is to review it besides those whom the task names, and those whom an earlier
   *     attempt has asked
   * @return whether it was new
   */
  public boolean submit(String id, long fence, String result, List<String> more, Worker worker) {
    TaskRow task = deadlines.current(id);
    Claims.require(task, worker, fence);
    return reviews.handIn(task, result, more, worker);
  }

  /**
   * Judges the result that is in review; the last of those who were asked decides.
   *
   * @return whether it is accepted, rejected, or waits for others
   */
  public ReviewGate.Verdict review(String id, int score, String comment, Worker reviewer) {
    return reviews.review(deadlines.current(id), score, comment, reviewer);
  }

  /** Requires that a reviewer has looked at the attempt that is judged now. */
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
   * Says that it is done: the hook TaskCompleted, which refuses as long as reviewers were not
   * heard.
   *
   * @param fence the worker's token; the owner needs none, and overrules everybody
   * @return whether that was new
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
      // With the last of them it would have been decided.
      throw refused("reviews-pending", "the task " + id + " waits for its reviewers");
    } else if (tasks.reviewers(task).stream().anyMatch(each -> !each.equals(worker.principal()))) {
      throw refused(
          "review-required",
          "the task " + id + " is to be reviewed; hand in its result",
          "sbp task submit " + id + " --fence " + task.fence() + " --result TEXT");
    } else {
      outcomes.complete(task, worker.authority());
    }
    return true;
  }

  /** What the owner does by hand is an attempt, too, and ends everybody else's. */
  private void ownersAttempt(TaskRow task, Worker owner) {
    if (task.state() != TaskState.PENDING) {
      return;
    }
    if (task.openBlockers() > 0) {
      throw refused(
          "not-ready", "the task " + task.id() + " waits for " + task.openBlockers() + " others");
    }
    Claim _ = claims.one(task, owner);
  }

  /**
   * Gives it up.
   *
   * @param fence as in {@link #complete}
   */
  public void fail(String id, OptionalLong fence, String reason, Worker worker) {
    TaskRow task = owned(id, fence, worker);
    policy.requireShort(reason);
    TaskFailure why = fence.isPresent() ? TaskFailure.WORKER : TaskFailure.OWNER;
    outcomes.fail(task, why, Optional.of(reason), worker.authority());
  }

  /** A peer to whom it was offered does not do it: it is on the board again. */
  void giveBack(String id, String ending, String reason, Worker peer) {
    TaskRow task = deadlines.current(id);
    outcomes.giveBack(task, ending, Optional.of(reason), peer.authority());
  }

  /**
   * Nobody is to do it any more; whoever is at it hears of that at the next write. For the owner,
   * and whoever added it.
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
   * A task that failed or was cancelled begins anew, with all that failed because of it. For the
   * owner, and whoever added it.
   */
  public int retry(String id, Worker by) {
    return outcomes.retry(ruled(id, by), by.authority());
  }

  private TaskRow ruled(String id, Worker by) {
    TaskRow task = deadlines.current(id);
    if (!by.isOwner() && !task.principal().equals(by.principal())) {
      throw refused(
          "not-yours",
          "only the owner and whoever added the task " + id + " may cancel it, or try it again",
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
