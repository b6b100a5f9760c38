package org.sovereignbook.sbp.plugins.sql;

import java.sql.SQLException;
import java.time.YearMonth;
import java.util.List;
import java.util.Locale;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Logs;

/**
 * The logs as rows of {@code log}, numbered in the order of their commits: whoever adds lines locks
 * the log's {@link Head} until the end of the transaction.
 */
final class SqlLogs implements Logs {
  private final Database database;

  SqlLogs(Database database) {
    this.database = database;
  }

  @Override
  public List<String> lines(LogFile log) {
    return database.read(
        sql ->
            sql.list(
                "SELECT line FROM log WHERE log = ? ORDER BY number",
                row -> row.text(1),
                name(log)));
  }

  @Override
  public List<YearMonth> months(LogFile log) {
    return database
        .read(
            sql ->
                sql.list(
                    "SELECT DISTINCT month FROM log_archive WHERE log = ?",
                    row -> YearMonth.parse(row.text(1)),
                    name(log)))
        .stream()
        .sorted()
        .toList();
  }

  @Override
  public List<String> archived(LogFile log, YearMonth month) {
    return database.read(
        sql ->
            sql.list(
                "SELECT line FROM log_archive WHERE log = ? AND month = ? ORDER BY number",
                row -> row.text(1),
                name(log),
                month.toString()));
  }

  static void append(Sql sql, LogFile log, List<String> lines) throws SQLException {
    long number = Head.take(sql, name(log), lines.size());
    for (String line : lines) {
      sql.update("INSERT INTO log (log, number, line) VALUES (?, ?, ?)", name(log), number++, line);
    }
  }

  /** Takes the oldest lines away and puts the summary where they stood. */
  static void condense(Sql sql, Change.CondenseLog change) throws SQLException {
    String log = name(change.log());
    Head.lock(sql, log);
    List<Long> numbers =
        sql.list(
            "SELECT number FROM log WHERE log = ? ORDER BY number LIMIT ?",
            row -> row.number(1),
            log,
            change.replaced());
    String month = change.at().toString().substring(0, "2026-03".length());
    int firstArchived = Math.max(0, numbers.size() - change.archived());
    for (int i = 0; i < numbers.size(); i++) {
      if (i >= firstArchived) {
        archive(sql, log, month, numbers.get(i));
      }
      replace(sql, log, numbers.get(i), i, change.summary());
    }
  }

  /** Puts all lines of a log, or of its archive of a month, in the place of what is there. */
  static void restore(Sql sql, Change.Restore.Lines lines) throws SQLException {
    String log = name(lines.log());
    if (lines.month().isEmpty()) {
      sql.update("DELETE FROM log WHERE log = ?", log);
      append(sql, lines.log(), lines.lines());
      return;
    }
    String month = lines.month().get().toString();
    sql.update("DELETE FROM log_archive WHERE log = ? AND month = ?", log, month);
    long number = Head.take(sql, archive(log), lines.lines().size());
    for (String line : lines.lines()) {
      sql.update(
          "INSERT INTO log_archive (log, month, number, line) VALUES (?, ?, ?, ?)",
          log,
          month,
          number++,
          line);
    }
  }

  private static void archive(Sql sql, String log, String month, long number) throws SQLException {
    sql.update(
        "INSERT INTO log_archive (log, month, number, line)"
            + " SELECT log, ?, ?, line FROM log WHERE log = ? AND number = ?",
        month,
        Head.take(sql, archive(log), 1),
        log,
        number);
  }

  private static void replace(Sql sql, String log, long number, int index, List<String> summary)
      throws SQLException {
    if (index < summary.size()) {
      sql.update(
          "UPDATE log SET line = ? WHERE log = ? AND number = ?", summary.get(index), log, number);
    } else {
      sql.update("DELETE FROM log WHERE log = ? AND number = ?", log, number);
    }
  }

  private static String archive(String log) {
    return log + " archive";
  }

  private static String name(LogFile log) {
    return log.name().toLowerCase(Locale.ROOT);
  }
}
