package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.util.List;

/** The tables that hold a node's state. */
final class SqlTables {
  private static final List<String> CLEARING =
      List.of(
          "DELETE FROM inbox",
          "DELETE FROM accepted_envelope",
          "DELETE FROM outbox",
          "DELETE FROM outbox_failed",
          "DELETE FROM sent",
          "DELETE FROM object",
          "DELETE FROM seen_hash",
          "DELETE FROM reply",
          "DELETE FROM seen_envelope",
          "DELETE FROM peer_line",
          "DELETE FROM peer_identity",
          "DELETE FROM log",
          "DELETE FROM log_archive",
          "DELETE FROM state");

  private SqlTables() {}

  /** Forgets everything but what is still to be done in files. */
  static void clear(Sql sql) throws SQLException {
    for (String statement : CLEARING) {
      sql.update(statement);
    }
  }
}
