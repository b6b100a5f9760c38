package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.sessions.AgentDispatch;

/**
 * Dispatches as runs: those that one turn has handed out, with all that their workers have handed
 * on. A run has the id of that turn; without one, that of its only dispatch.
 */
record DispatchRuns(Transaction tx) {
  private static final int MOST_DISPATCHES = 500;
  private static final int MOST_LETTERS = 1_000;

  private static final String IS_FIRST =
      "NOT EXISTS (SELECT 1 FROM agent_dispatch up WHERE up.kind = 'session' AND up.target ="
          + " agent_dispatch.caller)";

  /**
   * A run.
   *
   * @param at when the first work was handed out
   */
  public record Begun(String run, Instant at) {}

  /** Returns the runs that were begun since a time, the newest first. */
  public List<Begun> since(Instant from, int most) {
    return tx.list(
        "SELECT run, first_ms FROM (SELECT COALESCE(asked_in, id) AS run, MIN(at_ms) AS first_ms"
            + " FROM agent_dispatch WHERE at_ms >= ? AND "
            + IS_FIRST
            + " GROUP BY COALESCE(asked_in, id)) AS begun ORDER BY first_ms DESC, run LIMIT ?",
        row -> new Begun(row.text(1), Instant.ofEpochMilli(row.number(2))),
        from.toEpochMilli(),
        most);
  }

  /** Returns the dispatches of a run, each behind the one below which it is; empty for no run. */
  public List<AgentDispatch> of(String run) {
    List<AgentDispatch> all =
        new ArrayList<>(
            AgentDispatch.ROWS.list(
                tx,
                "WHERE (asked_in = ? OR (asked_in IS NULL AND id = ?)) AND "
                    + IS_FIRST
                    + " ORDER BY id LIMIT ?",
                run,
                run,
                MOST_DISPATCHES));
    for (int i = 0; i < all.size() && all.size() < MOST_DISPATCHES; i++) {
      all.addAll(below(all.get(i)));
    }
    return all;
  }

  /** Returns what a worker has handed on for a dispatch, before its next one. */
  private List<AgentDispatch> below(AgentDispatch one) {
    if (one.work().kind() != AgentDispatch.Kind.SESSION) {
      return List.of();
    }
    String session = one.work().target();
    Optional<String> next =
        tx
            .texts(
                "SELECT id FROM agent_dispatch WHERE kind = 'session' AND target = ? AND id > ?"
                    + " ORDER BY id LIMIT 1",
                session,
                one.id())
            .stream()
            .findFirst();
    return AgentDispatch.ROWS.list(
        tx,
        "WHERE caller = ? AND id > ? AND id < ? ORDER BY id LIMIT ?",
        session,
        one.id(),
        next.orElse("~"),
        MOST_DISPATCHES);
  }

  /** Message between two agents, without its text. */
  public record Letter(String id, Principal from, String to, Instant at) {}

  /** Returns the messages of agents to these sessions in a time, the oldest first. */
  public List<Letter> letters(Collection<String> sessions, Instant from, Instant until) {
    if (sessions.isEmpty()) {
      return List.of();
    }
    List<Object> parameters = new ArrayList<>(sessions);
    parameters.add(from.toEpochMilli());
    parameters.add(until.toEpochMilli());
    parameters.add(MOST_LETTERS);
    return tx.list(
        "SELECT i.id, i.principal, s.agent, i.at_ms FROM agent_input i JOIN agent_session s ON"
            + " s.label = i.session WHERE i.source = 'agent' AND i.session IN ("
            + String.join(", ", Collections.nCopies(sessions.size(), "?"))
            + ") AND i.at_ms >= ? AND i.at_ms <= ? ORDER BY i.id LIMIT ?",
        row ->
            new Letter(
                row.text(1),
                Principal.parse(row.text(2)),
                row.text(3),
                Instant.ofEpochMilli(row.number(4))),
        parameters.toArray());
  }
}
