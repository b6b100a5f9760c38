package org.sovereignbook.sbp.store.copy;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.Store;

/**
 * Copy of everything from one store to another. Entries that are there already are not written
 * again, so an interrupted copy continues.
 *
 * @param copied the number of entries written
 * @param present the number of entries that were there already
 */
record StoreCopy(int copied, int present) {
  /** Number of entries in one commit, so that journals and transactions stay small. */
  private static final int BATCH_ENTRIES = 200;

  private static final long BATCH_BYTES = 1 << 20;

  /** Writes into the target, batch by batch. */
  private static final class Batch {
    private final Store target;
    private ChangeSet changes = new ChangeSet();
    private int entries;
    private long bytes;

    Batch(Store target) {
      this.target = target;
    }

    void add(StoreContents.StoredItem entry) {
      changes.add(entry.restore());
      entries++;
      bytes += entry.bytes().length;
      if (entries >= BATCH_ENTRIES || bytes >= BATCH_BYTES) {
        flush();
      }
    }

    void flush() {
      if (!changes.isEmpty()) {
        target.commit(changes);
      }
      changes = new ChangeSet();
      entries = 0;
      bytes = 0;
    }
  }

  /** Returns whether the target has entries that the source does not have. */
  static boolean isStale(StoreContents source, StoreContents target, List<String> kinds) {
    return kinds.stream().anyMatch(kind -> target.holdsMoreThan(source, kind));
  }

  static StoreCopy run(
      Store source, Store target, List<Collection> collections, IntConsumer progress) {
    StoreContents from = new StoreContents(source, collections);
    StoreContents to = new StoreContents(target, collections);
    int[] copied = {0};
    int[] present = {0};
    for (String kind : from.kinds()) {
      Function<String, Optional<StoreContents.StoredItem>> there = to.lookup(kind);
      Batch batch = new Batch(target);
      from.forEach(
          kind,
          entry -> {
            if (entry.isPresent() && isPresent(there, entry.get())) {
              present[0]++;
            } else if (entry.isPresent()) {
              batch.add(entry.get());
              copied[0]++;
            }
            progress.accept(copied[0] + present[0]);
          });
      batch.flush();
    }
    target.objects().rebuildIndexes();
    return new StoreCopy(copied[0], present[0]);
  }

  private static boolean isPresent(
      Function<String, Optional<StoreContents.StoredItem>> there, StoreContents.StoredItem entry) {
    return there
        .apply(entry.name())
        .filter(same -> Arrays.equals(same.bytes(), entry.bytes()))
        .isPresent();
  }
}
