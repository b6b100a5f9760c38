package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Predicate;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * {@code operational/discovery-queue.json}: the candidates that peers named in a {@code peer-list}
 * (CHOICES 7). The reader adds them, network looks them up. In the file: {@code
 * {"candidates":[{"public_key","endpoint","name"?,"recommended_by","added_at","tries"?},…]}}.
 * Bounded, so that no flood of lists fills it beyond use. Immutable.
 *
 * @param entries the candidates as they stand in the file, oldest first
 */
public record DiscoveryQueue(@Shape.Named("candidates") List<JsonObject> entries) {
  /** A key that somebody named, and where its identity document is said to be. */
  public record Candidate(PublicKey key, Endpoint endpoint) {}

  /** New candidates taken from one message. */
  public static final int MAX_CANDIDATES_PER_MESSAGE = 20;

  /** Candidates that wait at the same time. */
  public static final int MAX_CANDIDATES = 1_000;

  private static final String PUBLIC_KEY = "public_key";
  private static final String ENDPOINT = "endpoint";
  private static final String TRIES = "tries";

  public DiscoveryQueue {
    entries = List.copyOf(entries);
  }

  /** The queue as it is stored; a damaged one is empty, since lists come again. */
  public static DiscoveryQueue load(Store store) {
    return store
        .intactState(StateDocument.DISCOVERY_QUEUE)
        .map(Shape.of(DiscoveryQueue.class)::readWhatFits)
        .orElseGet(() -> new DiscoveryQueue(List.of()));
  }

  /** The change that stores this queue. */
  public Change save() {
    return StateDocument.DISCOVERY_QUEUE.write(Shape.write(this));
  }

  /** The queue with what is new in one message, as far as there is room. */
  public DiscoveryQueue with(
      List<Payload.Candidate> recommended,
      PublicKey recommendedBy,
      Predicate<PublicKey> isKnown,
      Timestamp now) {
    List<JsonObject> more = new ArrayList<>(entries);
    Set<String> keys = new HashSet<>();
    entries.forEach(entry -> entry.string(PUBLIC_KEY).ifPresent(keys::add));
    int room = Math.min(MAX_CANDIDATES_PER_MESSAGE, MAX_CANDIDATES - entries.size());
    for (Payload.Candidate candidate : recommended) {
      boolean hasRoom = more.size() - entries.size() < room;
      if (hasRoom
          && !isKnown.test(candidate.publicKey())
          && keys.add(candidate.publicKey().toString())) {
        more.add(entry(candidate, recommendedBy, now));
      }
    }
    return new DiscoveryQueue(more);
  }

  /** The candidates; an entry that cannot be read is none. */
  public List<Candidate> candidates() {
    return List.copyOf(byCandidate().keySet());
  }

  /**
   * The queue after a run of network. Entries that cannot be read leave it too.
   *
   * @param done candidates that are settled and leave
   * @param failed candidates that could not be fetched: they leave after {@code maxTries} failures
   */
  public DiscoveryQueue after(List<Candidate> done, List<Candidate> failed, int maxTries) {
    SequencedMap<Candidate, JsonObject> before = byCandidate();
    Map<Candidate, JsonObject> left = new HashMap<>(before);
    done.forEach(left::remove);
    for (Candidate candidate : failed) {
      left.computeIfPresent(candidate, (_, entry) -> entry.with(TRIES, tries(entry) + 1));
    }
    return new DiscoveryQueue(
        before.sequencedKeySet().stream()
            .flatMap(candidate -> Optional.ofNullable(left.get(candidate)).stream())
            .filter(entry -> tries(entry) < maxTries)
            .toList());
  }

  private SequencedMap<Candidate, JsonObject> byCandidate() {
    SequencedMap<Candidate, JsonObject> found = new LinkedHashMap<>();
    for (JsonObject entry : entries) {
      Optional<Endpoint> endpoint = entry.parsed(ENDPOINT, Endpoint::parse);
      entry
          .parsed(PUBLIC_KEY, PublicKey::parse)
          .flatMap(key -> endpoint.map(at -> new Candidate(key, at)))
          .ifPresent(candidate -> found.putIfAbsent(candidate, entry));
    }
    return found;
  }

  private static long tries(JsonObject entry) {
    return Math.max(0, entry.integer(TRIES).orElse(0));
  }

  private static JsonObject entry(
      Payload.Candidate candidate, PublicKey recommendedBy, Timestamp now) {
    return JsonObject.builder()
        .put(PUBLIC_KEY, candidate.publicKey().toString())
        .put(ENDPOINT, candidate.endpoint().toString())
        .putIfPresent("name", candidate.name())
        .put("recommended_by", recommendedBy.toString())
        .put("added_at", now.toString())
        .build();
  }
}
