package org.sovereignbook.sbp.delivery;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Lease;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;

/**
 * The {@link DeliveryState} in one run, among several that may share an outbox: they take turns in
 * giving out envelope times and in writing the state, by a lease of milliseconds, and each adds
 * what it found to what the others have written meanwhile. Not thread-safe.
 */
final class SharedState {
  private static final String LEASE = "delivery-times";
  private static final Duration LOOK_AGAIN = Duration.ofMillis(20);
  private static final int MAX_LOOKS = 1_500;

  private final Store store;
  private final DeliveryState atStart;
  private final EnvelopeTimes times;
  private final Map<PublicKey, Optional<DeliveryState.Backoff>> found = new HashMap<>();
  private DeliveryState state;

  SharedState(Store store, Timestamp now) {
    this.store = store;
    this.atStart = read();
    this.state = atStart;
    this.times = new EnvelopeTimes(now, atStart.issuedUntil());
  }

  /** As the run found it. */
  DeliveryState atStart() {
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
    for (int looks = 0; looks < MAX_LOOKS; looks++) {
      Optional<Lease> lease = store.lease(LEASE);
      if (lease.isPresent()) {
        learn();
        return lease.get();
      }
      Thread.sleep(LOOK_AGAIN);
    }
    throw new StoreException(
        "another delivery has not let go of "
            + store.location()
            + " for "
            + LOOK_AGAIN.multipliedBy(MAX_LOOKS).toSeconds()
            + " s; the next run tries again");
  }

  private void learn() {
    DeliveryState now = read().with(found);
    if (!now.equals(state.with(found))) {
      times.startAfter(now.issuedUntil());
    }
    state = now;
  }

  /** How often in a row a peer has failed by now. */
  int failures(PublicKey peer) {
    return Optional.ofNullable(found.get(peer))
        .map(backoff -> backoff.map(DeliveryState.Backoff::failures).orElse(0))
        .orElseGet(() -> state.failures(peer));
  }

  void succeeded(PublicKey peer) {
    found.put(peer, Optional.empty());
  }

  void failed(PublicKey peer, int failures, Timestamp until) {
    found.put(peer, Optional.of(new DeliveryState.Backoff(failures, until)));
  }

  void failedSince(Map<String, Timestamp> since) {
    state = state.withFailedSince(since);
  }

  void timesGivenOut() {
    state = state.withIssuedUntil(times.latest());
  }

  /** The change that writes it. */
  Change change() {
    return StateDocument.DELIVERY.write(Shape.write(state));
  }

  /** What the run has found so far is written. */
  void written() {
    found.clear();
  }

  /** A spoilt state is begun anew: it is worth no message. */
  private DeliveryState read() {
    try {
      return store
          .state(StateDocument.DELIVERY)
          .map(Shape.of(DeliveryState.class)::read)
          .orElse(DeliveryState.empty());
    } catch (NodeException | IllegalArgumentException e) {
      return DeliveryState.empty();
    }
  }
}
