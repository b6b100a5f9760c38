package org.sovereignbook.sbp.peer.delivery;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/**
 * The {@link Stored state of delivery} in one run, among several that may share an outbox: they
 * take turns in giving out envelope times and in writing the state, by a lease of milliseconds, and
 * each adds what it found to what the others have written meanwhile. Not thread-safe.
 */
final class DeliveryState {
  private static final String LEASE = "delivery-times";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final int MAX_LOOKS = 1_500;

  /** Age at which the state of a peer without any attempt is dropped. */
  private static final Duration KEPT = Duration.ofDays(30);

  private final Store store;
  private final Timestamp now;
  private final Stored atStart;
  private final EnvelopeTimes times;
  private final Map<PublicKey, Optional<Stored.Backoff>> found = new HashMap<>();
  private Stored state;

  DeliveryState(Store store, Timestamp now) {
    this.store = store;
    this.now = now;
    this.atStart = Stored.load(store, now);
    this.state = atStart;
    this.times = new EnvelopeTimes(now, atStart.issuedUntil());
  }

  /** Returns the state as it was when the run started. */
  Stored atStart() {
    return atStart;
  }

  EnvelopeTimes times() {
    return times;
  }

  Map<String, Timestamp> failedSince() {
    return state.failedSince();
  }

  /** Waits for the lease, and learns what others have written; to be closed. */
  Lease take() throws InterruptedException {
    Polling looks = new Polling(store.node().clock(), LOOK_AGAIN);
    for (int look = 0; look < MAX_LOOKS; look++) {
      Optional<Lease> lease = store.lease(LEASE);
      if (lease.isPresent()) {
        learn();
        return lease.get();
      }
      looks.pause();
    }
    throw new StoreException(
        "another delivery has not let go of "
            + store.location()
            + " for "
            + LOOK_AGAIN.multipliedBy(MAX_LOOKS).toSeconds()
            + " s; the next run tries again");
  }

  private void learn() {
    Stored stored = Stored.load(store, now).with(found);
    if (!stored.equals(state.with(found))) {
      times.startAfter(stored.issuedUntil());
    }
    state = stored;
  }

  /** Counts a peer's consecutive failures so far. */
  int failures(PublicKey peer) {
    return Optional.ofNullable(found.get(peer))
        .map(backoff -> backoff.map(Stored.Backoff::failures).orElse(0))
        .orElseGet(() -> state.failures(peer));
  }

  /** Ends the pause of a peer that answers. */
  void succeeded(PublicKey peer) {
    found.put(peer, Optional.empty());
  }

  void failed(PublicKey peer, Stored.Backoff backoff) {
    found.put(peer, Optional.of(backoff));
  }

  void failedSince(Map<String, Timestamp> since) {
    state = state.withFailedSince(since);
  }

  void timesGivenOut() {
    state = state.withIssuedUntil(times.latest());
  }

  Change change() {
    return StateDocument.DELIVERY.write(Shape.write(state));
  }

  /** Returns whether the run has changes that are not stored yet. */
  boolean isChanged() {
    return !state.with(found).equals(state);
  }

  /** Marks the changes of the run so far as stored. */
  void written() {
    found.clear();
  }

  /**
   * State that deliver keeps between runs, besides the items: {@code
   * operational/delivery-state.json}. Losing it costs extra attempts to dead peers, and no message.
   * Immutable.
   *
   * @param backoffs the peers that fail, by key
   * @param failedSince when each item of {@code outbox/failed/} was first seen there, by name
   * @param issuedUntil the latest time that was ever written into an envelope
   */
  record Stored(
      @Shape.Named("peers") SortedMap<PublicKey, Backoff> backoffs,
      SortedMap<String, Timestamp> failedSince,
      Optional<Timestamp> issuedUntil) {

    /**
     * A peer that failed several times in a row, and is left alone until then.
     *
     * @param unreachedAt when it was not reached, if that is how it failed
     */
    record Backoff(int failures, Timestamp notBefore, Optional<Timestamp> unreachedAt) {
      private Backoff judged(Duration longest, Timestamp now) {
        return new Backoff(
            failures,
            TimeJudge.pause(notBefore, longest, now),
            unreachedAt.map(at -> TimeJudge.past(at, now)));
      }
    }

    Stored {
      backoffs = Collections.unmodifiableSortedMap(new TreeMap<>(backoffs));
      failedSince = Collections.unmodifiableSortedMap(new TreeMap<>(failedSince));
    }

    /**
     * Loads the state without expired entries. Damaged state is replaced by an empty one, because
     * no message depends on it.
     */
    static Stored load(Store store, Timestamp now) {
      try {
        return store
            .state(StateDocument.DELIVERY)
            .map(Shape.of(Stored.class)::read)
            .map(stored -> stored.judged(store.node().config(), now))
            .orElse(Stored.empty());
      } catch (NodeException | IllegalArgumentException e) {
        return Stored.empty();
      }
    }

    static Stored empty() {
      return new Stored(new TreeMap<>(), new TreeMap<>(), Optional.empty());
    }

    private Stored judged(Config config, Timestamp now) {
      Duration longest = DeliverySettings.longestPause(config);
      Timestamp earliest = now.plus(KEPT.negated());
      SortedMap<PublicKey, Backoff> kept = new TreeMap<>(backoffs);
      kept.values().removeIf(backoff -> backoff.notBefore().isBefore(earliest));
      kept.replaceAll((_, backoff) -> backoff.judged(longest, now));
      SortedMap<String, Timestamp> since = new TreeMap<>(failedSince);
      since.replaceAll((_, at) -> TimeJudge.past(at, now));
      return new Stored(kept, since, issuedUntil);
    }

    int failures(PublicKey peer) {
      return backoff(peer).map(Backoff::failures).orElse(0);
    }

    boolean isDueAt(PublicKey peer, Timestamp now) {
      return pausedUntil(peer).filter(now::isBefore).isEmpty();
    }

    Optional<Timestamp> pausedUntil(PublicKey peer) {
      return backoff(peer).map(Backoff::notBefore);
    }

    /** Returns the state with a run's findings on peers: their failures, or their end. */
    Stored with(Map<PublicKey, Optional<Backoff>> found) {
      SortedMap<PublicKey, Backoff> changed = new TreeMap<>(backoffs);
      found.forEach(
          (peer, backoff) ->
              backoff.ifPresentOrElse(now -> changed.put(peer, now), () -> changed.remove(peer)));
      return new Stored(changed, failedSince, issuedUntil);
    }

    Stored withFailedSince(Map<String, Timestamp> since) {
      return new Stored(backoffs, new TreeMap<>(since), issuedUntil);
    }

    Stored withIssuedUntil(Timestamp latest) {
      return new Stored(backoffs, failedSince, Optional.of(latest));
    }

    /** Returns whether a peer that was not reached has contacted us since. */
    boolean isBack(PublicKey peer, Optional<Timestamp> lastContact) {
      return backoff(peer)
          .flatMap(Backoff::unreachedAt)
          .filter(at -> lastContact.filter(at::isBefore).isPresent())
          .isPresent();
    }

    private Optional<Backoff> backoff(PublicKey peer) {
      return Optional.ofNullable(backoffs.get(peer));
    }
  }
}
