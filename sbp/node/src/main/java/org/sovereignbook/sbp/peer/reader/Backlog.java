package org.sovereignbook.sbp.peer.reader;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Store;

/**
 * The waiting messages as one process knows them over several runs of reader-pre. They are listed
 * again only when half of them are gone, and each is looked into once, so that a run costs what it
 * processes and not what waits. Not thread-safe.
 */
public final class Backlog {
  private final Map<InboxId, InboxQueue.Head> heads = new HashMap<>();
  private List<InboxId> pending = List.of();
  private Set<InboxId> processed = Set.of();
  private int listed;

  /** Returns what waits, oldest first; messages of the last moments may be missing. */
  List<InboxId> pending(Store store) {
    Set<InboxId> gone =
        processed.stream()
            .filter(id -> store.inbox().read(id).isEmpty())
            .collect(Collectors.toSet());
    if (gone.isEmpty() || (pending.size() - gone.size()) * 2 <= listed) {
      pending = store.inbox().pending();
      listed = pending.size();
      heads.keySet().retainAll(Set.copyOf(pending));
    } else {
      pending = pending.stream().filter(id -> !gone.contains(id)).toList();
      heads.keySet().removeAll(gone);
    }
    return pending;
  }

  /** Returns what each says of itself; those that are gone are left out. */
  Map<InboxId, InboxQueue.Head> heads(Store store, List<InboxId> ids) {
    List<InboxId> unknown = new ArrayList<>(ids);
    unknown.removeIf(heads::containsKey);
    store.inbox().readEach(unknown, (id, bytes) -> heads.put(id, InboxQueue.Head.of(bytes)));
    return heads;
  }

  /** Records which messages a run has worked on; most of them are gone then. */
  void processed(Set<InboxId> ids) {
    processed = Set.copyOf(ids);
  }
}
