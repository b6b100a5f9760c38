package org.sovereignbook.sbp.society.sessions;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Sessions of a list, the one used last first. Without a filter, sessions of dispatches are folded
 * under the session that handed out the work, and those put away are left out.
 *
 * @param agent runs as this agent
 * @param persona has this persona
 * @param state running, waiting or idle
 * @param parent works for this session
 * @param isArchived is put away
 * @param isAll folded ones and those put away, too
 */
public record SessionFilter(
    Optional<String> agent,
    Optional<String> persona,
    Optional<State> state,
    Optional<String> parent,
    boolean isArchived,
    boolean isAll) {
  private static final String RUNS =
      "EXISTS (SELECT 1 FROM agent_turn t WHERE t.session = agent_session.label AND t.state ="
          + " 'running')";

  private static final String WAITS =
      "EXISTS (SELECT 1 FROM agent_input i WHERE i.session = agent_session.label AND i.state ="
          + " 'waiting')";

  private static final String WORKS =
      "EXISTS (SELECT 1 FROM agent_dispatch d JOIN agent_session p ON p.label = d.caller WHERE"
          + " d.target = agent_session.label AND d.kind = 'session'";

  /** Filter that leaves out nothing but folded sessions and those put away. */
  public static final SessionFilter NONE =
      new SessionFilter(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), false, false);

  /** State of a session. */
  public enum State {
    RUNNING,
    WAITING,
    IDLE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Place behind which a page begins.
   *
   * @param usedAt of the last session before it
   * @param label of that session
   */
  public record Place(Instant usedAt, String label) {}

  /** Returns the sessions that the caller may see. */
  public List<AgentSession> list(Transaction tx, Caller caller, Optional<Place> after, int most) {
    Where where = new Where();
    String seer = caller.agent().map(Agent::name).orElse("");
    if (!seer.isEmpty()) {
      where.and("agent = ?", seer);
    }
    after.ifPresent(
        place ->
            where.and(
                "(used_ms < ? OR (used_ms = ? AND label > ?))",
                place.usedAt().toEpochMilli(),
                place.usedAt().toEpochMilli(),
                place.label()));
    agent.ifPresent(name -> where.and("agent = ?", name));
    persona.ifPresent(name -> where.and("persona = ?", name));
    parent.ifPresent(label -> where.and(WORKS + " AND p.label = ?)", label));
    state.ifPresent(one -> where.and(condition(one)));
    if (!isAll) {
      where.and(isArchived ? "archived_ms IS NOT NULL" : "archived_ms IS NULL");
      if (isFolding()) {
        // A session whose parent the caller does not see stands for itself.
        where.and("NOT " + WORKS + " AND (? = '' OR p.agent = ?))", seer, seer);
      }
    }
    return where.list(tx, most);
  }

  private boolean isFolding() {
    return agent.isEmpty()
        && persona.isEmpty()
        && state.isEmpty()
        && parent.isEmpty()
        && !isArchived;
  }

  private static String condition(State state) {
    return switch (state) {
      case RUNNING -> RUNS;
      case WAITING -> "NOT " + RUNS + " AND " + WAITS;
      case IDLE -> "NOT " + RUNS + " AND NOT " + WAITS;
    };
  }

  /** Returns the session that handed out a session's work. */
  public static Optional<String> parent(Transaction tx, String label) {
    return tx
        .texts(
            "SELECT caller FROM agent_dispatch WHERE target = ? AND kind = 'session' AND caller IS"
                + " NOT NULL ORDER BY id LIMIT 1",
            label)
        .stream()
        .findFirst();
  }

  /** Returns the number of sessions that work for a session. */
  public static long dispatched(Transaction tx, String label) {
    return tx.number(
        "SELECT COUNT(DISTINCT target) FROM agent_dispatch WHERE caller = ? AND kind = 'session'",
        label);
  }

  /** Returns the sessions that were not used since a time, for the owner to put away. */
  public static List<AgentSession> unused(Transaction tx, Instant since) {
    return AgentSession.ROWS.list(
        tx,
        "WHERE archived_ms IS NULL AND used_ms < ? AND NOT "
            + RUNS
            + " AND NOT "
            + WAITS
            + " ORDER BY label",
        since.toEpochMilli());
  }

  /** Conditions of a query with their values. */
  private static final class Where {
    private final List<String> conditions = new ArrayList<>(List.of("label <> ''"));
    private final List<Object> values = new ArrayList<>();

    void and(String condition, Object... of) {
      conditions.add(condition);
      values.addAll(List.of(of));
    }

    List<AgentSession> list(Transaction tx, int most) {
      values.add(most);
      return AgentSession.ROWS.list(
          tx,
          "WHERE " + String.join(" AND ", conditions) + " ORDER BY used_ms DESC, label LIMIT ?",
          values.toArray());
    }
  }
}
