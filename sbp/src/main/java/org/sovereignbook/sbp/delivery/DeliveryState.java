package org.sovereignbook.sbp.delivery;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * What deliver knows from run to run beside the items: {@code operational/delivery-state.json}.
 * Losing it costs some patience with dead peers, no message. Immutable.
 *
 * @param backoffs the peers that fail, by key
 * @param failedSince when each item of {@code outbox/failed/} was first seen there, by name
 * @param issuedUntil the latest time that was ever written into an envelope
 */
record DeliveryState(
    @Shape.Named("peers") SortedMap<PublicKey, Backoff> backoffs,
    SortedMap<String, Timestamp> failedSince,
    Optional<Timestamp> issuedUntil) {

  /** A peer that failed so many times in a row, and is left alone until then. */
  record Backoff(int failures, Timestamp notBefore) {}

  DeliveryState {
    backoffs = Collections.unmodifiableSortedMap(new TreeMap<>(backoffs));
    failedSince = Collections.unmodifiableSortedMap(new TreeMap<>(failedSince));
  }

  static DeliveryState empty() {
    return new DeliveryState(new TreeMap<>(), new TreeMap<>(), Optional.empty());
  }

  int failures(PublicKey peer) {
    return backoff(peer).map(Backoff::failures).orElse(0);
  }

  boolean isDueAt(PublicKey peer, Timestamp now) {
    return backoff(peer).filter(backoff -> now.isBefore(backoff.notBefore())).isEmpty();
  }

  /** With what a run has found of peers: how they fail, or that they do no more. */
  DeliveryState with(Map<PublicKey, Optional<Backoff>> found) {
    SortedMap<PublicKey, Backoff> changed = new TreeMap<>(backoffs);
    found.forEach(
        (peer, backoff) ->
            backoff.ifPresentOrElse(now -> changed.put(peer, now), () -> changed.remove(peer)));
    return new DeliveryState(changed, failedSince, issuedUntil);
  }

  DeliveryState withFailedSince(Map<String, Timestamp> since) {
    return new DeliveryState(backoffs, new TreeMap<>(since), issuedUntil);
  }

  DeliveryState withIssuedUntil(Timestamp latest) {
    return new DeliveryState(backoffs, failedSince, Optional.of(latest));
  }

  private Optional<Backoff> backoff(PublicKey peer) {
    return Optional.ofNullable(backoffs.get(peer));
  }
}
