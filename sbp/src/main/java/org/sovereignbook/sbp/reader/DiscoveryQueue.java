package org.sovereignbook.sbp.reader;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * {@code operational/discovery-queue.json}: peers that others recommend, for network to look up
 * (CHOICES 7). Bounded, so that no flood of lists fills it beyond use. Not thread-safe.
 */
final class DiscoveryQueue {
  /** New candidates taken from one message. */
  static final int MAX_CANDIDATES_PER_MESSAGE = 20;

  /** Candidates that wait at the same time. */
  static final int MAX_CANDIDATES = 1_000;

  private static final String CANDIDATES = "candidates";
  private static final String PUBLIC_KEY = "public_key";

  private final List<JsonValue> candidates;
  private final Set<String> keys = new HashSet<>();
  private boolean changed;

  private DiscoveryQueue(List<JsonObject> waiting) {
    this.candidates = new ArrayList<>(waiting);
    waiting.forEach(candidate -> candidate.string(PUBLIC_KEY).ifPresent(keys::add));
  }

  /** The queue on disk; a damaged one starts anew, since lists come again. */
  static DiscoveryQueue load(Node node) {
    try {
      return new DiscoveryQueue(
          node.readJson(node.home().discoveryQueue())
              .flatMap(json -> json.array(CANDIDATES))
              .map(JsonArray::objects)
              .orElse(List.of()));
    } catch (NodeException e) {
      return new DiscoveryQueue(List.of());
    }
  }

  /**
   * Takes what is new in one message.
   *
   * @return how many candidates were added
   */
  int add(
      List<Payload.Candidate> recommended,
      PublicKey recommendedBy,
      Predicate<PublicKey> isKnown,
      Timestamp now) {
    int added = 0;
    for (Payload.Candidate candidate : recommended) {
      if (added == MAX_CANDIDATES_PER_MESSAGE || candidates.size() >= MAX_CANDIDATES) {
        break;
      }
      if (!isKnown.test(candidate.publicKey()) && keys.add(candidate.publicKey().toString())) {
        candidates.add(render(candidate, recommendedBy, now));
        added++;
      }
    }
    changed |= added > 0;
    return added;
  }

  boolean changed() {
    return changed;
  }

  JsonObject toJson() {
    return JsonObject.builder().put(CANDIDATES, new JsonArray(candidates)).build();
  }

  private static JsonObject render(
      Payload.Candidate candidate, PublicKey recommendedBy, Timestamp now) {
    return JsonObject.builder()
        .put(PUBLIC_KEY, candidate.publicKey().toString())
        .put("endpoint", candidate.endpoint().toString())
        .putIfPresent("name", candidate.name())
        .put("recommended_by", recommendedBy.toString())
        .put("added_at", now.toString())
        .build();
  }
}
