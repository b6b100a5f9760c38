package org.sovereignbook.sbp.authority.sql;

import java.util.Map;
import java.util.TreeMap;

/**
 * Count of what the statements of one SQLite connection may have changed, for caches: the database
 * itself reports only what other connections change. In doubt it counts. Not thread-safe.
 */
final class OwnChanges {
  /** Counts by the beginning of the names of tables. */
  private final Map<String, Long> counts = new TreeMap<>();

  long of(String tables) {
    return counts.computeIfAbsent(tables, _ -> 0L);
  }

  /** Must be called before the statement runs, even if it fails. */
  void note(String statement) {
    if (!counts.isEmpty() && !statement.startsWith("SELECT ") && !statement.startsWith("PRAGMA ")) {
      counts.replaceAll((tables, count) -> mayChange(statement, tables) ? count + 1 : count);
    }
  }

  /** Looks only at what is before the columns, which may have names like those of tables. */
  private static boolean mayChange(String statement, String tables) {
    boolean isOfOneTable =
        statement.startsWith("INSERT ")
            || statement.startsWith("UPDATE ")
            || statement.startsWith("DELETE ");
    int columns = statement.indexOf('(');
    String head = columns < 0 ? statement : statement.substring(0, columns);
    return !isOfOneTable || head.contains(" " + tables);
  }

  /** Notes a script, which may be the end of a transaction that is undone. */
  void noteScript(String text) {
    if (!text.startsWith("BEGIN ") && !text.equals("COMMIT")) {
      counts.replaceAll((_, count) -> count + 1);
    }
  }
}
