package org.sovereignbook.sbp.store;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.protocol.Timestamp;

/**
 * The envelopes that were taken into processing, kept for {@link #KEPT} and never rebuilt (CHOICES
 * 8). A snapshot; immutable.
 */
public record SeenEnvelopes(Map<ContentHash, Entry> entries) {
  /** Longer than the protocol's 48-hour window, so that a replay is always known. */
  public static final Duration KEPT = Duration.ofDays(7);

  public SeenEnvelopes {
    entries = Map.copyOf(entries);
  }

  /** Which inbox entry an envelope came in with, and when it was processed. */
  public record Entry(InboxId id, Timestamp at) {}

  /**
   * Whether this inbox entry repeats an envelope that another entry brought. The entry's own trace,
   * left by an interrupted run, does not count.
   */
  public boolean isRepeated(ContentHash envelope, InboxId id) {
    return find(envelope).filter(entry -> !entry.id().equals(id)).isPresent();
  }

  public Optional<Entry> find(ContentHash envelope) {
    return Optional.ofNullable(entries.get(envelope));
  }

  /** The change that remembers an envelope, so that a replay is known. */
  public static Change see(ContentHash envelope, InboxId id, Timestamp at) {
    return new Change.SeeEnvelope(envelope, id, at);
  }
}
