package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.store.Archive;
import org.sovereignbook.sbp.store.InboxId;

/** What has left inbox and outbox: rows of {@code inbox} in another state, and of {@code sent}. */
final class SqlArchive implements Archive {
  /** Values of the column {@code archived}. */
  static final int RECENT = 0;

  static final int ARCHIVED = 1;

  private final Database database;

  SqlArchive(Database database) {
    this.database = database;
  }

  @Override
  public List<InboxId> envelopes(Shelf shelf) {
    return database.read(sql -> SqlInbox.ids(sql, state(shelf)));
  }

  @Override
  public Optional<byte[]> envelope(Shelf shelf, InboxId id) {
    return database.read(
        sql ->
            sql.first(
                "SELECT envelope FROM inbox WHERE state = ? AND id = ?",
                row -> row.bytes(1),
                state(shelf),
                id.value()));
  }

  @Override
  public List<InboxId> envelopesBefore(Shelf shelf, Instant time) {
    record Moved(InboxId id, Instant at) {}
    return database
        .read(
            sql ->
                sql.list(
                    "SELECT id, moved_at FROM inbox WHERE state = ?",
                    row ->
                        new Moved(new InboxId(row.text(1)), Instant.ofEpochSecond(row.number(2))),
                    state(shelf)))
        .stream()
        .filter(moved -> moved.id().received().orElse(moved.at()).isBefore(time))
        .map(Moved::id)
        .sorted()
        .toList();
  }

  @Override
  public List<LocalDate> sentDays() {
    return database
        .read(
            sql ->
                sql.list(
                    "SELECT DISTINCT day FROM sent WHERE archived = ?",
                    row -> LocalDate.parse(row.text(1)),
                    RECENT))
        .stream()
        .sorted()
        .toList();
  }

  @Override
  public List<SentId> sent() {
    return ids(RECENT);
  }

  @Override
  public Optional<JsonObject> readSent(SentId id) {
    return read(RECENT, id);
  }

  @Override
  public List<SentId> archived() {
    return ids(ARCHIVED);
  }

  @Override
  public Optional<JsonObject> readArchived(SentId id) {
    return read(ARCHIVED, id);
  }

  /** How the table {@code inbox} calls a shelf. */
  static String state(Shelf shelf) {
    return switch (shelf) {
      case PROCESSED -> SqlInbox.PROCESSED;
      case REJECTED -> SqlInbox.REJECTED;
    };
  }

  private List<SentId> ids(int archived) {
    return database
        .read(
            sql ->
                sql.list("SELECT day, name FROM sent WHERE archived = ?", SqlArchive::id, archived))
        .stream()
        .sorted()
        .toList();
  }

  private Optional<JsonObject> read(int archived, SentId id) {
    return database
        .read(
            sql ->
                sql.first(
                    "SELECT item FROM sent WHERE archived = ? AND day = ? AND name = ?",
                    row -> row.text(1),
                    archived,
                    id.day().toString(),
                    id.name()))
        .map(text -> StoredJson.parse("delivered item " + id, text));
  }

  static SentId id(Sql.Row row) throws SQLException {
    return new SentId(LocalDate.parse(row.text(1)), row.text(2));
  }
}
