package org.sovereignbook.sbp.reader;

import java.time.Duration;
import java.util.Optional;
import java.util.TreeMap;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code operational/reciprocated-announces.json}: to whom an announce went in answer to theirs.
 * Without it two polite nodes would answer each other's announces for ever. Not thread-safe.
 */
final class ReciprocatedAnnounces {
  /** A peer's announce is answered once in this time. */
  static final Duration KEPT = Duration.ofDays(1);

  private final TreeMap<String, Timestamp> sent = new TreeMap<>();
  private boolean changed;

  /** As they are stored; a damaged one starts anew. */
  static ReciprocatedAnnounces load(Store store) {
    ReciprocatedAnnounces stored = new ReciprocatedAnnounces();
    try {
      JsonObject json =
          store.state(StateDocument.RECIPROCATED_ANNOUNCES).orElse(JsonObject.empty());
      for (String key : json.members().keySet()) {
        stored.sent.put(key, Timestamp.parse(json.string(key).orElse("")));
      }
    } catch (NodeException | IllegalArgumentException e) {
      stored.sent.clear();
    }
    return stored;
  }

  boolean recently(PublicKey key, Timestamp now) {
    return Optional.ofNullable(sent.get(key.toString())).filter(at -> isFresh(at, now)).isPresent();
  }

  void remember(PublicKey key, Timestamp now) {
    sent.values().removeIf(at -> !isFresh(at, now));
    sent.put(key.toString(), now);
    changed = true;
  }

  /** The change that keeps what is new in memory. */
  Optional<Change> change() {
    if (!changed) {
      return Optional.empty();
    }
    JsonObject.Builder json = JsonObject.builder();
    sent.forEach((key, at) -> json.put(key, at.toString()));
    return Optional.of(StateDocument.RECIPROCATED_ANNOUNCES.write(json.build()));
  }

  private static boolean isFresh(Timestamp at, Timestamp now) {
    return at.plus(KEPT).isAfter(now);
  }
}
