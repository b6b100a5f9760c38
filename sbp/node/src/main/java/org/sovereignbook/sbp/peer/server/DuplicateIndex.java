package org.sovereignbook.sbp.peer.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/**
 * Index of the envelopes that this node accepted as lately as a replay can be fresh (THREATS:
 * replay): the last {@code maxEntries} are in memory, processed ones are looked up in the reader's
 * record. Of several threads with the same envelope one gets to store it and the others wait for
 * its outcome. Thread-safe.
 */
final class DuplicateIndex {
  private static final int MAX_ARCHIVED = 10_000;

  private final int maxEntries;
  private final Function<ContentHash, Optional<InboxId>> processed;
  private final SequencedMap<ContentHash, InboxId> entries = new LinkedHashMap<>();
  private final Set<ContentHash> claimed = new HashSet<>();

  private record Past(ContentHash envelope, InboxId id, Instant at) {}

  /**
   * Creates an empty index.
   *
   * @param processed the reader's record; thread-safe
   */
  DuplicateIndex(int maxEntries, Function<ContentHash, Optional<InboxId>> processed) {
    this.maxEntries = maxEntries;
    this.processed = processed;
  }

  /** Adds an envelope that was accepted before this process began; call it oldest first. */
  synchronized void remember(ContentHash envelope, InboxId id) {
    entries.putIfAbsent(envelope, id);
    if (entries.size() > maxEntries) {
      entries.pollFirstEntry();
    }
  }

  /**
   * Returns the id under which the envelope was accepted. If empty, the caller alone may store it
   * now and must then call {@link #settle} or {@link #release}.
   */
  Optional<InboxId> claim(ContentHash envelope) throws InterruptedException {
    Optional<InboxId> known = claimHere(envelope);
    if (known.isPresent()) {
      return known;
    }
    boolean isNew = false;
    try {
      known = processed.apply(envelope);
      isNew = known.isEmpty();
      return known;
    } finally {
      if (!isNew) {
        release(envelope);
      }
    }
  }

  private synchronized Optional<InboxId> claimHere(ContentHash envelope)
      throws InterruptedException {
    while (claimed.contains(envelope)) {
      wait();
    }
    Optional<InboxId> known = Optional.ofNullable(entries.get(envelope));
    if (known.isEmpty()) {
      claimed.add(envelope);
    }
    return known;
  }

  /** Records that the claimed envelope is stored. */
  synchronized void settle(ContentHash envelope, InboxId id) {
    remember(envelope, id);
    release(envelope);
  }

  /** Gives a claim up; nothing happens when it was settled. */
  synchronized void release(ContentHash envelope) {
    if (claimed.remove(envelope)) {
      notifyAll();
    }
  }

  /**
   * Adds the envelopes that were accepted before this server started, oldest first: those that
   * wait, and while the reader has no record those that lie archived.
   */
  void fill(Store store, Instant now) {
    List<Past> past = new ArrayList<>();
    Inbox inbox = store.inbox();
    inbox.readEach(inbox.pending(), (id, bytes) -> add(past, bytes, id, now));
    if (store.isEmpty(SeenEnvelopes.ENVELOPES)) {
      Archive archive = store.archive();
      archive.readEach(
          Archive.PROCESSED, archived(archive, now), (id, bytes) -> add(past, bytes, id, now));
    }
    past.sort(Comparator.comparing(Past::at));
    past.forEach(entry -> remember(entry.envelope(), entry.id()));
  }

  private static List<InboxId> archived(Archive archive, Instant now) {
    Instant limit = now.minus(SeenEnvelopes.KEPT);
    List<InboxId> ids =
        archive.envelopes(Archive.PROCESSED).stream()
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
}
