package org.sovereignbook.sbp.reader;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code operational/content-fetches.json}: the messages that wait in the inbox for the piece they
 * point to, and how often it was asked for. No more of them than there were fetches. Not
 * thread-safe.
 */
final class FetchTries {
  /** As little as this lies between two tries; a tick comes every quarter of an hour. */
  static final Duration PAUSE = Duration.ofMinutes(10);

  /** A message's tries so far. */
  private record Tries(int tries, Timestamp at, String problem) {}

  private record All(Map<String, Tries> waiting) {}

  private final Map<String, Tries> waiting;
  private final int most;
  private final Timestamp now;
  private boolean changed;

  private FetchTries(Map<String, Tries> waiting, int most, Timestamp now) {
    this.waiting = new TreeMap<>(waiting);
    this.most = most;
    this.now = now;
  }

  /** As they are stored; damaged ones begin anew. */
  static FetchTries load(Store store, Config config, Timestamp now) {
    Map<String, Tries> stored =
        store
            .intactState(StateDocument.CONTENT_FETCHES)
            .map(Shape.of(All.class)::readWhatFits)
            .map(All::waiting)
            .orElse(Map.of());
    return new FetchTries(stored, config.get(ReaderSettings.FETCH_TRIES), now);
  }

  /** Whether the last try is too fresh for another. */
  boolean isTooEarly(InboxId message) {
    return find(message).filter(last -> last.at().plus(PAUSE).isAfter(now)).isPresent();
  }

  /** How the last try failed. */
  String problem(InboxId message) {
    return find(message).map(Tries::problem).orElse("");
  }

  /** The message waits no longer. */
  void forget(InboxId message) {
    changed |= waiting.remove(message.value()) != null;
  }

  /** Counts a try that failed; whether another is to follow. */
  boolean mayTryAgain(InboxId message, String problem) {
    int made = find(message).map(Tries::tries).orElse(0) + 1;
    if (made >= most) {
      return false;
    }
    waiting.put(message.value(), new Tries(made, now, problem));
    changed = true;
    return true;
  }

  /** The change that keeps what is new in memory, of the messages that still wait. */
  Optional<Change> change(Set<String> stillWaiting) {
    changed |= waiting.keySet().retainAll(stillWaiting);
    return changed
        ? Optional.of(StateDocument.CONTENT_FETCHES.write(Shape.write(new All(waiting))))
        : Optional.empty();
  }

  private Optional<Tries> find(InboxId message) {
    return Optional.ofNullable(waiting.get(message.value()));
  }
}
