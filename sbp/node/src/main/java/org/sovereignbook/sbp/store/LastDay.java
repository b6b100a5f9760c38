package org.sovereignbook.sbp.store;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * Record of the actions within a day, with their times, in a state document: announces, so that two
 * nodes do not answer each other for ever and nobody is flooded through us; and shares, to limit
 * their number. Not thread-safe.
 */
public final class LastDay {
  private static final Duration DAY = Duration.ofDays(1);

  private final Keyed document;
  private final Timestamp now;
  private final Map<String, Timestamp> done = new TreeMap<>();
  private boolean changed;

  private LastDay(Keyed document, Timestamp now) {
    this.document = document;
    this.now = now;
  }

  /** Loads the stored record; damaged data is replaced by an empty record. */
  public static LastDay load(Store store, Keyed document, Timestamp now) {
    LastDay stored = new LastDay(document, now);
    try {
      JsonObject json = store.state(document).orElse(JsonObject.empty());
      for (String what : json.members().keySet()) {
        stored.done.put(what, Timestamp.parse(json.string(what).orElse("")));
      }
    } catch (NodeException | IllegalArgumentException e) {
      stored.done.clear();
    }
    stored.done.values().removeIf(at -> !TimeJudge.isPausing(at, DAY, now));
    return stored;
  }

  public boolean has(Object what) {
    return done.containsKey(what.toString());
  }

  public int size() {
    return done.size();
  }

  /** Counts the actions within this time. */
  int within(Duration time, Predicate<String> which) {
    return (int)
        done.entrySet().stream()
            .filter(one -> which.test(one.getKey()))
            .filter(one -> TimeJudge.isPausing(one.getValue(), time, now))
            .count();
  }

  public void add(Object what) {
    done.put(what.toString(), now);
    changed = true;
  }

  /** Returns the change that stores new actions. */
  public Optional<Change> change() {
    if (!changed) {
      return Optional.empty();
    }
    JsonObject.Builder json = JsonObject.builder();
    done.forEach((what, at) -> json.put(what, at.toString()));
    return Optional.of(document.write(json.build()));
  }
}
