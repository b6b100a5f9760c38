package org.sovereignbook.sbp.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.protocol.Endpoint;

/**
 * {@code operational/discovery-queue.json}: candidates that peers named in a {@code peer-list}
 * (CHOICES 7), as {@code {"candidates":[{"public_key","endpoint","tries"?,…},…]}}. An entry that
 * cannot be read is dropped. Immutable.
 */
record DiscoveryQueue(JsonObject json, SequencedMap<Candidate, JsonObject> entries) {
  static final String CANDIDATES = "candidates";
  static final String TRIES = "tries";

  static DiscoveryQueue of(JsonObject json) {
    SequencedMap<Candidate, JsonObject> entries = new LinkedHashMap<>();
    json.array(CANDIDATES)
        .map(JsonArray::objects)
        .orElse(List.of())
        .forEach(entry -> candidate(entry).ifPresent(key -> entries.putIfAbsent(key, entry)));
    return new DiscoveryQueue(json, entries);
  }

  List<Candidate> candidates() {
    return List.copyOf(entries.keySet());
  }

  /**
   * The file after a run.
   *
   * @param done candidates that are settled and leave
   * @param failed candidates that could not be fetched: they leave after {@code maxTries} failures
   */
  JsonObject after(List<Candidate> done, List<Candidate> failed, int maxTries) {
    Map<Candidate, JsonObject> left = new HashMap<>(entries);
    done.forEach(left::remove);
    for (Candidate candidate : failed) {
      left.computeIfPresent(candidate, (key, entry) -> entry.with(TRIES, tries(entry) + 1));
    }
    List<JsonValue> kept = new ArrayList<>();
    for (Candidate candidate : entries.keySet()) {
      Optional.ofNullable(left.get(candidate))
          .filter(entry -> tries(entry) < maxTries)
          .ifPresent(kept::add);
    }
    return json.with(CANDIDATES, JsonArray.of(kept));
  }

  private static long tries(JsonObject entry) {
    return Math.max(0, entry.integer(TRIES).orElse(0));
  }

  private static Optional<Candidate> candidate(JsonObject entry) {
    try {
      return Optional.of(
          new Candidate(
              PublicKey.parse(entry.string("public_key").orElse("")),
              Endpoint.parse(entry.string("endpoint").orElse(""))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
