package org.sovereignbook.sbp.peer.reader;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Event;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * {@code operational/reader-batches.json}: record of the messages that were set aside, of those in
 * batches that the model failed on, and of the next batch size. A failure halves the batch, an
 * answer lets it grow again. A message that fails alone {@value #TRIES_ALONE} times is set aside
 * until the operator takes it back, so that it does not block the others. A failure may be an
 * outage until the model has answered for other messages; in that case the message returns by
 * itself with the next answer. Bounded by the inbox. Not thread-safe.
 */
public final class BatchMemory {
  /** Number of failures alone after which a message is set aside. */
  public static final int TRIES_ALONE = 3;

  private static final String MODEL = "model";

  /**
   * A message of a batch that failed.
   *
   * @param since when it first was in one
   * @param alone how often it was the only one
   */
  public record Failure(Timestamp since, Timestamp last, int alone, String why) {
    private Failure judged(Timestamp now) {
      return new Failure(TimeJudge.past(since, now), TimeJudge.past(last, now), alone, why);
    }
  }

  /**
   * A message that was set aside.
   *
   * @param by the step that failed on it; empty for the model
   * @param unproven whether nothing else was answered meanwhile, so that it may not be its fault
   */
  public record Aside(Timestamp at, String why, boolean unproven, Optional<String> by) {
    private Aside judged(Timestamp now) {
      return new Aside(TimeJudge.past(at, now), why, unproven, by);
    }
  }

  /**
   * The document.
   *
   * @param tries how often a message has failed, also before it was taken back
   */
  private record All(
      Optional<Integer> nextItems,
      Map<String, Failure> failed,
      Map<String, Aside> setAside,
      Map<String, Integer> tries) {}

  private final Map<String, Failure> failed;
  private final Map<String, Aside> setAside;
  private final Map<String, Integer> tries;
  private final Timestamp now;
  private Optional<Integer> nextItems;
  private boolean changed;

  private BatchMemory(All all, Timestamp now) {
    this.nextItems = all.nextItems();
    this.failed = new TreeMap<>(all.failed());
    this.setAside = new TreeMap<>(all.setAside());
    this.tries = new TreeMap<>(all.tries());
    this.failed.replaceAll((_, one) -> one.judged(now));
    this.setAside.replaceAll((_, one) -> one.judged(now));
    this.now = now;
  }

  /** Loads the stored record; damaged data is replaced by an empty record. */
  public static BatchMemory load(Store store, Timestamp now) {
    return new BatchMemory(
        store
            .intactState(StateDocument.READER_BATCHES)
            .map(Shape.of(All.class)::readWhatFits)
            .orElseGet(() -> new All(Optional.empty(), Map.of(), Map.of(), Map.of())),
        now);
  }

  /** Returns the maximum number of messages of the next batch. */
  int nextItems(int most) {
    return Math.max(1, Math.min(most, nextItems.orElse(most)));
  }

  /** Returns a message's failure, if it has failed. */
  public Optional<Failure> failure(InboxId id) {
    return Optional.ofNullable(failed.get(id.value()));
  }

  /** Counts a message's failures when it was shown alone. */
  int alone(InboxId id) {
    return failure(id).map(Failure::alone).orElse(0);
  }

  /** Returns why a message was set aside, if it was. */
  public Optional<Aside> aside(InboxId id) {
    return Optional.ofNullable(setAside.get(id.value()));
  }

  /** Returns a message that was set aside as an item of the list of all that were. */
  public Optional<SetAsideItem> item(InboxId id) {
    return aside(id)
        .map(
            one ->
                new SetAsideItem(
                    id.value(),
                    one.by().orElse(MODEL),
                    one.why(),
                    one.at(),
                    tries.getOrDefault(id.value(), one.by().isPresent() ? 1 : TRIES_ALONE)));
  }

  /**
   * Sets a message aside that a step could not process.
   *
   * @param by the step
   * @param why in words that are safe to print
   */
  ChangeSet threw(InboxId id, String by, String why) {
    failed.remove(id.value());
    return aside(
        id,
        new Aside(now, why, false, Optional.of(by)),
        1,
        " is set aside, since " + by + " failed on it: " + why);
  }

  /**
   * Sets a message aside that nothing in this node may process now.
   *
   * @param by the step
   * @param why in words that are safe to print
   */
  ChangeSet closed(InboxId id, String by, String why) {
    return aside(id, new Aside(now, why, false, Optional.of(by)), 1, " is set aside: " + why);
  }

  private ChangeSet aside(InboxId id, Aside how, int more, String text) {
    changed = true;
    setAside.put(id.value(), how);
    int _ = tries.merge(id.value(), more, Integer::sum);
    return new ChangeSet().add(Inbox.setAside(id)).emit(told("set-aside", id, text).asError());
  }

  /** Returns when the first message of a batch began to fail. */
  Optional<Timestamp> failedSince(Collection<InboxId> batch) {
    return batch.stream()
        .flatMap(id -> failure(id).stream())
        .map(Failure::since)
        .min(Timestamp::compareTo);
  }

  /**
   * Records the failure of a batch.
   *
   * @param why in words that are safe to print
   * @param proven whether it is the batch's fault for certain
   */
  ChangeSet failed(List<InboxId> batch, String why, boolean proven, Store store) {
    nextItems = Optional.of(Math.max(1, batch.size() / 2));
    ChangeSet changes = new ChangeSet();
    for (InboxId id : batch) {
      int alone = alone(id) + (batch.size() == 1 ? 1 : 0);
      Timestamp since = failure(id).map(Failure::since).orElse(now);
      if (alone < TRIES_ALONE || !store.inbox().pending().contains(id)) {
        failed.put(id.value(), new Failure(since, now, alone, why));
      } else {
        failed.remove(id.value());
        changes.addAll(
            aside(
                id,
                new Aside(now, why, !proven, Optional.empty()),
                TRIES_ALONE,
                " failed alone " + alone + " times: " + why));
      }
    }
    return changes.add(change());
  }

  /** Records the answer to a batch: the next may be larger, and a possible outage is over. */
  ChangeSet answered(List<InboxId> batch, int most) {
    ChangeSet changes = new ChangeSet();
    batch.forEach(id -> changed |= failed.remove(id.value()) != null);
    changed |= nextItems.isPresent();
    nextItems =
        nextItems.map(items -> Math.max(items, batch.size()) * 2).filter(items -> items < most);
    for (Map.Entry<String, Aside> one : Map.copyOf(setAside).entrySet()) {
      if (one.getValue().unproven()) {
        changes.addAll(takeBack(new InboxId(one.getKey())));
        // It has one more try before it is set aside for good.
        Failure tried =
            new Failure(one.getValue().at(), now, TRIES_ALONE - 1, one.getValue().why());
        failed.put(one.getKey(), tried);
      }
    }
    return changed ? changes.add(change()) : changes;
  }

  /** Returns the change that moves a message back into the inbox, without its failures. */
  private ChangeSet takeBack(InboxId id) {
    setAside.remove(id.value());
    failed.remove(id.value());
    changed = true;
    return new ChangeSet()
        .add(Inbox.takeBack(id))
        .emit(told("taken-back", id, " is back in the inbox"));
  }

  /** Returns the changes by which the operator deletes messages that were set aside. */
  public ChangeSet drop(List<InboxId> ids) {
    ChangeSet changes = new ChangeSet();
    for (InboxId id : ids) {
      setAside.remove(id.value());
      tries.remove(id.value());
      changes.add(Inbox.SET_ASIDE.delete(id.value()));
      changes.emit(told("dropped", id, " is dropped unread"));
    }
    return changes.add(change());
  }

  /** Returns the changes by which the operator takes messages back. */
  public ChangeSet takeBack(List<InboxId> ids) {
    ChangeSet changes = new ChangeSet();
    ids.forEach(id -> changes.addAll(takeBack(id)));
    return changes.add(change());
  }

  /**
   * Removes messages that have left the inbox. Returns the change, if there is one.
   *
   * @param inbox what waited when the run began
   * @param aside what was set aside then
   */
  Optional<Change> retain(Collection<InboxId> inbox, Collection<InboxId> aside) {
    Set<String> waiting = names(inbox);
    Set<String> all = names(aside);
    changed |= failed.keySet().retainAll(waiting);
    all.addAll(waiting);
    changed |= setAside.keySet().retainAll(all);
    changed |= tries.keySet().retainAll(all);
    return changes();
  }

  /** Returns the change that stores the record, if it is another than before. */
  Optional<Change> changes() {
    return changed ? Optional.of(change()) : Optional.empty();
  }

  private static Set<String> names(Collection<InboxId> ids) {
    return ids.stream().map(InboxId::value).collect(Collectors.toCollection(HashSet::new));
  }

  private Change change() {
    return StateDocument.READER_BATCHES.write(
        Shape.write(new All(nextItems, failed, setAside, tries)));
  }

  private Event told(String kind, InboxId id, String text) {
    return Event.of(Component.READER.name(), kind, now, PeerText.plain(id.value()) + text)
        .about("item", id);
  }
}
