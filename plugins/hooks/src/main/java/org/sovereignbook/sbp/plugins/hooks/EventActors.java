package org.sovereignbook.sbp.plugins.hooks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.access.Requester;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.StoredEvent;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.ingress.Incoming;

/** Principals of events, for triggers; each is looked up once. Valid for one transaction. */
final class EventActors {
  private final Transaction tx;
  private final Map<String, Occurrence.Actor> known = new HashMap<>();
  private final Map<String, String> channels = new HashMap<>();

  EventActors(Transaction tx) {
    this.tx = tx;
  }

  /** Returns the event with the values that triggers test. */
  Occurrence occurrence(StoredEvent event) {
    Occurrence.Actor actor = known.get(event.principal().text());
    if (actor == null) {
      actor = actor(event.principal());
      known.put(event.principal().text(), actor);
    }
    return new Occurrence(event, channel(event), actor);
  }

  private String channel(StoredEvent event) {
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

  private Occurrence.Actor actor(Principal principal) {
    Requester who = Entities.requester(tx, principal);
    List<String> types = new ArrayList<>();
    types.add(who.isUser() ? Requester.Kind.OWNER.toString() : who.kind().toString());
    if (who.isUnknown()) {
      types.add("unknown");
    } else if (who.person().isPresent() || principal.peerKey().isPresent()) {
      types.add("known");
    }
    return new Occurrence.Actor(
        types,
        principal.text(),
        who.name(),
        who.relationship(),
        who.tags().stream().sorted().toList());
  }
}
