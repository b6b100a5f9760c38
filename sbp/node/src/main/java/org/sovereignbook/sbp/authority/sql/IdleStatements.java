package org.sovereignbook.sbp.authority.sql;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;

/**
 * Cache of one connection's prepared statements that are not in use, with the most recently used
 * ones: preparing a statement takes SQLite longer than running it. Not thread-safe.
 */
final class IdleStatements {
  private final LinkedHashMap<String, PreparedStatement> idle = new LinkedHashMap<>();
  private final int most;

  /**
   * Creates a cache.
   *
   * @param most the maximum number of statements; 0 for a driver that caches them itself
   */
  IdleStatements(int most) {
    this.most = most;
  }

  PreparedStatement take(Connection connection, String text) throws SQLException {
    PreparedStatement known = idle.remove(text);
    return known == null ? connection.prepareStatement(text) : known;
  }

  /**
   * Returns a statement that is no longer in use; its results are closed. It may keep its values,
   * which the next use replaces: SQLite would plan many statements anew once they are cleared.
   *
   * @param isLarge whether its values take memory that should not be held
   */
  void giveBack(String text, PreparedStatement prepared, boolean isLarge) throws SQLException {
    if (most == 0 || idle.containsKey(text)) {
      prepared.close();
      return;
    }
    if (isLarge) {
      prepared.clearParameters();
    }
    idle.put(text, prepared);
    if (idle.size() > most) {
      idle.pollFirstEntry().getValue().close();
    }
  }
}
