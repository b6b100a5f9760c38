package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;

/**
 * What has left inbox and outbox and is kept for a while (IMPLEMENTATION §5: {@code
 * inbox/processed/}, {@code inbox/rejected/}, {@code sent/}, {@code sent-archive/}). Entries come
 * and go by {@link Store#commit} only.
 */
public interface Archive {

  /** Where an envelope lies that has left the inbox. */
  enum Shelf {
    PROCESSED,
    REJECTED
  }

  /** One delivered item. */
  record SentId(LocalDate day, String name) implements Comparable<SentId> {
    @Override
    public int compareTo(SentId other) {
      int byDay = day.compareTo(other.day);
      return byDay != 0 ? byDay : name.compareTo(other.name);
    }

    @Override
    public String toString() {
      return day + "/" + name;
    }
  }

  /** The envelopes on a shelf, oldest first (by id). */
  List<InboxId> envelopes(Shelf shelf);

  /** The bytes of one as they were received; empty when it is gone. */
  Optional<byte[]> envelope(Shelf shelf, InboxId id);

  /**
   * The envelopes on a shelf that arrived before a time: by the time in their id, or for an id
   * without one by the time when they came here.
   */
  List<InboxId> envelopesBefore(Shelf shelf, Instant time);

  /** The days on which something was delivered that has not moved on to the archive, in order. */
  List<LocalDate> sentDays();

  /** What was delivered on those days, by day and name. */
  List<SentId> sent();

  /** One of them, with its final state; empty when it is gone. */
  Optional<JsonObject> readSent(SentId id);

  /** What {@link Change.ArchiveDay} has moved out of the way, by day and name. */
  List<SentId> archived();

  /** One of those; empty when it is gone. */
  Optional<JsonObject> readArchived(SentId id);

  /** The change that moves what was delivered on a day on; nothing there is replaced. */
  static Change archiveDay(LocalDate day) {
    return new Change.ArchiveDay(day);
  }

  /** The change that deletes an envelope that had left the inbox. */
  static Change remove(Shelf shelf, InboxId id) {
    return new Change.RemoveArchived(shelf, id);
  }
}
