package org.sovereignbook.sbp.store;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.store.Collection.Keyed;

/**
 * Archive of items that have left inbox and outbox, kept for a limited time (IMPLEMENTATION §5).
 */
public record Archive(Store store) {
  private static final Pattern DAY_AND_NAME =
      Pattern.compile("\\d{4}-(0\\d|1[0-2])-([0-2]\\d|3[01])/" + Keyed.ANY);

  public static final Keyed PROCESSED = Inbox.envelopes("inbox/processed");

  /** {@code inbox/rejected/ID.json}: the newest rejected envelopes, as they came. */
  public static final Keyed REJECTED = Inbox.envelopes("inbox/rejected");

  /** {@code sent/YYYY-MM-DD/NAME.json}. */
  public static final Keyed SENT = Collection.keyed("sent").keys(DAY_AND_NAME);

  /** Older sent items, moved here by {@link #archiveDay}. */
  public static final Keyed SENT_ARCHIVE = Collection.keyed("sent-archive").keys(DAY_AND_NAME);

  /** Delivered item. */
  public record SentId(LocalDate day, String name) {
    static SentId parse(String key) {
      int slash = key.indexOf('/');
      return new SentId(LocalDate.parse(key.substring(0, slash)), key.substring(slash + 1));
    }

    @Override
    public String toString() {
      return day + "/" + name;
    }
  }

  /** Returns the processed or rejected envelopes, oldest first (by id). */
  public List<InboxId> envelopes(Keyed shelf) {
    return store.keys(shelf).stream().map(InboxId::new).toList();
  }

  /** Returns the bytes of an envelope as received; empty when it is gone. */
  public Optional<byte[]> envelope(Keyed shelf, InboxId id) {
    return store.read(shelf, id.value());
  }

  /** Reads these in their order; those that are gone are left out. */
  public void readEach(Keyed shelf, List<InboxId> ids, BiConsumer<InboxId, byte[]> each) {
    List<String> keys = ids.stream().map(InboxId::value).toList();
    store.readEach(shelf, keys, (key, bytes) -> each.accept(new InboxId(key), bytes));
  }

  /**
   * Returns the envelopes that arrived before a time: by the time in their id, or for an id without
   * one by the time when they came here.
   */
  public List<InboxId> envelopesBefore(Keyed shelf, Instant time) {
    return envelopes(shelf).stream()
        .filter(
            id ->
                id.received()
                    .or(() -> store.changedAt(shelf, id.value()))
                    .filter(at -> at.isBefore(time))
                    .isPresent())
        .toList();
  }

  /** Returns the days with delivered items that have not moved to the archive, in order. */
  public List<LocalDate> sentDays() {
    return store.groups(SENT).stream().map(LocalDate::parse).toList();
  }

  /** Returns the items delivered on those days, by day and name. */
  public List<SentId> sent() {
    return store.keys(SENT).stream().map(SentId::parse).toList();
  }

  /** Returns a sent item, with its final state; empty when it is gone. */
  public Optional<JsonObject> readSent(SentId id) {
    return store.json(SENT, id.toString());
  }

  /**
   * Returns the change that moves a day's delivered items to the archive; nothing there is
   * replaced.
   */
  public static Change archiveDay(LocalDate day) {
    return new Change.MoveGroup(SENT, day.toString(), SENT_ARCHIVE);
  }

  /** Returns the change that deletes an envelope that had left the inbox. */
  public static Change remove(Keyed shelf, InboxId id) {
    return shelf.delete(id.value());
  }
}
