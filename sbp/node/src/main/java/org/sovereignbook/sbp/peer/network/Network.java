package org.sovereignbook.sbp.peer.network;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.net.http.AnswerTimes;
import org.sovereignbook.sbp.net.http.PeerClient;
import org.sovereignbook.sbp.net.http.PeerFetch;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.peer.step.RunAsides;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.store.DiscoveryQueue;
import org.sovereignbook.sbp.store.DiscoveryQueue.Candidate;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;

/**
 * Network step (IMPLEMENTATION §3.2): discover, promote, manage subscriptions, announce, persist.
 * It begins with the {@link Seeds} that were down until now. All other fetching comes next and
 * changes nothing, and holds up no change of the owner; then all is read again, the rest is decided
 * on it, and one commit makes all changes. A run is bounded by {@link NetworkSettings} whatever
 * peers answer. Needs exclusive access to the node; not thread-safe.
 */
public record Network(Node node, Store store, PeerClient client, ExclusiveStore.Pauses pauses) {
  public static final Step STEP =
      new Step(
          Component.NETWORK,
          "network",
          "network",
          "discover, promote, subscribe, announce",
          "discovers peers, promotes trust, manages subscriptions",
          Set.of(),
          List.of(Network.class, NetworkRun.class),
          NetworkResult.class,
          on ->
              new Network(
                      on.node(),
                      on.store(),
                      on.client(),
                      on.given(ExclusiveStore.Pauses.class).stream()
                          .findFirst()
                          .orElse(ExclusiveStore.Pauses.NONE))
                  .run(on.progress()));

  public Network(Node node, Store store, PeerClient client) {
    this(node, store, client, ExclusiveStore.Pauses.NONE);
  }

  /** Creates an event of this package, in {@code ops-log.md} unless changed. */
  static Event event(String kind, String text, Timestamp now) {
    return Event.of(Component.NETWORK.name(), kind, now, text);
  }

  /**
   * Runs once and reports progress.
   *
   * @throws InterruptedException while fetching; nothing but the seeds has changed then
   */
  public NetworkResult run(Progress progress) throws InterruptedException {
    Config config = NetworkSettings.ALL.checked(node.config());
    IdentityDocument self = node.identity();
    AnswerTimes times = AnswerTimes.load(node, store);
    FetchPool pool = new FetchPool(client, config.get(NetworkSettings.FETCHES_AT_A_TIME), progress);

    RunAsides asides = RunAsides.of(store, Component.NETWORK);
    Instant start = node.clock().instant();
    Duration limit = config.get(NetworkSettings.RUN_LIMIT);
    List<PublicKey> seeds =
        new Seeds(node, store).join(pausing(times.timing(client)), start.plus(limit.dividedBy(4)));
    List<EndorsementFetch.Served> served;
    List<NetworkRun.Answered> identities;
    try (ExclusiveStore.Pause _ = pauses.begin()) {
      Set<ContentHash> held =
          new HashSet<>(store.objects().hashes(ObjectStore.ENDORSEMENTS_RECEIVED));
      // Half of the time, so that peers who are slow with endorsements leave some for identities.
      PeerFetch first = new PeerFetch(node, times.timing(client), start.plus(limit.dividedBy(2)));
      served =
          endorsements(
              pool,
              new EndorsementFetch(first, node.clock(), self.publicKey(), held, config),
              times,
              asides);
      PeerFetch second = new PeerFetch(node, times.timing(client), start.plus(limit));
      identities = identities(pool, second, candidates(served, self, config), asides);
    }

    NetworkRun run = new NetworkRun(node, store, config, node.identity(), asides);
    run.keepEndorsements(served);
    run.introduce(identities, DiscoveryQueue.load(store));
    run.leaveRetired();
    run.promote();
    run.manageSubscriptions();
    run.announce();
    return run.persist(times, seeds);
  }

  /** Returns a client whose requests hold up no change of the owner. */
  private PeerClient pausing(PeerClient held) {
    return new PeerClient() {
      @Override
      public PeerReply get(Endpoint endpoint, String path) throws InterruptedException {
        try (ExclusiveStore.Pause _ = pauses.begin()) {
          return held.get(endpoint, path);
        }
      }

      @Override
      public PeerReply post(Endpoint endpoint, byte[] envelope) throws InterruptedException {
        try (ExclusiveStore.Pause _ = pauses.begin()) {
          return held.post(endpoint, envelope);
        }
      }
    };
  }

  private List<EndorsementFetch.Served> endorsements(
      FetchPool pool, EndorsementFetch fetch, AnswerTimes times, RunAsides asides)
      throws InterruptedException {
    PublicKey self = node.identity().publicKey();
    List<Peer> peers = new ArrayList<>(store.peers().peers());
    peers.removeIf(peer -> !isAsked(peer.trust()) || peer.publicKey().equals(self));
    // By chance within a tier: when time runs out, it must not be the same peers every day.
    Collections.shuffle(peers, node.random());
    // Strangers can name a third party's host under many keys, so only one of them is asked.
    Set<String> hosts = new HashSet<>();
    peers.removeIf(peer -> !peer.isClose() && !hosts.add(peer.endpoint().host()));
    peers.sort(
        Comparator.comparing(Peer::trust)
            .reversed()
            .thenComparing(peer -> times.speed(peer.endpoint())));
    return pool.all(
        peers.stream()
            .<Callable<EndorsementFetch.Served>>map(peer -> () -> served(fetch, peer, asides))
            .toList());
  }

  /** Asks one peer; an answer on which this node fails counts as a missing one. */
  private static EndorsementFetch.Served served(EndorsementFetch fetch, Peer peer, RunAsides asides)
      throws InterruptedException {
    try {
      return fetch.from(peer);
    } catch (RuntimeException e) {
      String why = asides.failed(NetworkRun.endorsementsOf(peer.publicKey()), e);
      return new EndorsementFetch.Served(
          peer.publicKey(), List.of(), List.of(), 0, Optional.of(why));
    }
  }

  private static NetworkRun.Answered identity(
      PeerFetch fetch, Candidate candidate, RunAsides asides) throws InterruptedException {
    try {
      return new NetworkRun.Answered(candidate, fetch.identity(candidate.endpoint()));
    } catch (RuntimeException e) {
      String why = asides.failed(NetworkRun.identityOf(candidate), e);
      return new NetworkRun.Answered(candidate, new PeerFetch.Answer.Failed<>(true, why));
    }
  }

  private static boolean isAsked(TrustState trust) {
    return trust == TrustState.KNOWN || trust.isEndorsedOrTrusted();
  }

  private List<Candidate> candidates(
      List<EndorsementFetch.Served> served, IdentityDocument self, Config config) {
    PeerTable table = store.peers();
    List<List<Candidate>> sources = new ArrayList<>();
    sources.add(DiscoveryQueue.load(store).candidates());
    sources.add(
        table.peers().stream()
            .filter(Discovery::isNameless)
            .map(peer -> new Candidate(peer.publicKey(), peer.endpoint()))
            .toList());
    served.forEach(one -> sources.add(one.named()));
    String unreadable = Discovery.unreadableRows(store, table);
    return Discovery.choose(
        sources,
        candidate ->
            table.find(candidate.key()).filter(peer -> !Discovery.isNameless(peer)).isEmpty()
                && !unreadable.contains(candidate.key().toString())
                && !candidate.key().equals(self.publicKey())
                && !candidate.endpoint().equals(self.endpoint()),
        config.get(NetworkSettings.DISCOVERY_PER_RUN),
        node.random());
  }

  private static List<NetworkRun.Answered> identities(
      FetchPool pool, PeerFetch fetch, List<Candidate> candidates, RunAsides asides)
      throws InterruptedException {
    return pool.all(
        candidates.stream()
            .<Callable<NetworkRun.Answered>>map(
                candidate -> () -> identity(fetch, candidate, asides))
            .toList());
  }
}
