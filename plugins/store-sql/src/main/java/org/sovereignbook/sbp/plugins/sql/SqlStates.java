package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.store.StateDocument;

/** The documents that components keep, as rows of {@code state}. */
final class SqlStates {
  private SqlStates() {}

  static Optional<JsonObject> find(Database database, StateDocument document) {
    return database
        .read(
            sql ->
                sql.first(
                    "SELECT json FROM state WHERE document = ?", row -> row.text(1), document.id()))
        .map(text -> StoredJson.parse(document.id(), text));
  }

  static int write(Sql sql, StateDocument document, JsonObject json) throws SQLException {
    return sql.update(
        "INSERT INTO state (document, json) VALUES (?, ?)"
            + " ON CONFLICT (document) DO UPDATE SET json = excluded.json",
        document.id(),
        StoredJson.text(json));
  }
}
