package org.sovereignbook.sbp.peer.network;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.net.http.PeerFetch;
import org.sovereignbook.sbp.net.http.PeerFetch.Answer;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.DiscoveryQueue.Candidate;
import org.sovereignbook.sbp.store.Peer;

/**
 * Collector of the endorsements that peers serve (IMPLEMENTATION §3.2, network step 3), page by
 * page and bounded whatever a peer answers. Only an endorsement that is not void and has a valid
 * signature of its own counts. Thread-safe.
 */
final class EndorsementFetch {
  /** Small enough that a page of the longest usual notes stays below the client's 1 MiB. */
  static final int PAGE = 100;

  /** After this time a peer is asked for no further page. */
  private static final Duration MAX_PEER_TIME = Duration.ofSeconds(30);

  /**
   * Result of one peer's {@code GET /endorsements}.
   *
   * @param from the peer that was asked
   * @param fresh verified endorsements that are not stored yet
   * @param named the identities that its valid endorsements name with an endpoint, newest first
   * @param refused how many elements were no valid endorsement
   * @param failure why the answer, or the rest of it, is missing
   */
  record Served(
      PublicKey from,
      List<Endorsement> fresh,
      List<Candidate> named,
      int refused,
      Optional<String> failure) {}

  private final PeerFetch fetch;
  private final InstantSource clock;
  private final PublicKey self;
  private final Set<ContentHash> held;
  private final int maxPerPeer;
  private final AtomicInteger spaceForNew;

  /**
   * Creates a collector for one run.
   *
   * @param held endorsements stored already, which need no verification
   */
  EndorsementFetch(
      PeerFetch fetch, InstantSource clock, PublicKey self, Set<ContentHash> held, Config config) {
    this.fetch = fetch;
    this.clock = clock;
    this.self = self;
    this.held = held;
    this.maxPerPeer = config.get(NetworkSettings.MAX_ENDORSEMENTS_PER_PEER);
    this.spaceForNew = new AtomicInteger(config.get(NetworkSettings.MAX_NEW_ENDORSEMENTS_PER_RUN));
  }

  /** Fetches all endorsements that a peer serves, within the limits. */
  Served from(Peer peer) throws InterruptedException {
    Pages pages = new Pages();
    Optional<ContentHash> before = Optional.empty();
    int shown = 0;
    Instant slow = clock.instant().plus(MAX_PEER_TIME);
    while (shown < maxPerPeer) {
      if (clock.instant().isAfter(slow)) {
        return pages.served(peer, Optional.of("the rest took too long"));
      }
      int limit = Math.min(PAGE, maxPerPeer - shown);
      switch (fetch.endorsements(peer.endpoint(), limit, before)) {
        case Answer.Failed<List<JsonValue>>(boolean _, String why) -> {
          return pages.served(peer, Optional.of(why));
        }
        case Answer.Valid<List<JsonValue>>(List<JsonValue> page) -> {
          Optional<ContentHash> last = pages.addAll(page.subList(0, Math.min(limit, page.size())));
          if (page.size() < limit || last.isEmpty() || last.equals(before)) {
            return pages.served(peer, Optional.empty());
          }
          before = last;
          shown += limit;
        }
      }
    }
    return pages.served(peer, Optional.empty());
  }

  /** Endorsements from one peer's pages so far. */
  private final class Pages {
    private final List<Endorsement> fresh = new ArrayList<>();
    private final List<Candidate> named = new ArrayList<>();
    private int refused;

    /**
     * Adds a page. Returns the hash of its last element, after which the next page begins; empty if
     * there is none.
     */
    Optional<ContentHash> addAll(List<JsonValue> page) {
      Optional<ContentHash> last = Optional.empty();
      for (JsonValue element : page) {
        Optional<Endorsement> endorsement =
            strict(element).flatMap(json -> Endorsement.parse(json).toOptional());
        if (!endorsement.map(this::add).orElse(false)) {
          refused++;
        }
        last = endorsement.map(Endorsement::hash);
      }
      return last;
    }

    private boolean add(Endorsement endorsement) {
      boolean stored = held.contains(endorsement.hash());
      if (!stored && !Endorsement.validate(endorsement.json()).isValid()) {
        return false;
      }
      if (endorsement.target() instanceof Endorsement.Target.OfIdentity(PublicKey key)) {
        endorsement.targetEndpoint().ifPresent(at -> named.add(new Candidate(key, at)));
      }
      boolean ours = endorsement.endorserKey().equals(self);
      if (!stored && !ours && spaceForNew.getAndUpdate(n -> Math.max(0, n - 1)) > 0) {
        fresh.add(endorsement);
      }
      return true;
    }

    Served served(Peer peer, Optional<String> failure) {
      return new Served(peer.publicKey(), List.copyOf(fresh), List.copyOf(named), refused, failure);
    }
  }

  /** Checks an element as PROTOCOL §1 requires for a document of its own. */
  private static Optional<JsonObject> strict(JsonValue element) {
    try {
      return Optional.of(
          JsonReader.wireObject(JsonWriter.compact(element).getBytes(StandardCharsets.UTF_8)));
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
