package org.sovereignbook.sbp.server;

import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;

/**
 * The envelopes that this node accepted in the last seven days, longer than a replay can be fresh
 * (THREATS: replay). Beyond {@code maxEntries} the oldest are forgotten; the reader's own record
 * still knows those. Of several threads with the same envelope one gets to store it and the others
 * wait for what comes of it. Thread-safe.
 */
final class DuplicateIndex {
  private final int maxEntries;
  private final SequencedMap<ContentHash, Entry> entries = new LinkedHashMap<>();
  private final Set<ContentHash> claimed = new HashSet<>();

  private record Entry(InboxId id, Instant at) {}

  DuplicateIndex(int maxEntries) {
    this.maxEntries = maxEntries;
  }

  /** Adds an envelope that was accepted before this process began; call it oldest first. */
  synchronized void remember(ContentHash envelope, InboxId id, Instant at) {
    entries.putIfAbsent(envelope, new Entry(id, at));
    forget(at);
  }

  /**
   * The id under which the envelope was accepted; or empty, and the caller alone may store it now
   * and must then call {@link #settle} or {@link #release}.
   */
  synchronized Optional<InboxId> claim(ContentHash envelope) throws InterruptedException {
    while (claimed.contains(envelope)) {
      wait();
    }
    Entry known = entries.get(envelope);
    if (known != null) {
      return Optional.of(known.id());
    }
    claimed.add(envelope);
    return Optional.empty();
  }

  /** The claimed envelope is stored. */
  synchronized void settle(ContentHash envelope, InboxId id, Instant now) {
    remember(envelope, id, now);
    release(envelope);
  }

  /** Gives a claim up; nothing happens when it was settled. */
  synchronized void release(ContentHash envelope) {
    if (claimed.remove(envelope)) {
      notifyAll();
    }
  }

  synchronized int size() {
    return entries.size();
  }

  private void forget(Instant now) {
    Instant limit = now.minus(SeenEnvelopes.KEPT);
    while (!entries.isEmpty()
        && (entries.size() > maxEntries || entries.firstEntry().getValue().at().isBefore(limit))) {
      entries.pollFirstEntry();
    }
  }
}
