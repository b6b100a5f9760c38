package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Final states of agents as items (CORDELIA §8.4): sessions in the private memory of the agent's
 * parent, of the domain value, so that they are kept.
 */
record AgentArchive(Transaction tx) {
  /** Most findings of the agent that its archive repeats. */
  private static final int FINDINGS = 50;

  /** Stores what a deactivated agent was doing. */
  void keep(MemoryHolder holder) {
    Agent agent = holder.agent().orElseThrow();
    String now = new Timestamp(tx.now()).toString();
    Optional<JsonObject> hot = new HotMemory(tx).textOf(holder);
    JsonObject body =
        JsonObject.builder()
            .put("date", now)
            .put("focus", "Agent %s final state".formatted(agent.name()))
            .put("highlights", JsonArray.ofStrings(highlights(agent, hot)))
            .put(
                "decisions",
                JsonArray.ofStrings(hot.map(it -> HotText.active(it, "notes")).orElse(List.of())))
            .put("entities_mentioned", JsonArray.ofStrings(List.of(holder.id())))
            .build();
    keep("agent-archive-%s-%s".formatted(agent.id(), now), agent, body);
  }

  private List<String> highlights(Agent agent, Optional<JsonObject> hot) {
    List<String> highlights = new ArrayList<>();
    highlights.add("deactivated: " + agent.statusReason());
    Optional<JsonObject> task =
        hot.flatMap(it -> it.object(HotText.AGENT)).flatMap(it -> it.object("task"));
    task.flatMap(it -> it.string("goal")).ifPresent(it -> highlights.add("goal: " + it));
    task.flatMap(it -> it.array("findings"))
        .flatMap(JsonArray::strings)
        .ifPresent(all -> highlights.addAll(all.subList(0, Math.min(FINDINGS, all.size()))));
    highlights.addAll(
        tx.list(
            "SELECT e.kind, COUNT(*) FROM event e JOIN event_subject s ON s.event_id = e.id"
                + " WHERE s.kind = 'agent' AND s.subject = ? GROUP BY e.kind ORDER BY e.kind",
            row -> row.text(1) + ": " + row.number(2),
            agent.id().hex()));
    return highlights;
  }

  /** Stores an archive under an id that is used once. */
  void keep(String id, Agent agent, JsonObject body) {
    MemoryHolder parent = MemoryHolder.of(tx, agent.parent());
    ItemDraft draft =
        ItemDraft.of(ItemType.SESSION, body).called(id, Domain.VALUE, Optional.of(parent.id()));
    MemoryItem _ = new ItemWriter(tx).archive(Caller.system(), draft, parent, agent.principal());
  }
}
