package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;

/** Changes that belong together, in the order in which they are made. Not thread-safe. */
public final class ChangeSet {
  private final List<Change> changes = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();

  public ChangeSet add(Change change) {
    changes.add(change);
    return this;
  }

  public ChangeSet addAll(List<? extends Change> more) {
    changes.addAll(more);
    return this;
  }

  /** With the changes and the events of another. */
  public ChangeSet addAll(ChangeSet more) {
    events.addAll(more.events);
    return addAll(more.changes);
  }

  /** Tells what is done with these changes; its line enters the logs with them. */
  public ChangeSet tell(Event event) {
    events.add(event);
    event.logs().forEach(log -> add(log.append(event.entry())));
    return this;
  }

  public ChangeSet log(LogFile log, LogEntry entry) {
    return add(log.append(entry));
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** What was told, in the order of telling. */
  public List<Event> events() {
    return List.copyOf(events);
  }

  /** A copy of the changes so far. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }
}
