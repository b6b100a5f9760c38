package org.sovereignbook.sbp.network;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.IdentityDocument;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.Candidate;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectKind;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/** The deciding half of one network run: no network, one commit at the end. Used once. */
final class NetworkRun {
  private final Store store;
  private final Config config;
  private final IdentityDocument self;
  private final Timestamp now;
  private final PeerTable before;
  private final NetworkMemory remembered;

  private final ChangeSet changes = new ChangeSet();
  private final List<LogEntry> opsLog = new ArrayList<>();
  private final Map<ContentHash, Endorsement> fresh = new LinkedHashMap<>();
  private final List<PublicKey> added = new ArrayList<>();
  private final List<PublicKey> rotated = new ArrayList<>();
  private PeerTable table;
  private NetworkMemory memory;
  private List<PublicKey> promoted = List.of();
  private List<PublicKey> unsubscribed = List.of();
  private List<PublicKey> subscribed = List.of();
  private List<PublicKey> announced = List.of();
  private int asked;
  private int failedFetches;
  private int refused;

  NetworkRun(Node node, Store store, Config config, IdentityDocument self) {
    this.store = store;
    this.config = config;
    this.self = self;
    this.now = node.now();
    this.before = store.peers();
    this.table = before;
    this.remembered = NetworkMemory.load(store);
    this.memory = remembered;
    before
        .problems()
        .forEach(row -> error("peers.md, left out: " + PeerText.plain(row.toString())));
  }

  /** Keeps what was fetched, except from and by peers that are blocked (by now). */
  void keepEndorsements(List<Harvest> harvests) {
    for (Harvest harvest : harvests) {
      asked++;
      Optional<Peer> peer = before.find(harvest.from());
      harvest
          .failure()
          .ifPresent(why -> failed("cannot fetch the endorsements of", peer, harvest, why));
      if (harvest.refused() > 0) {
        refused += harvest.refused();
        error(
            "refused %d endorsements served by %s: not valid"
                .formatted(harvest.refused(), name(peer, harvest.from())));
      }
      if (peer.filter(row -> row.trust() != TrustState.BLOCKED).isPresent()) {
        for (Endorsement endorsement : harvest.fresh()) {
          if (before.trust(endorsement.endorserKey()) != TrustState.BLOCKED) {
            fresh.putIfAbsent(endorsement.hash(), endorsement);
          }
        }
      }
    }
    fresh
        .values()
        .forEach(
            kept -> changes.add(ObjectStore.put(ObjectKind.ENDORSEMENTS_RECEIVED, kept.json())));
  }

  private void failed(String what, Optional<Peer> peer, Harvest harvest, String why) {
    failedFetches++;
    String at = peer.map(row -> " at " + row.endpoint()).orElse("");
    error(what + " " + name(peer, harvest.from()) + at + ": " + why);
  }

  /** Adds the valid strangers as known, and settles the discovery queue. */
  void introduce(List<Network.Introduced> introduced, DiscoveryQueue queue) {
    List<Candidate> failed = new ArrayList<>();
    List<Candidate> done = new ArrayList<>();
    for (Network.Introduced one : introduced) {
      switch (one.answer()) {
        case Fetched.Got<IdentityDocument>(IdentityDocument document) ->
            (meet(one.candidate(), document) ? done : failed).add(one.candidate());
        case Fetched.NoAnswer<IdentityDocument>(String why) -> {
          failed.add(one.candidate());
          notMet(one.candidate(), why);
        }
        case Fetched.BadAnswer<IdentityDocument>(String why) -> {
          failed.add(one.candidate());
          notMet(one.candidate(), why);
        }
      }
    }
    queue.candidates().stream().filter(this::isSettled).forEach(done::add);
    DiscoveryQueue left = queue.after(done, failed, config.get(NetworkSettings.DISCOVERY_TRIES));
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
      if (!moved) {
        notMet(candidate, "the identity served there is that of another key");
      }
      return moved;
    }
    if (table.find(key).isPresent()) {
      return true;
    }
    if (document.endpoint().equals(self.endpoint())) {
      notMet(candidate, "its identity claims the endpoint of this node");
      return false;
    }
    return introduce(candidate, document);
  }

  private boolean introduce(Candidate candidate, IdentityDocument document) {
    Introduction introduction = Introduction.of(store, table, document);
    if (introduction.refused().isPresent()) {
      notMet(candidate, introduction.refused().get().toString());
      return false;
    }
    changes.addAll(introduction.changes());
    table = introduction.table();
    PublicKey key = document.publicKey();
    if (introduction.movedFrom().isPresent()) {
      rotated.add(key);
      memory = memory.update(key, fresh -> memory.of(introduction.movedFrom().get()));
      note("%s moved to a new key".formatted(PeerText.quote(document.name())));
    } else {
      added.add(key);
      table =
          table.with(Peer.met(document.name(), key, document.endpoint(), TrustState.KNOWN, now));
      note("met %s at %s".formatted(PeerText.quote(document.name()), document.endpoint()));
    }
    return true;
  }

  private void notMet(Candidate candidate, String why) {
    failedFetches++;
    error("cannot add %s at %s: %s".formatted(candidate.key(), candidate.endpoint(), why));
  }

  void promote() {
    StoredEndorsements stored = StoredEndorsements.load(store, table);
    stored.damaged().forEach(this::error);
    promoted =
        Promotion.of(
            table,
            Stream.concat(stored.relevant().stream(), fresh.values().stream()),
            config.get(NetworkSettings.ENDORSEMENT_THRESHOLD));
    for (PublicKey key : promoted) {
      table = table.update(key, peer -> peer.withTrust(TrustState.ENDORSED));
      String what = "promoted %s from known to endorsed".formatted(name(table.find(key), key));
      note(what);
      // The reader and the author learn from the session log whom to trust.
      changes.log(LogFile.SESSION, LogEntry.of(Network.COMPONENT, now, what));
    }
  }

  void manageSubscriptions() {
    Subscriptions decided =
        Subscriptions.decide(table.without(self.publicKey()), memory, config, now);
    decided.left().forEach(peer -> changes.addAll(NetworkOutbox.unsubscribe(peer)));
    decided.joined().forEach(peer -> changes.addAll(NetworkOutbox.subscribe(peer)));
    for (Peer peer : Stream.concat(decided.left().stream(), decided.joined().stream()).toList()) {
      table = table.update(peer.publicKey(), row -> row.withSubscribed(!peer.subscribed()));
    }
    unsubscribed = decided.left().stream().map(Peer::publicKey).toList();
    subscribed = decided.joined().stream().map(Peer::publicKey).toList();
    memory = decided.memory();
  }

  void announce() {
    Announcements due = Announcements.due(store, table, memory, self, config, now);
    changes.addAll(due.changes());
    memory = due.memory();
    announced = due.announced().stream().map(Peer::publicKey).toList();
  }

  /** Commits all of it at once. */
  NetworkResult persist() {
    NetworkResult result =
        new NetworkResult(
            asked,
            failedFetches,
            fresh.size(),
            refused,
            added,
            rotated,
            promoted,
            unsubscribed,
            subscribed,
            announced);
    changes.addAll(table.changes(before));
    memory = memory.keepOnly(table.rows().keySet());
    if (!memory.equals(remembered)) {
      changes.add(memory.save());
    }
    opsLog.forEach(entry -> changes.log(LogFile.OPS, entry));
    if (!result.idle()) {
      changes.log(LogFile.SESSION, LogEntry.of(Network.COMPONENT, now, result.summary()));
    }
    store.commit(changes);
    return result;
  }

  private static String name(Optional<Peer> peer, PublicKey key) {
    return peer.map(row -> PeerText.quote(row.name())).orElse(key.toString());
  }

  private void note(String text) {
    opsLog.add(LogEntry.of(Network.COMPONENT, now, text));
  }

  private void error(String text) {
    opsLog.add(LogEntry.error(Network.COMPONENT, now, text));
  }
}
