package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;

/** Begins or ends following a known peer: tells the peer, and marks its row (CHOICES 1). */
record Subscription(Session session, String given, boolean wanted) {

  ExitCode run() {
    Node node = session.node();
    try (ExclusiveStore held = session.exclusive(node, PeerEdit.COMPONENT)) {
      PeerTable before = held.store().peers();
      Peer peer = PeerFinder.find(before, given);
      boolean changed = peer.subscribed() != wanted;
      if (changed) {
        held.store().commit(changes(node, before, peer));
      }
      Peer after = peer.withSubscribed(wanted);
      String state = wanted ? "followed" : "not followed";
      session
          .output()
          .line(PeerView.brief(peer) + " is " + (changed ? "now " : "already ") + state);
      session.output().json(new PeerView.Edited(PeerView.of(after), changed));
      return changed ? ExitCode.DONE : ExitCode.NOTHING_TO_DO;
    }
  }

  private ChangeSet changes(Node node, PeerTable before, Peer peer) {
    MessageType type = wanted ? MessageType.SUBSCRIBE : MessageType.UNSUBSCRIBE;
    Outgoing message = Outgoing.to(node, peer, OutboxKind.NETWORK, type, JsonObject.empty());
    String text = type + " to " + PeerView.brief(peer) + " queued as " + message.id();
    return new ChangeSet()
        .add(Outbox.put(message.id(), message.item()))
        .addAll(before.with(peer.withSubscribed(wanted)).changes(before))
        .tell(PeerEdit.event("queued", node, peer, text).about("item", message.id()));
  }
}
