package org.sovereignbook.sbp.maintenance;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection.Keyed;

/** What has been kept long enough. */
final class Expired {
  private Expired() {}

  /** The days of {@code sent/} that go to {@code sent-archive/}. */
  static List<Change> sentDays(Archive archive, Instant now, int keepDays) {
    LocalDate keptFrom = LocalDate.ofInstant(now, ZoneOffset.UTC).minusDays(keepDays);
    return archive.sentDays().stream()
        .filter(day -> day.isBefore(keptFrom))
        .map(Archive::archiveDay)
        .toList();
  }

  /** The processed and rejected envelopes that are too old. */
  static List<Change> envelopes(Archive archive, Instant now, int keepDays) {
    Instant keptFrom = now.minus(Duration.ofDays(keepDays));
    List<Change> removals = new ArrayList<>();
    for (Keyed shelf : List.of(Archive.PROCESSED, Archive.REJECTED)) {
      archive
          .envelopesBefore(shelf, keptFrom)
          .forEach(id -> removals.add(Archive.remove(shelf, id)));
    }
    return removals;
  }
}
