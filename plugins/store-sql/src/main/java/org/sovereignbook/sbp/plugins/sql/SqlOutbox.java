package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;

/** What waits for delivery, as rows of {@code outbox}, and what was given up. */
final class SqlOutbox implements Outbox {
  private final Database database;
  private final Sharing sharing;

  SqlOutbox(Database database, Sharing sharing) {
    this.database = database;
    this.sharing = sharing;
  }

  @Override
  public List<OutboxId> pending() {
    return database.read(sql -> sql.list("SELECT kind, name FROM outbox", SqlOutbox::id)).stream()
        .sorted()
        .toList();
  }

  @Override
  public Optional<JsonObject> read(OutboxId id) {
    return database
        .read(
            sql ->
                sql.first(
                    "SELECT item FROM outbox WHERE kind = ? AND name = ?",
                    row -> row.text(1),
                    id.kind().toString(),
                    id.name()))
        .map(text -> StoredJson.parse("outbox item " + id, text));
  }

  @Override
  public List<String> failed() {
    return database
        .read(sql -> sql.list("SELECT name FROM outbox_failed", row -> row.text(1)))
        .stream()
        .sorted()
        .toList();
  }

  @Override
  public Optional<JsonObject> readFailed(String name) {
    return database
        .read(
            sql ->
                sql.first(
                    "SELECT item FROM outbox_failed WHERE name = ?", row -> row.text(1), name))
        .map(text -> StoredJson.parse("failed item " + name, text));
  }

  @Override
  public Claim claim(List<OutboxId> wanted) {
    return sharing.claim(wanted);
  }

  /** The id in the columns kind and name. */
  static OutboxId id(Sql.Row row) throws SQLException {
    return new OutboxId(OutboxKind.valueOf(row.text(1).toUpperCase(Locale.ROOT)), row.text(2));
  }
}
