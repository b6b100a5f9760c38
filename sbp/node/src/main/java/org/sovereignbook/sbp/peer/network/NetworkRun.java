package org.sovereignbook.sbp.peer.network;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.AnswerTimes;
import org.sovereignbook.sbp.net.http.PeerFetch.Answer;
import org.sovereignbook.sbp.node.ClockWatch;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.RunAsides;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.store.DiscoveryQueue.Candidate;
import org.sovereignbook.sbp.store.Introduction;
import org.sovereignbook.sbp.store.ItemFault;
import org.sovereignbook.sbp.store.KnownBy;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerEviction;
import org.sovereignbook.sbp.store.PeerIdentities;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.SubscriptionRequest;

/** The deciding half of one network run: no network, one commit at the end. Used once. */
final class NetworkRun {
  private final Store store;
  private final Config config;
  private final IdentityDocument self;
  private final Timestamp now;
  private final boolean isClockRight;
  private final PeerTable before;
  private final NetworkMemory remembered;
  private final RunAsides asides;
  private final ChangeSet changes = new ChangeSet();
  private final Map<ContentHash, Endorsement> fresh = new LinkedHashMap<>();
  private final List<PublicKey> added = new ArrayList<>();
  private final List<PublicKey> rotated = new ArrayList<>();
  private PeerTable table;
  private NetworkMemory memory;
  private List<PublicKey> promoted = List.of();
  private List<Peer> left = List.of();
  private List<Peer> joined = List.of();
  private List<Peer> announced = List.of();
  private int asked;
  private int failed;
  private int refused;

  record Answered(Candidate candidate, Answer<IdentityDocument> answer) {}

  NetworkRun(Node node, Store store, Config config, IdentityDocument self, RunAsides asides) {
    this.asides = asides;
    this.store = store;
    this.config = config;
    this.self = self;
    this.now = node.now();
    this.before = store.peers();
    this.remembered = NetworkMemory.load(store);
    this.isClockRight = new ClockWatch(node).isSteady();
    this.table = isClockRight ? before.withAll(Peer.judged(before.peers(), now)) : before;
    this.memory = isClockRight ? remembered.judged(now) : remembered;
    before
        .problems()
        .forEach(
            row ->
                error("unreadable-peer", "peers.md, left out: " + PeerText.plain(row.toString())));
  }

  /** Keeps what was fetched, except from and by peers that are blocked (by now). */
  void keepEndorsements(List<EndorsementFetch.Served> all) {
    for (EndorsementFetch.Served served : all) {
      asked++;
      boolean _ =
          bounded(
              endorsementsOf(served.from()),
              () -> {
                keepEndorsements(served);
                return true;
              },
              why -> {
                failed++;
                error("not-kept", "endorsements of " + served.from() + " are left out: " + why);
                return false;
              });
    }
    for (Endorsement kept : List.copyOf(fresh.values())) {
      boolean _ =
          bounded(
              "endorsement " + kept.hash(),
              () -> {
                changes.add(ObjectStore.put(ObjectStore.ENDORSEMENTS_RECEIVED, kept.json()));
                return true;
              },
              why -> {
                fresh.remove(kept.hash());
                error("not-kept", "the endorsement " + kept.hash() + " is left out: " + why);
                return false;
              });
    }
  }

  /** Does the work; a failure of its own changes nothing and keeps no other from being done. */
  private boolean bounded(String item, BooleanSupplier work, Predicate<String> otherwise) {
    ChangeSet.Mark before = changes.mark();
    PeerTable tableBefore = table;
    NetworkMemory memoryBefore = memory;
    return asides.bounded(
        item,
        work::getAsBoolean,
        why -> {
          changes.undo(before);
          table = tableBefore;
          memory = memoryBefore;
          return otherwise.test(why);
        });
  }

  /** Decides on the peers of a table; those on which it fails by itself are left out. */
  <T> T decided(String what, PeerTable peers, Function<PeerTable, T> decision) {
    try {
      return decision.apply(peers);
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      // What fails without any peer is the fault of none.
      var _ = decision.apply(PeerTable.of(List.of()));
      PeerTable sound = peers;
      for (Peer peer : peers.peers()) {
        boolean isSound =
            bounded(
                what + " " + peer.publicKey(),
                () -> {
                  var _ = decision.apply(PeerTable.of(List.of(peer)));
                  return true;
                },
                why -> {
                  error("not-done", what + " " + peer.publicKey() + " was not done: " + why);
                  return false;
                });
        sound = isSound ? sound : sound.without(peer.publicKey());
      }
      return decision.apply(sound);
    }
  }

  static String endorsementsOf(PublicKey peer) {
    return "endorsements of " + peer;
  }

  static String identityOf(Candidate candidate) {
    return "identity of " + candidate.key();
  }

  private void keepEndorsements(EndorsementFetch.Served served) {
    Optional<Peer> peer = before.find(served.from());
    String name = name(peer, served.from());
    if (served.failure().isPresent()) {
      failed++;
      String at = peer.map(row -> " at " + row.endpoint()).orElse("");
      String why = served.failure().get();
      error("not-fetched", "cannot fetch the endorsements of " + name + at + ": " + why);
    }
    if (served.refused() > 0) {
      refused += served.refused();
      error(
          "refused",
          "refused %s served by %s: not valid"
              .formatted(Wording.counted(served.refused(), "endorsement"), name));
    }
    if (peer.filter(row -> row.trust() != TrustState.BLOCKED).isPresent()) {
      served.fresh().stream()
          .filter(one -> before.trust(one.endorserKey()) != TrustState.BLOCKED)
          .forEach(one -> fresh.putIfAbsent(one.hash(), one));
    }
  }

  /**
   * Adds the candidates that answered with a valid identity of their own to the table, as known
   * (IMPLEMENTATION §3.2, network step 2), and settles the discovery queue.
   */
  void introduce(List<Answered> fetched, DiscoveryQueue queue) {
    // Then it may be this machine that is offline, and no try of a candidate counts.
    boolean nobodyAnswers =
        asked > 0
            && failed == asked
            && fetched.stream()
                .allMatch(
                    one ->
                        one.answer() instanceof Answer.Failed<IdentityDocument>(boolean answered, _)
                            && !answered);
    List<Candidate> done = new ArrayList<>();
    List<Candidate> unsettled = new ArrayList<>();
    for (Answered one : fetched) {
      boolean settled =
          bounded(
              identityOf(one.candidate()), () -> settle(one), why -> notMet(one.candidate(), why));
      (settled ? done : unsettled).add(one.candidate());
    }
    queue.candidates().stream().filter(this::isSettled).forEach(done::add);
    DiscoveryQueue left =
        queue.after(
            done,
            nobodyAnswers ? List.of() : unsettled,
            config.get(NetworkSettings.DISCOVERY_TRIES));
    if (!left.equals(queue)) {
      changes.add(left.save());
    }
  }

  private boolean settle(Answered one) {
    return switch (one.answer()) {
      case Answer.Valid<IdentityDocument>(IdentityDocument document) ->
          meet(one.candidate(), document);
      case Answer.Failed<IdentityDocument>(boolean _, String why) -> notMet(one.candidate(), why);
    };
  }

  private boolean isSettled(Candidate candidate) {
    return table.find(candidate.key()).isPresent()
        || candidate.key().equals(self.publicKey())
        || candidate.endpoint().equals(self.endpoint());
  }

  /** Adds a candidate whose document is its own; a peer in the table stays as it is. */
  private boolean meet(Candidate candidate, IdentityDocument document) {
    PublicKey key = document.publicKey();
    if (!key.equals(candidate.key())) {
      boolean moved =
          document.previousKey().equals(Optional.of(candidate.key()))
              && table.find(key).isPresent();
      return moved || notMet(candidate, "the identity served there is that of another key");
    }
    if (table.find(key).filter(peer -> !Discovery.isNameless(peer)).isPresent()) {
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
    if (table.find(key).isPresent() && introduction.movedFrom().isEmpty()) {
      changes.emit(
          Network.event("identified", "has shown its identity: " + name, now).about("peer", key));
    } else if (introduction.movedFrom().isPresent()) {
      rotated.add(key);
      memory = memory.update(key, fresh -> memory.of(introduction.movedFrom().get()));
      changes.emit(Network.event("rotated", name + " moved to a new key", now).about("peer", key));
    } else {
      added.add(key);
      table =
          table.with(
              Peer.met(document.name(), key, document.endpoint(), TrustState.KNOWN, now)
                  .withKnownBy(KnownBy.PEERS));
      String text = "met " + name + " at " + document.endpoint();
      changes.emit(Network.event("met", text, now).about("peer", key));
    }
    return true;
  }

  private boolean notMet(Candidate candidate, String why) {
    failed++;
    String text = "cannot add %s at %s: %s".formatted(candidate.key(), candidate.endpoint(), why);
    changes.emit(Network.event("not-met", text, now).about("peer", candidate.key()).asError());
    return false;
  }

  /** Removes peers under keys that were rotated away, where the present key has a row, too. */
  void leaveRetired() {
    Set<String> retired = PeerIdentities.retired(store);
    for (Peer peer : table.peers()) {
      if (retired.contains(peer.publicKey().toString()) && peer.trust() != TrustState.BLOCKED) {
        boolean _ =
            bounded(
                "retired key " + peer.publicKey(),
                () -> leave(peer),
                why -> {
                  error("not-done", "a peer under a retired key was not removed: " + why);
                  return false;
                });
      }
    }
  }

  private boolean leave(Peer retired) {
    Optional<Peer> present =
        store
            .peerIdentity(retired.publicKey())
            .flatMap(document -> table.find(document.publicKey()));
    present.ifPresent(
        peer -> {
          table = table.without(retired.publicKey());
          String text =
              "removed %s under a key that was rotated away; under its present key it is %s"
                  .formatted(PeerText.quote(retired.name()), peer.trust());
          changes.emit(Network.event("retired", text, now).about("peer", peer.publicKey()));
        });
    return present.isPresent();
  }

  void promote() {
    List<Endorsement> stored =
        Promotion.stored(store, table, asides, why -> error("unreadable", why));
    promoted =
        Promotion.of(
            table,
            Stream.concat(stored.stream(), fresh.values().stream()),
            config.get(NetworkSettings.ENDORSEMENT_THRESHOLD));
    table =
        table.withAll(
            promoted.stream()
                .flatMap(key -> table.find(key).stream())
                .map(peer -> peer.withTrust(TrustState.ENDORSED))
                .toList());
    for (PublicKey key : promoted) {
      String text = "promoted %s from known to endorsed".formatted(name(table.find(key), key));
      // The session log informs the reader and the author of the new trust.
      changes.emit(
          Network.event("promoted", text, now).about("peer", key).in(LogFile.OPS, LogFile.SESSION));
    }
  }

  void manageSubscriptions() {
    Map<PublicKey, SubscriptionRequest> requests = SubscriptionRequest.all(store);
    requests.keySet().stream()
        .filter(key -> table.find(key).isEmpty())
        .forEach(key -> changes.addAll(SubscriptionRequest.forget(store, key)));
    requests.forEach(
        (key, request) -> {
          if (isClockRight && TimeJudge.isBeyond(request.at(), Duration.ZERO, now)) {
            changes.add(request.now(key, now));
          }
        });
    Subscriptions decided =
        decided(
            "subscription of",
            table.without(self.publicKey()),
            peers ->
                Subscriptions.decide(peers, memory, requests, this::isBeingAsked, config, now));
    left = decided.left();
    joined = decided.joined();
    memory = decided.memory();
    left.forEach(peer -> changes.addAll(SubscriptionRequest.end(store, peer)));
    joined.forEach(peer -> changes.addAll(SubscriptionRequest.ask(peer, now)));
    table = table.withAll(left.stream().map(peer -> peer.withSubscribed(false)).toList());
  }

  private boolean isBeingAsked(PublicKey peer) {
    return store
        .read(Outbox.ITEMS, SubscriptionRequest.id(MessageType.SUBSCRIBE, peer).toString())
        .isPresent();
  }

  void announce() {
    Announcements due =
        decided(
            "announce to",
            table,
            peers -> Announcements.due(store, peers, memory, self, config, now));
    changes.addAll(due.changes());
    // A peer that was left out has not been told: the next run announces again to all who wait.
    boolean isForAll = asides.failures("announce to ").isEmpty();
    memory = isForAll ? due.memory() : due.memory().withIdentityOf(memory);
    announced = due.announced();
  }

  /**
   * Commits all of it at once, and how fast peers answered.
   *
   * @param seeds those that were joined through at the beginning
   */
  NetworkResult persist(AnswerTimes times, List<PublicKey> seeds) {
    NetworkResult result =
        new NetworkResult(
            asked,
            failed,
            fresh.size(),
            refused,
            added,
            rotated,
            promoted,
            keys(left),
            keys(joined),
            keys(announced),
            seeds);
    PeerEviction eviction =
        PeerEviction.of(store, table, config.get(StoreSettings.MAX_UNENDORSED_PEERS));
    table = eviction.table();
    changes.addAll(eviction.changes(before));
    eviction.event(Component.NETWORK.name(), now).ifPresent(changes::emit);
    memory = memory.keepOnly(table.rows().keySet());
    times.change().ifPresent(changes::add);
    asides.change(now).ifPresent(changes::add);
    if (!memory.equals(remembered)) {
      changes.add(memory.save());
    }
    changes.emit(Network.event("summary", result.summary(), now).in(LogFile.SESSION));
    store.commit(changes);
    return result;
  }

  private static List<PublicKey> keys(List<Peer> peers) {
    return peers.stream().map(Peer::publicKey).toList();
  }

  private static String name(Optional<Peer> peer, PublicKey key) {
    return peer.map(row -> PeerText.quote(row.name())).orElse(key.toString());
  }

  private void error(String kind, String text) {
    changes.emit(Network.event(kind, text, now).asError());
  }
}
