package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.store.Collection.Streamed;

/** Changes that belong together, in the order in which they are made. Not thread-safe. */
public final class ChangeSet {
  private final List<Change> changes = new ArrayList<>();

  public ChangeSet add(Change change) {
    changes.add(change);
    if (change instanceof Change.Put put && !put.in().indexes().isEmpty()) {
      addToIndexes(put);
    }
    return this;
  }

  public ChangeSet addAll(List<? extends Change> more) {
    more.forEach(this::add);
    return this;
  }

  public ChangeSet log(Streamed log, LogEntry entry) {
    return add(log.append(entry));
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** A copy of the changes so far. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }

  private void addToIndexes(Change.Put put) {
    String what = put.in().name() + " " + put.key();
    put.in().indexes().stream()
        .map(index -> index.rule().of(put.key(), () -> StoredJson.object(what, put.value())))
        .flatMap(Optional::stream)
        .forEach(changes::add);
  }
}
