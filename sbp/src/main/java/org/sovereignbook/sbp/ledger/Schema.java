package org.sovereignbook.sbp.ledger;

import java.sql.SQLException;
import java.util.List;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.sql.Database;
import org.sovereignbook.sbp.sql.Dialect;
import org.sovereignbook.sbp.sql.Sql;
import org.sovereignbook.sbp.store.StoreException;

/** The society's tables by version: one list of scripts for all rooms and databases. */
final class Schema {
  /** The script that leads to version 1, then to 2, and so on. What was released never changes. */
  static final List<String> SCRIPTS =
      List.of("V1__ledger.sql", "V2__agents.sql", "V3__board.sql", "V4__mail.sql", "V5__team.sql");

  static final String TABLE = "society_version";

  private Schema() {}

  /** Runs what is missing in one transaction; of several processes one does. */
  static void update(Database database) {
    if (database.read(Schema::version) != SCRIPTS.size()) {
      database.write(
          sql -> {
            update(sql, database.location());
            return true;
          });
    }
  }

  private static void update(Sql sql, String location) throws SQLException {
    if (sql.dialect() == Dialect.POSTGRES) {
      // The rows of the store's own versions, which every cluster can lock; advisory locks not.
      boolean _ = sql.exists("SELECT 1 FROM sbp_schema_history ORDER BY 1 FOR UPDATE");
    }
    int version = version(sql);
    if (version > SCRIPTS.size()) {
      throw new StoreException(
          location
              + " has a society of version "
              + version
              + ", this program knows "
              + SCRIPTS.size()
              + "; use the newer sbp that has written it");
    }
    if (version == 0) {
      sql.script("CREATE TABLE " + TABLE + " (version INTEGER PRIMARY KEY)");
    }
    for (int next = version + 1; next <= SCRIPTS.size(); next++) {
      sql.script(text(SCRIPTS.get(next - 1)).replace("${serial}", sql.dialect().serial()));
      sql.update("INSERT INTO " + TABLE + " (version) VALUES (?)", next);
    }
  }

  private static int version(Sql sql) throws SQLException {
    return sql.hasTable(TABLE)
        ? sql.first("SELECT MAX(version) FROM " + TABLE, row -> Math.toIntExact(row.number(1)))
            .orElse(0)
        : 0;
  }

  private static String text(String script) {
    return Resources.text("org/sovereignbook/sbp/ledger/migrations/" + script);
  }
}
