package org.sovereignbook.sbp.network;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.http.PeerClient;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Meets a peer because the operator said so: fetches and validates its identity, and makes it
 * endorsed and subscribed (IMPLEMENTATION §8, Phase 4). A trusted peer stays trusted; a blocked one
 * stays blocked.
 */
record Meeting(Node node, Store store, PeerClient client) {

  /** How it went. */
  sealed interface Outcome {
    /**
     * The peer is one that we may follow.
     *
     * @param before the table as it was
     * @param table with the peer endorsed (or still trusted) and subscribed
     * @param isNew whether the peer was not both before
     * @param changes what its identity document changes beside the table
     */
    record Met(
        Peer peer,
        IdentityDocument self,
        PeerTable before,
        PeerTable table,
        boolean isNew,
        ChangeSet changes)
        implements Outcome {}

    /** It was not, and nothing changed but perhaps the name of a blocked peer. */
    record NotMet(MeetingOutcome outcome, String why) implements Outcome {}
  }

  Outcome at(Endpoint endpoint) throws InterruptedException {
    return switch (new PeerFetch(node, client, Instant.MAX).identity(endpoint)) {
      case Fetched.NoAnswer<IdentityDocument>(String why) ->
          new Outcome.NotMet(MeetingOutcome.UNREACHABLE, why);
      case Fetched.BadAnswer<IdentityDocument>(String why) ->
          new Outcome.NotMet(MeetingOutcome.INVALID, why);
      case Fetched.Got<IdentityDocument>(IdentityDocument document) -> meet(document);
    };
  }

  private Outcome meet(IdentityDocument document) {
    IdentityDocument self = node.identity();
    if (document.publicKey().equals(self.publicKey())
        || document.endpoint().equals(self.endpoint())) {
      return new Outcome.NotMet(MeetingOutcome.OURSELVES, "that is this node itself");
    }
    PeerTable before = store.peers();
    boolean inTable = before.find(document.publicKey()).isPresent();
    if (!inTable && UnreadableRows.of(store, before).mention(document.publicKey())) {
      return new Outcome.NotMet(
          MeetingOutcome.REFUSED,
          "its row in peers.md cannot be read; mend it (sbp peers says which line) and run again");
    }
    Introduction introduction = Introduction.of(store, before, document);
    if (introduction.refused().isPresent()) {
      return new Outcome.NotMet(MeetingOutcome.REFUSED, introduction.refused().get().toString());
    }
    ChangeSet changes = new ChangeSet();
    if (!store.peerIdentity(document.publicKey()).equals(Optional.of(document))) {
      changes.addAll(introduction.changes());
    }
    if (introduction.table().trust(document.publicKey()) == TrustState.BLOCKED) {
      store.commit(changes.addAll(introduction.table().changes(before)));
      return new Outcome.NotMet(
          MeetingOutcome.BLOCKED, "this peer is blocked; unblock it first (sbp peers unblock)");
    }
    return met(self, document, before, introduction.table(), changes);
  }

  private Outcome met(
      IdentityDocument self,
      IdentityDocument document,
      PeerTable before,
      PeerTable introduced,
      ChangeSet changes) {
    Peer known =
        introduced
            .find(document.publicKey())
            .orElseGet(
                () ->
                    Peer.met(
                        document.name(),
                        document.publicKey(),
                        document.endpoint(),
                        TrustState.KNOWN,
                        node.now()));
    TrustState trust =
        known.trust() == TrustState.TRUSTED ? TrustState.TRUSTED : TrustState.ENDORSED;
    Peer peer = known.withTrust(trust).withSubscribed(true);
    return new Outcome.Met(peer, self, before, introduced.with(peer), !known.equals(peer), changes);
  }
}
