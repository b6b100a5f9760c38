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
 * What deliver remembers from run to run beside the items: {@code operational/delivery-state.json}.
 * Losing it costs some patience with dead peers, no message. Immutable.
 *
 * @param backoffs the peers that fail, by key
 * @param failedSince when each item of {@code outbox/failed/} was first seen there, by name
 * @param issuedUntil the latest time that was ever written into an envelope
 */
public record DeliveryMemory(
    @Shape.Named("peers") SortedMap<PublicKey, Backoff> backoffs,
    SortedMap<String, Timestamp> failedSince,
    Optional<Timestamp> issuedUntil) {

  /** A peer that failed so many times in a row, and is left alone until then. */
  public record Backoff(int failures, Timestamp notBefore) {}

  public DeliveryMemory {
    backoffs = Collections.unmodifiableSortedMap(new TreeMap<>(backoffs));
    failedSince = Collections.unmodifiableSortedMap(new TreeMap<>(failedSince));
  }

  public static DeliveryMemory empty() {
    return new DeliveryMemory(new TreeMap<>(), new TreeMap<>(), Optional.empty());
  }

  public int failures(PublicKey peer) {
    return backoff(peer).map(Backoff::failures).orElse(0);
  }

  public boolean isDueAt(PublicKey peer, Timestamp now) {
    return backoff(peer).filter(backoff -> now.isBefore(backoff.notBefore())).isEmpty();
  }

  public DeliveryMemory withBackoff(PublicKey peer, Backoff backoff) {
    SortedMap<PublicKey, Backoff> changed = new TreeMap<>(backoffs);
    changed.put(peer, backoff);
    return new DeliveryMemory(changed, failedSince, issuedUntil);
  }

  public DeliveryMemory withoutBackoff(PublicKey peer) {
    SortedMap<PublicKey, Backoff> changed = new TreeMap<>(backoffs);
    changed.remove(peer);
    return new DeliveryMemory(changed, failedSince, issuedUntil);
  }

  public DeliveryMemory withFailedSince(Map<String, Timestamp> since) {
    return new DeliveryMemory(backoffs, new TreeMap<>(since), issuedUntil);
  }

  public DeliveryMemory withIssuedUntil(Timestamp latest) {
    return new DeliveryMemory(backoffs, failedSince, Optional.of(latest));
  }

  private Optional<Backoff> backoff(PublicKey peer) {
    return Optional.ofNullable(backoffs.get(peer));
  }
}
