package org.sovereignbook.sbp.peer.reader;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code operational/content-fetches.json}: fetches for messages in the inbox, with the number of
 * tries and the outcome, so that a repeated run does not fetch again. Bounded by the number of
 * fetches, and without messages that have left the inbox. Not thread-safe.
 */
final class FetchTries {
  /** Minimum time between two tries, below the quarter of an hour between ticks. */
  static final Duration PAUSE = Duration.ofMinutes(10);

  /** A message's tries so far, and how the last one ended. */
  private record Tries(
      int tries, Timestamp at, ContentFetch.State state, Optional<String> problem) {}

  private record All(Map<String, Tries> messages) {}

  private final Map<String, Tries> made;
  private final int most;
  private final Timestamp now;
  private boolean changed;

  private FetchTries(Map<String, Tries> made, int most, Timestamp now) {
    this.made = new TreeMap<>(made);
    this.most = most;
    this.now = now;
  }

  /** Loads the stored tries; damaged ones are dropped. */
  static FetchTries load(Store store, Config config, Timestamp now) {
    Map<String, Tries> stored =
        store
            .intactState(StateDocument.CONTENT_FETCHES)
            .map(Shape.of(All.class)::readWhatFits)
            .map(All::messages)
            .orElse(Map.of());
    return new FetchTries(stored, config.get(ReaderSettings.FETCH_TRIES), now);
  }

  /** Returns the outcome, unless it is time for the first or another try. */
  Optional<ContentFetch.FetchEnd> settled(InboxId message) {
    return find(message)
        .filter(
            last ->
                last.state() != ContentFetch.State.WAITING
                    || TimeJudge.isPausing(last.at(), PAUSE, now))
        .map(last -> new ContentFetch.FetchEnd(last.state(), last.problem()));
  }

  /** Counts a try; what failed is to be tried again, if not too often. */
  ContentFetch.FetchEnd tried(InboxId message, ContentFetch.FetchEnd outcome) {
    int tries = find(message).map(Tries::tries).orElse(0) + 1;
    boolean again = outcome.state() == ContentFetch.State.FAILED && tries < most;
    ContentFetch.State state = again ? ContentFetch.State.WAITING : outcome.state();
    made.put(message.value(), new Tries(tries, now, state, outcome.problem()));
    changed = true;
    return new ContentFetch.FetchEnd(state, outcome.problem());
  }

  /** Returns the change that stores the tries for messages still in the inbox. */
  Optional<Change> change(Set<String> inbox) {
    changed |= made.keySet().retainAll(inbox);
    return changed
        ? Optional.of(StateDocument.CONTENT_FETCHES.write(Shape.write(new All(made))))
        : Optional.empty();
  }

  private Optional<Tries> find(InboxId message) {
    return Optional.ofNullable(made.get(message.value()));
  }
}
