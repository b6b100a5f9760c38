package org.sovereignbook.sbp.plugins.sqlite;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.store.StoreException;

/** The tables by version, which the file itself keeps ({@code PRAGMA user_version}). */
final class SqliteSchema {
  /** The script that leads to version 1, then to 2, and so on. */
  private static final List<String> SCRIPTS = List.of("V1.sql", "V2.sql");

  private SqliteSchema() {}

  /** Runs what is missing in one transaction; leaves auto-commit off. */
  static void update(Connection connection, Path file) throws SQLException {
    if (version(connection) == SCRIPTS.size()) {
      return;
    }
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      // Locks the file, so that of several processes one makes the tables.
      statement.executeUpdate("PRAGMA application_id = 0x53425031");
      int version = version(connection);
      if (version > SCRIPTS.size()) {
        throw new StoreException(
            file
                + " has schema version "
                + version
                + ", this program knows "
                + SCRIPTS.size()
                + "; use the newer sbp that has written it");
      }
      for (String script : SCRIPTS.subList(version, SCRIPTS.size())) {
        statement.executeUpdate(text(script));
      }
      statement.executeUpdate("PRAGMA user_version = " + SCRIPTS.size());
      connection.commit();
    }
  }

  private static int version(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA user_version")) {
      return result.next() ? result.getInt(1) : 0;
    }
  }

  private static String text(String script) {
    try {
      byte[] bytes =
          Resources.bytes(SqliteSchema.class, script)
              .orElseThrow(() -> new IllegalStateException("the plugin lacks its " + script));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
