package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.Node;

/** Changes that belong together, in the order in which they are made. Not thread-safe. */
public final class ChangeSet {
  private final List<Change> changes = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();

  public ChangeSet add(Change change) {
    changes.add(change);
    if (change instanceof Change.Put put && !put.in().indexes().isEmpty()) {
      addToIndexes(put);
    } else if (change instanceof Change.Move move) {
      Messages.moved(move).ifPresent(changes::add);
    }
    return this;
  }

  public ChangeSet addAll(List<? extends Change> more) {
    more.forEach(this::add);
    return this;
  }

  /** Adds the changes and the events of another set. */
  public ChangeSet addAll(ChangeSet more) {
    events.addAll(more.events);
    changes.addAll(more.changes);
    return this;
  }

  /** Adds an event about these changes; its line is appended to the logs in the same commit. */
  public ChangeSet emit(Event event) {
    events.add(event);
    event.logs().forEach(log -> add(log.append(event.entry())));
    return this;
  }

  /** A moment between two changes. */
  public record Mark(int changes, int events) {}

  /** Returns the present moment. */
  public Mark mark() {
    return new Mark(changes.size(), events.size());
  }

  /** Removes the changes and events since a moment. */
  public void undo(Mark since) {
    changes.subList(since.changes(), changes.size()).clear();
    events.subList(since.events(), events.size()).clear();
  }

  public boolean isEmpty() {
    return changes.isEmpty();
  }

  /** Returns the events in the order of their addition. */
  public List<Event> events() {
    return List.copyOf(events);
  }

  /** Returns a copy of the changes so far. */
  public List<Change> changes() {
    return List.copyOf(changes);
  }

  /** Returns a copy with other changes in the place of each, and the same events. */
  ChangeSet replaced(Function<Change, Stream<Change>> how) {
    ChangeSet copy = new ChangeSet();
    copy.events.addAll(events);
    changes.stream().flatMap(how).forEach(copy.changes::add);
    return copy;
  }

  private void addToIndexes(Change.Put put) {
    String what = put.in().name() + " " + put.key();
    put.in().indexes().stream()
        .map(index -> index.rule().of(put.key(), () -> Node.jsonObject(what, put.value())))
        .flatMap(Optional::stream)
        .forEach(changes::add);
  }
}
