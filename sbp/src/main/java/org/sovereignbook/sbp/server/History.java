package org.sovereignbook.sbp.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/**
 * The envelopes that were accepted before this server started: those that the reader has processed,
 * those that wait, and those that lie archived without a trace in the reader's record.
 */
final class History {
  private static final int MAX_ARCHIVED = 10_000;

  private record Past(ContentHash envelope, InboxId id, Instant at) {}

  private History() {}

  /** Fills the index, oldest first. */
  static void fill(DuplicateIndex index, Instant now, Store store) {
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
    past.forEach(entry -> index.remember(entry.envelope(), entry.id(), entry.at()));
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
}
