package org.sovereignbook.sbp.delivery;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
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
    Map<String, Backoff> backoffs,
    Map<String, Timestamp> failedSince,
    Optional<Timestamp> issuedUntil) {

  /** A peer that failed so many times in a row, and is left alone until then. */
  public record Backoff(int failures, Timestamp notBefore) {
    JsonObject toJson() {
      return JsonObject.builder()
          .put("failures", failures)
          .put("not_before", notBefore.toString())
          .build();
    }
  }

  public DeliveryMemory {
    backoffs = Map.copyOf(backoffs);
    failedSince = Map.copyOf(failedSince);
  }

  public static DeliveryMemory empty() {
    return new DeliveryMemory(Map.of(), Map.of(), Optional.empty());
  }

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException when somebody has spoilt it
   */
  public static DeliveryMemory read(JsonObject json) {
    Map<String, Backoff> backoffs = new TreeMap<>();
    json.object("peers")
        .ifPresent(
            peers ->
                peers.members().keySet().forEach(key -> backoffs.put(key, backoff(peers, key))));
    Map<String, Timestamp> failedSince = new TreeMap<>();
    json.object("failed_since")
        .ifPresent(
            names ->
                names
                    .members()
                    .keySet()
                    .forEach(
                        name ->
                            failedSince.put(name, Timestamp.parse(names.string(name).orElse("")))));
    return new DeliveryMemory(
        backoffs, failedSince, json.string("issued_until").map(Timestamp::parse));
  }

  public JsonObject toJson() {
    JsonObject.Builder peers = JsonObject.builder();
    new TreeMap<>(backoffs).forEach((key, backoff) -> peers.put(key, backoff.toJson()));
    JsonObject.Builder failed = JsonObject.builder();
    new TreeMap<>(failedSince).forEach((name, since) -> failed.put(name, since.toString()));
    return JsonObject.builder()
        .put("peers", peers.build())
        .put("failed_since", failed.build())
        .putIfPresent("issued_until", issuedUntil.map(Timestamp::toString))
        .build();
  }

  public int failures(PublicKey peer) {
    return backoff(peer).map(Backoff::failures).orElse(0);
  }

  public boolean isDueAt(PublicKey peer, Timestamp now) {
    return backoff(peer).filter(backoff -> now.isBefore(backoff.notBefore())).isEmpty();
  }

  public DeliveryMemory withBackoff(PublicKey peer, Backoff backoff) {
    Map<String, Backoff> changed = new TreeMap<>(backoffs);
    changed.put(peer.toString(), backoff);
    return new DeliveryMemory(changed, failedSince, issuedUntil);
  }

  public DeliveryMemory withoutBackoff(PublicKey peer) {
    Map<String, Backoff> changed = new TreeMap<>(backoffs);
    changed.remove(peer.toString());
    return new DeliveryMemory(changed, failedSince, issuedUntil);
  }

  public DeliveryMemory withFailedSince(Map<String, Timestamp> since) {
    return new DeliveryMemory(backoffs, since, issuedUntil);
  }

  public DeliveryMemory withIssuedUntil(Timestamp latest) {
    return new DeliveryMemory(backoffs, failedSince, Optional.of(latest));
  }

  private Optional<Backoff> backoff(PublicKey peer) {
    return Optional.ofNullable(backoffs.get(peer.toString()));
  }

  private static Backoff backoff(JsonObject peers, String key) {
    JsonObject json = peers.object(key).orElse(JsonObject.empty());
    return new Backoff(
        (int) json.integer("failures").orElse(0),
        Timestamp.parse(json.string("not_before").orElse("")));
  }
}
