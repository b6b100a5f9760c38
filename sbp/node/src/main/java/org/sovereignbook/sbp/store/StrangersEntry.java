package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.store.Store.Usage;

/**
 * Entry of a {@link StoredClass} caused by a peer that the node did not choose.
 *
 * @param coming the change that adds it, while it is not stored yet
 */
record StrangersEntry(
    String key,
    Standing standing,
    Optional<PublicKey> causer,
    long bytes,
    Instant at,
    Optional<Change> coming) {
  /** Size that the smallest file takes on most disks. */
  private static final long BLOCK_BYTES = 4_096;

  /**
   * Share of the bound that is kept when entries are deleted, so that not each commit has to check
   * again.
   */
  private static final double KEPT_SHARE = 0.9;

  private record Ranked(StrangersEntry entry, long causersBytes) {}

  static Usage usage(List<StrangersEntry> entries) {
    return new Usage(entries.size(), entries.stream().mapToLong(StrangersEntry::bytes).sum());
  }

  /** Returns the entries to delete so that the others are within a bound. */
  static List<StrangersEntry> beyond(Usage bound, List<StrangersEntry> entries) {
    Usage left = usage(entries);
    List<StrangersEntry> gone = new ArrayList<>();
    if (!left.isWithin(bound)) {
      Usage kept =
          new Usage((long) (bound.files() * KEPT_SHARE), (long) (bound.bytes() * KEPT_SHARE));
      for (StrangersEntry next : firstToGo(entries)) {
        if (left.isWithin(kept)) {
          break;
        }
        gone.add(next);
        left = left.minus(new Usage(1, next.bytes()));
      }
    }
    return gone;
  }

  /**
   * Sorts entries for deletion: the lowest standing first; then the causer with the most bytes, so
   * that many or large entries cost their own causer; then the oldest.
   */
  static List<StrangersEntry> firstToGo(List<StrangersEntry> entries) {
    Map<Optional<PublicKey>, Long> taken = new HashMap<>();
    List<Ranked> ranked = new ArrayList<>();
    entries.stream()
        .sorted(Comparator.comparing(StrangersEntry::at).reversed())
        .forEach(
            entry -> {
              long blocks = Math.max(1, Math.ceilDiv(entry.bytes(), BLOCK_BYTES));
              long all = taken.merge(entry.causer(), blocks * BLOCK_BYTES, Long::sum);
              ranked.add(new Ranked(entry, all));
            });
    return ranked.reversed().stream()
        .sorted(
            Comparator.<Ranked, Standing>comparing(one -> one.entry().standing())
                .thenComparing(Comparator.comparingLong(Ranked::causersBytes).reversed()))
        .map(Ranked::entry)
        .toList();
  }
}
