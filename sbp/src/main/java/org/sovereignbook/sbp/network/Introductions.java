package org.sovereignbook.sbp.network;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.network.PeerFetch.Answer;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.store.DiscoveryQueue.Candidate;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Adds the candidates that answered with a valid identity of their own to the peer table, as known
 * (IMPLEMENTATION §3.2, network step 2), and settles the discovery queue. Used for one run.
 */
final class Introductions {
  private final Store store;
  private final IdentityDocument self;
  private final Timestamp now;
  private final ChangeSet changes;
  private final List<PublicKey> added = new ArrayList<>();
  private final List<PublicKey> rotated = new ArrayList<>();
  private PeerTable table;
  private NetworkMemory memory;
  private int failed;

  /** A candidate and what its endpoint answered. */
  record Answered(Candidate candidate, Answer<IdentityDocument> answer) {}

  Introductions(
      Store store,
      IdentityDocument self,
      Timestamp now,
      PeerTable table,
      NetworkMemory memory,
      ChangeSet changes) {
    this.store = store;
    this.self = self;
    this.now = now;
    this.table = table;
    this.memory = memory;
    this.changes = changes;
  }

  void settle(List<Answered> fetched, DiscoveryQueue queue, int tries) {
    List<Candidate> done = new ArrayList<>();
    List<Candidate> unsettled = new ArrayList<>();
    for (Answered one : fetched) {
      boolean settled =
          switch (one.answer()) {
            case Answer.Valid<IdentityDocument>(IdentityDocument document) ->
                meet(one.candidate(), document);
            case Answer.Failed<IdentityDocument>(boolean _, String why) ->
                notMet(one.candidate(), why);
          };
      (settled ? done : unsettled).add(one.candidate());
    }
    queue.candidates().stream().filter(this::isSettled).forEach(done::add);
    DiscoveryQueue left = queue.after(done, unsettled, tries);
    if (!left.equals(queue)) {
      changes.add(left.save());
    }
  }

  private boolean isSettled(Candidate candidate) {
    return table.find(candidate.key()).isPresent()
        || candidate.key().equals(self.publicKey())
        || candidate.endpoint().equals(self.endpoint());
  }

  /** Whether the document is the candidate's own; a peer that is in the table stays as it is. */
  private boolean meet(Candidate candidate, IdentityDocument document) {
    PublicKey key = document.publicKey();
    if (!key.equals(candidate.key())) {
      boolean moved =
          document.previousKey().equals(Optional.of(candidate.key()))
              && table.find(key).isPresent();
      return moved || notMet(candidate, "the identity served there is that of another key");
    }
    if (table.find(key).isPresent()) {
      return true;
    }
    if (document.endpoint().equals(self.endpoint())) {
      return notMet(candidate, "its identity claims the endpoint of this node");
    }
    Introduction introduction = Introduction.of(store, table, document);
    return introduction
        .refused()
        .map(why -> notMet(candidate, why.toString()))
        .orElseGet(() -> introduce(introduction, document));
  }

  private boolean introduce(Introduction introduction, IdentityDocument document) {
    changes.addAll(introduction.changes());
    table = introduction.table();
    PublicKey key = document.publicKey();
    String name = PeerText.quote(document.name());
    if (introduction.movedFrom().isPresent()) {
      rotated.add(key);
      memory = memory.update(key, fresh -> memory.of(introduction.movedFrom().get()));
      changes.tell(Network.event("rotated", name + " moved to a new key", now).about("peer", key));
    } else {
      added.add(key);
      table =
          table.with(Peer.met(document.name(), key, document.endpoint(), TrustState.KNOWN, now));
      String text = "met " + name + " at " + document.endpoint();
      changes.tell(Network.event("met", text, now).about("peer", key));
    }
    return true;
  }

  private boolean notMet(Candidate candidate, String why) {
    failed++;
    String text = "cannot add %s at %s: %s".formatted(candidate.key(), candidate.endpoint(), why);
    changes.tell(Network.event("not-met", text, now).about("peer", candidate.key()).asError());
    return false;
  }

  /** The table with whom the run has met. */
  PeerTable table() {
    return table;
  }

  NetworkMemory memory() {
    return memory;
  }

  List<PublicKey> added() {
    return added;
  }

  /** The new keys of peers whose row moved. */
  List<PublicKey> rotated() {
    return rotated;
  }

  /** How many candidates brought nothing valid. */
  int failed() {
    return failed;
  }
}
