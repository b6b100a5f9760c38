package org.sovereignbook.sbp.plugins.evolution;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonDecimal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.society.reputation.ScoreChange;

/**
 * The file {@code evolution_log.jsonl} of AGENT-STACK §13: alarming states, then the trail. Times
 * are seconds since 1970.
 */
final class EvolutionLog {
  static final String NAME = "evolution_log.jsonl";

  private static final double MS = 1000.0;

  private final Transaction tx;
  private final Map<Principal, String> names = new HashMap<>();
  private final Map<Principal, AgentStanding.State> states = new HashMap<>();
  private final StringBuilder lines = new StringBuilder();

  private EvolutionLog(Transaction tx) {
    this.tx = tx;
  }

  /** Returns the file with the newest entries. */
  static byte[] of(Transaction tx, int most) {
    EvolutionLog log = new EvolutionLog(tx);
    Reputation.in(tx).eachChange(most, log::add);
    Evolution.in(tx).eachEvent(most, log::add);
    return log.lines.toString().getBytes(StandardCharsets.UTF_8);
  }

  private void add(ScoreChange change) {
    AgentStanding.State before =
        Optional.ofNullable(states.put(change.principal(), change.state()))
            .orElse(AgentStanding.START.state());
    if (before != change.state() && change.state().isAlarming()) {
      add(
          JsonObject.builder()
              .put("agent_id", name(change.principal()))
              .put("event", "notified")
              .put("state", change.state().toString())
              .put("composite", JsonDecimal.of(change.composite()))
              .put("ts", seconds(change.at())));
    }
  }

  /** Adds an event of the trail; a diagnosis with its confidence as a share, as in the seed. */
  private void add(TrailEvent event) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("agent_id", name(event.principal()))
            .put("event", event.kind())
            .put("ts", seconds(event.at()));
    event.changeId().ifPresent(id -> json.put("change", id));
    event.detail().members().forEach(json::put);
    event
        .detail()
        .integer("confidence_percent")
        .ifPresent(percent -> json.put("confidence", JsonDecimal.of(percent / 100.0)));
    add(json);
  }

  private void add(JsonObject.Builder json) {
    lines.append(JsonWriter.compact(json.build())).append("\n");
  }

  private String name(Principal principal) {
    return names.computeIfAbsent(principal, Board.in(tx)::name);
  }

  private static JsonDecimal seconds(Instant at) {
    return JsonDecimal.of(at.toEpochMilli() / MS);
  }
}
