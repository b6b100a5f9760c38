package org.sovereignbook.sbp.store;

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.store.Store.Usage;

/**
 * Enforcement of the bounds of every {@link StoredClass} and {@link StoredLines} (THREATS: one
 * quota over everything that strangers can cause to be stored). Commits are counted incrementally;
 * only at a bound a class is listed, and its surplus entries are deleted, a tenth at a time, before
 * the commit is made: no bound is exceeded at any time. Not thread-safe.
 *
 * @param store one that makes changes as they are; the caller has locked its node
 */
public record StorageQuota(Store store, Config config) {
  /** Number of entries that one commit deletes, so that the journal stays small. */
  private static final int BATCH_ENTRIES = 200;

  /**
   * {@code operational/stored-by-strangers.json}: how much of each class strangers have caused, at
   * most. When it is lost, all of a class counts until that is too much.
   */
  private record Held(SequencedMap<String, Usage> classes) {
    static Held load(Store store) {
      return store
          .intactState(StateDocument.STRANGERS)
          .map(Shape.of(Held.class)::readWhatFits)
          .orElseGet(() -> new Held(new LinkedHashMap<>()));
    }

    Change save() {
      return StateDocument.STRANGERS.write(Shape.write(this));
    }
  }

  /** Returns a store whose commits keep the bounds, for a step with exclusive access. */
  public static Store over(Store store) {
    return new Bounded(store);
  }

  private static final class Bounded extends ForwardingStore {
    private final Store store;

    Bounded(Store store) {
      super(store);
      this.store = store;
    }

    @Override
    public void commit(ChangeSet changes) {
      // A node under construction has no configuration, and strangers do not know it.
      boolean isMade = node().disk().exists(node().home().schedulerConfig());
      super.commit(isMade ? new StorageQuota(store, node().config()).fitted(changes) : changes);
    }
  }

  /**
   * Frees space for a commit's entries. Returns the changes without the entries that do not fit.
   */
  ChangeSet fitted(ChangeSet wanted) {
    StoredLines.ALL.forEach(one -> fit(one, one.appendedBy(wanted)));
    if (!StrangersEntries.hasAny(wanted)) {
      return wanted;
    }
    Map<StoredClass, List<StrangersEntry>> coming = new StrangersEntries(store).coming(wanted);
    if (coming.isEmpty()) {
      return wanted;
    }
    Held held = new Held(new LinkedHashMap<>(Held.load(store).classes()));
    Set<Change> refused = Collections.newSetFromMap(new IdentityHashMap<>());
    coming.forEach(
        (one, entries) -> {
          Usage after = held(one, held).plus(StrangersEntry.usage(entries));
          Usage fits = after.isWithin(bound(one)) ? after : evict(one, entries, refused);
          held.classes().put(one.name(), fits);
        });
    return without(refused, wanted).add(held.save());
  }

  /** Checks every class that may exceed its bound, since the peers that the node chose change. */
  public void enforce() {
    Held held = new Held(new LinkedHashMap<>());
    for (StoredClass one : StoredClass.ALL) {
      Usage all = store.usage(one.in());
      held.classes()
          .put(one.name(), all.isWithin(bound(one)) ? all : evict(one, List.of(), Set.of()));
    }
    StoredLines.ALL.forEach(this::trim);
    store.commit(new ChangeSet().add(held.save()));
  }

  /**
   * Deletes strangers' entries until the missing bytes are free, those of unknown senders first.
   *
   * @param forWhom the standing above which entries are kept
   * @return the deleted entries
   */
  public Usage free(long missingBytes, Standing forWhom) {
    long missing = missingBytes;
    Usage all = new Usage(0, 0);
    for (StoredClass one : StoredClass.ALL) {
      List<StrangersEntry> gone = new ArrayList<>();
      for (StrangersEntry next :
          StrangersEntry.firstToGo(new StrangersEntries(store).all(one, List.of()))) {
        if (missing > 0 && next.standing().compareTo(forWhom) <= 0) {
          gone.add(next);
          missing -= next.bytes();
        }
      }
      remove(one, gone);
      all = all.plus(StrangersEntry.usage(gone));
    }
    return all;
  }

  /** Returns an upper bound of the entries of a class that strangers have caused. */
  private Usage held(StoredClass one, Held held) {
    return Optional.ofNullable(held.classes().get(one.name()))
        .orElseGet(() -> store.usage(one.in()));
  }

  private Usage bound(StoredClass one) {
    return new Usage(config.get(one.maxFiles()), config.get(one.maxBytes()));
  }

  /**
   * Deletes entries beyond the bound, and refuses incoming ones. Known senders fill the bound
   * first; the others get the rest.
   *
   * @return the strangers' entries afterwards
   */
  private Usage evict(StoredClass one, List<StrangersEntry> coming, Set<Change> refused) {
    List<StrangersEntry> all = new StrangersEntries(store).all(one, coming);
    Usage left = bound(one);
    List<StrangersEntry> gone = new ArrayList<>();
    for (Standing standing : List.of(Standing.KNOWN, Standing.UNKNOWN)) {
      List<StrangersEntry> theirs =
          all.stream().filter(entry -> entry.standing() == standing).toList();
      List<StrangersEntry> beyond = StrangersEntry.beyond(left, theirs);
      gone.addAll(beyond);
      left = left.minus(StrangersEntry.usage(theirs)).plus(StrangersEntry.usage(beyond));
    }
    gone.forEach(entry -> entry.coming().ifPresent(refused::add));
    remove(one, gone.stream().filter(entry -> entry.coming().isEmpty()).toList());
    return bound(one).minus(left);
  }

  private void remove(StoredClass one, List<StrangersEntry> entries) {
    for (int from = 0; from < entries.size(); from += BATCH_ENTRIES) {
      int to = Math.min(from + BATCH_ENTRIES, entries.size());
      ChangeSet batch = new ChangeSet();
      for (StrangersEntry entry : entries.subList(from, to)) {
        batch.add(one.in().delete(entry.key()));
        if (!one.in().indexes().isEmpty()) {
          store.read(one.in(), entry.key()).stream()
              .flatMap(value -> StrangersEntries.following(one.in(), entry.key(), value))
              .forEach(put -> batch.add(put.in().delete(put.key())));
        }
      }
      store.commit(batch);
    }
  }

  private static ChangeSet without(Set<Change> refused, ChangeSet wanted) {
    if (refused.isEmpty()) {
      return wanted;
    }
    Set<String> following = new HashSet<>();
    for (Change change : refused) {
      if (change instanceof Change.Put(var in, var key, var value)) {
        StrangersEntries.following(in, key, value).forEach(put -> following.add(name(put)));
      }
    }
    return wanted.replaced(
        change ->
            switch (change) {
              case Change.Move move when refused.contains(change) ->
                  Stream.of(move.from().delete(move.key()));
              case Change.Put put when refused.contains(change) || following.contains(name(put)) ->
                  Stream.of();
              default -> Stream.of(change);
            });
  }

  private static String name(Change.Put put) {
    return put.in().name() + " " + put.key();
  }

  /** Frees space for lines: older lines move to the archive, whose oldest lines are deleted. */
  private void fit(StoredLines one, int coming) {
    int lines = coming == 0 ? 0 : store.lines(one.stream()).size();
    int most = config.get(one.maxLines());
    if (lines + coming > most) {
      int gone = Math.clamp(lines + coming - most * 9L / 10, 0, lines);
      int archived = one.maxArchivedLines().isPresent() ? gone : 0;
      store.commit(
          new ChangeSet()
              .add(
                  new Change.Condense(
                      one.stream(), store.node().now(), gone, archived, List.of())));
      trim(one);
    }
  }

  private void trim(StoredLines one) {
    long left = one.maxArchivedLines().map(config::get).orElse(0);
    for (YearMonth month : store.months(one.stream()).reversed()) {
      List<String> lines = store.archived(one.stream(), month);
      if (lines.size() > left) {
        List<String> kept = lines.subList((int) (lines.size() - left), lines.size());
        store.commit(
            new ChangeSet().add(new Change.FillLines(one.stream(), Optional.of(month), kept)));
      }
      left = Math.max(0, left - lines.size());
    }
  }
}
