package org.sovereignbook.sbp.server;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SeenEnvelopes;
import org.sovereignbook.sbp.store.Store;

/**
 * The envelopes that were accepted before this server started: those that the reader has processed,
 * those that wait, and those that lie archived without a trace in the reader's record.
 */
final class History {
  private static final String SUFFIX = ".json";
  private static final int MAX_ARCHIVED_FILES = 10_000;

  private record Past(ContentHash envelope, InboxId id, Instant at) {}

  private History() {}

  /** Fills the index, oldest first. */
  static void fill(DuplicateIndex index, Node node, Store store) {
    Instant now = node.clock().instant();
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
    archived(node, processed, now)
        .forEach(
            (file) ->
                node.disk().read(file).ifPresent(bytes -> add(past, bytes, id(file).get(), now)));
    past.sort(Comparator.comparing(Past::at));
    past.forEach(entry -> index.remember(entry.envelope(), entry.id(), entry.at()));
  }

  private static List<Path> archived(Node node, Set<InboxId> processed, Instant now) {
    Instant limit = now.minus(SeenEnvelopes.KEPT);
    List<Path> files =
        node.disk().files(node.home().inboxProcessed()).stream()
            .filter(
                file ->
                    id(file)
                        .filter(id -> !processed.contains(id))
                        .flatMap(InboxId::received)
                        .filter(limit::isBefore)
                        .isPresent())
            .toList();
    // Names begin with the time: the newest are the ones that can still be replayed.
    return files.subList(Math.max(0, files.size() - MAX_ARCHIVED_FILES), files.size());
  }

  private static void add(List<Past> past, byte[] bytes, InboxId id, Instant now) {
    try {
      ContentHash envelope = ContentHash.of(JsonReader.wireObject(bytes));
      past.add(new Past(envelope, id, id.received().orElse(now)));
    } catch (MalformedJson e) {
      // Put there by hand and no envelope: no peer can repeat it.
    }
  }

  private static Optional<InboxId> id(Path file) {
    String name = file.getFileName().toString();
    try {
      return name.endsWith(SUFFIX)
          ? Optional.of(new InboxId(name.substring(0, name.length() - SUFFIX.length())))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
