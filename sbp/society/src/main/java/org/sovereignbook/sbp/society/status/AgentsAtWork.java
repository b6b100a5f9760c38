package org.sovereignbook.sbp.society.status;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Activities of all agents, from the tables of tasks, sessions and memory. Read at once; immutable.
 */
public final class AgentsAtWork {
  /** Most rows of each kind that are looked at. */
  private static final int MOST = 5_000;

  /** Kind of activity, the most telling first. */
  public enum Activity {
    WORKING,
    REVIEWING,
    ANSWERING,
    IDLE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Present activity of an agent.
   *
   * @param task the task that it does or reviews; of an idle agent, the last that it did
   * @param title of the task
   * @param session the session in which it answers
   * @param since when it began; of an idle agent, when its last attempt ended
   * @param outcome of an idle agent, how its last attempt ended
   */
  @Shape.Def("agent_doing")
  public record Doing(
      Activity activity,
      Optional<String> task,
      Optional<String> title,
      Optional<String> session,
      Optional<Instant> since,
      Optional<String> outcome) {
    private static final Doing NOTHING =
        new Doing(
            Activity.IDLE,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());

    private static Doing at(
        Activity activity, String task, Optional<String> title, long since, Optional<String> how) {
      return new Doing(
          activity,
          Optional.of(task),
          title,
          Optional.empty(),
          Optional.of(Instant.ofEpochMilli(since)),
          how);
    }

    private static Doing in(String session, long since) {
      return new Doing(
          Activity.ANSWERING,
          Optional.empty(),
          Optional.empty(),
          Optional.of(session),
          Optional.of(Instant.ofEpochMilli(since)),
          Optional.empty());
    }
  }

  private final Map<String, Doing> doing = new HashMap<>();
  private final Map<String, Doing> answering = new HashMap<>();
  private final Map<String, Long> memories = new HashMap<>();
  private final Map<String, Long> sessions = new HashMap<>();

  private AgentsAtWork() {}

  public static AgentsAtWork of(Transaction tx) {
    AgentsAtWork all = new AgentsAtWork();
    all.readWork(tx);
    tx.each(
        "SELECT s.agent, t.session, t.started_ms FROM agent_turn t JOIN agent_session s ON s.label"
            + " = t.session WHERE t.state = 'running' ORDER BY t.started_ms LIMIT "
            + MOST,
        row -> all.answering.put(row.text(1), Doing.in(row.text(2), row.number(3))));
    tx.each(
        "SELECT author, COUNT(*) FROM memory_item WHERE deleted_ms IS NULL GROUP BY author",
        row -> all.memories.put(row.text(1), row.number(2)));
    tx.each(
        "SELECT agent, COUNT(*) FROM agent_session WHERE archived_ms IS NULL GROUP BY agent",
        row -> all.sessions.put(row.text(1), row.number(2)));
    return all;
  }

  /** Reads the least telling first, which the others replace. */
  private void readWork(Transaction tx) {
    tx.each(
        "SELECT a.worker, a.task, c.text, a.ended_ms, a.ending FROM (SELECT worker, MAX(ended_ms)"
            + " AS ended_ms FROM task_attempt GROUP BY worker) AS last JOIN task_attempt a ON"
            + " a.worker = last.worker AND a.ended_ms = last.ended_ms JOIN task ON task.id ="
            + " a.task LEFT JOIN content c ON c.id = task.title_id LIMIT "
            + MOST,
        row ->
            doing.put(
                row.text(1),
                Doing.at(
                    Activity.IDLE,
                    row.text(2),
                    row.maybeText(3),
                    row.number(4),
                    row.maybeText(5))));
    tx.each(
        "SELECT r.reviewer, r.task, c.text, r.requested_ms FROM task_review r JOIN task ON task.id"
            + " = r.task AND task.attempt = r.attempt LEFT JOIN content c ON c.id = task.title_id"
            + " WHERE r.at_ms IS NULL AND task.state = 'review' ORDER BY r.requested_ms DESC LIMIT "
            + MOST,
        row ->
            doing.put(
                row.text(1),
                Doing.at(
                    Activity.REVIEWING,
                    row.text(2),
                    row.maybeText(3),
                    row.number(4),
                    Optional.empty())));
    tx.each(
        "SELECT a.worker, a.task, c.text, a.started_ms FROM task JOIN task_attempt a ON a.task ="
            + " task.id AND a.number = task.attempt LEFT JOIN content c ON c.id = task.title_id"
            + " WHERE task.state = 'claimed' ORDER BY a.started_ms LIMIT "
            + MOST,
        row ->
            doing.put(
                row.text(1),
                Doing.at(
                    Activity.WORKING,
                    row.text(2),
                    row.maybeText(3),
                    row.number(4),
                    Optional.empty())));
  }

  /** Returns what an agent does. */
  public Doing doing(Agent agent) {
    Doing work = doing.getOrDefault(agent.principal().text(), Doing.NOTHING);
    return work.activity() == Activity.IDLE ? answering.getOrDefault(agent.name(), work) : work;
  }

  /** Returns a task's title; empty once it was erased. */
  public static Optional<String> title(Transaction tx, String task) {
    return tx.first(
            "SELECT c.text FROM task JOIN content c ON c.id = task.title_id WHERE task.id = ?",
            row -> row.maybeText(1),
            task)
        .flatMap(text -> text);
  }

  /** Returns how many items of memory an agent has written. */
  public long memories(Agent agent) {
    return memories.getOrDefault(agent.principal().text(), 0L);
  }

  /** Returns in how many sessions it speaks, without those put away. */
  public long sessions(Agent agent) {
    return sessions.getOrDefault(agent.name(), 0L);
  }
}
