package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;

/** Changes that belong together, in the order in which they are made. Not thread-safe. */
public final class ChangeSet {
  private final List<Change> changes = new ArrayList<>();

  public ChangeSet add(Change change) {
    changes.add(change);
    return this;
  }

  public ChangeSet addAll(List<? extends Change> more) {
    changes.addAll(more);
    return this;
  }

  public ChangeSet log(LogFile log, LogEntry entry) {
    return add(log.append(entry));
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** A copy of the changes so far. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }
}
