package org.sovereignbook.sbp.hooks;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.agents.Agent;
import org.sovereignbook.sbp.agents.AgentId;
import org.sovereignbook.sbp.agents.Agents;
import org.sovereignbook.sbp.intake.Incoming;
import org.sovereignbook.sbp.ledger.Authority;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.StoredEvent;
import org.sovereignbook.sbp.ledger.Transaction;

/** Whom events speak for; each is looked up once. Good for one transaction. */
final class Speakers {
  private final Transaction tx;
  private final Map<String, Occurrence.Speaker> known = new HashMap<>();
  private final Map<String, String> channels = new HashMap<>();

  Speakers(Transaction tx) {
    this.tx = tx;
  }

  /** The event, as triggers see it. */
  Occurrence occurrence(StoredEvent event) throws SQLException {
    Occurrence.Speaker speaker = known.get(event.principal().text());
    if (speaker == null) {
      speaker = speaker(event.principal());
      known.put(event.principal().text(), speaker);
    }
    return new Occurrence(event, channel(event), speaker);
  }

  private String channel(StoredEvent event) throws SQLException {
    Optional<String> said = event.metadata().string(Incoming.CHANNEL);
    if (said.isPresent()) {
      return said.get();
    }
    String channel = channels.get(event.authority());
    if (channel == null) {
      channel = tx.authority(event.authority()).map(Authority::channel).orElse("");
      channels.put(event.authority(), channel);
    }
    return channel;
  }

  private Occurrence.Speaker speaker(Principal principal) throws SQLException {
    String text = principal.text();
    int colon = text.indexOf(':');
    String type = colon < 0 ? text : text.substring(0, colon);
    String rest = colon < 0 ? text : text.substring(colon + 1);
    Optional<Agent> agent =
        principal.agentId().isPresent()
            ? Agents.find(tx, AgentId.parse(rest))
            : Optional.empty();
    return new Occurrence.Speaker(
        List.of(type), text, agent.map(Agent::name).orElse(rest), Optional.empty(), List.of());
  }
}
