package org.sovereignbook.sbp.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/**
 * The envelopes that this node accepted in the last seven days, longer than a replay can be fresh
 * (THREATS: replay). Beyond {@code maxEntries} the oldest are forgotten; the reader's own record
 * still knows those. Of several threads with the same envelope one gets to store it and the others
 * wait for what comes of it. Thread-safe.
 */
final class DuplicateIndex {
  private static final int MAX_ARCHIVED = 10_000;

  private final int maxEntries;
  private final SequencedMap<ContentHash, Accepted> entries = new LinkedHashMap<>();
  private final Set<ContentHash> claimed = new HashSet<>();

  private record Accepted(InboxId id, Instant at) {}

  private record Past(ContentHash envelope, InboxId id, Instant at) {}

  DuplicateIndex(int maxEntries) {
    this.maxEntries = maxEntries;
  }

  /** Adds an envelope that was accepted before this process began; call it oldest first. */
  synchronized void remember(ContentHash envelope, InboxId id, Instant at) {
    entries.putIfAbsent(envelope, new Accepted(id, at));
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
    Accepted known = entries.get(envelope);
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

  /**
   * Adds the envelopes that were accepted before this server started, oldest first: those that the
   * reader has processed, those that wait, and those that lie archived without a trace in the
   * reader's record.
   */
  void fill(Store store, Instant now) {
    List<Past> past = new ArrayList<>();
    // In this order an envelope that the reader processes meanwhile is found in one of the two.
    for (InboxId id : store.inbox().pending()) {
      store.inbox().read(id).ifPresent(bytes -> add(past, bytes, id, now));
    }
    Set<InboxId> processed = new HashSet<>();
    store
        .seenEnvelopes()
        .entries()
        .forEach(
            (envelope, entry) -> {
              processed.add(entry.id());
              past.add(new Past(envelope, entry.id(), entry.at().instant()));
            });
    Archive archive = store.archive();
    for (InboxId id : archived(archive, processed, now)) {
      archive.envelope(Archive.PROCESSED, id).ifPresent(bytes -> add(past, bytes, id, now));
    }
    past.sort(Comparator.comparing(Past::at));
    past.forEach(entry -> remember(entry.envelope(), entry.id(), entry.at()));
  }

  private static List<InboxId> archived(Archive archive, Set<InboxId> processed, Instant now) {
    Instant limit = now.minus(SeenEnvelopes.KEPT);
    List<InboxId> ids =
        archive.envelopes(Archive.PROCESSED).stream()
            .filter(id -> !processed.contains(id))
            .filter(id -> id.received().filter(limit::isBefore).isPresent())
            .toList();
    // Ids begin with the time: the newest are the ones that can still be replayed.
    return ids.subList(Math.max(0, ids.size() - MAX_ARCHIVED), ids.size());
  }

  private static void add(List<Past> past, byte[] bytes, InboxId id, Instant now) {
    try {
      ContentHash envelope = ContentHash.of(JsonReader.wireObject(bytes));
      past.add(new Past(envelope, id, id.received().orElse(now)));
    } catch (MalformedJson e) {
      // Put there by hand and no envelope: no peer can repeat it.
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
