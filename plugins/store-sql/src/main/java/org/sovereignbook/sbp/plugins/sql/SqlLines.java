package org.sovereignbook.sbp.plugins.sql;

import java.time.YearMonth;
import java.util.List;
import org.sovereignbook.sbp.authority.sql.Sql;
import org.sovereignbook.sbp.store.Change;
import org.sovereignbook.sbp.store.Collection.Streamed;

/**
 * Streams as rows of {@code line}, numbered in the order of their commits: a transaction that adds
 * lines locks the stream's {@link Head} until its end. A line's part is the month of an archive, or
 * empty.
 */
record SqlLines(Sql sql) {
  private static final String CURRENT = "";

  List<String> lines(Streamed stream) {
    return lines(stream, CURRENT);
  }

  List<String> archived(Streamed stream, YearMonth month) {
    return lines(stream, month.toString());
  }

  List<YearMonth> months(Streamed stream) {
    return sql
        .list(
            "SELECT DISTINCT part FROM line WHERE stream = ? AND part <> ?",
            row -> YearMonth.parse(row.text(1)),
            stream.name(),
            CURRENT)
        .stream()
        .sorted()
        .toList();
  }

  void append(Streamed stream, List<String> lines) {
    add(stream, CURRENT, lines);
  }

  /** Takes the oldest lines away and puts the summary where they stood. */
  void condense(Change.Condense change) {
    Streamed stream = change.stream();
    Head.lock(sql, head(stream, CURRENT));
    List<Long> numbers =
        sql.list(
            "SELECT number FROM line WHERE stream = ? AND part = ? ORDER BY number LIMIT ?",
            row -> row.number(1),
            stream.name(),
            CURRENT,
            change.replaced());
    String month = Streamed.month(change.at()).toString();
    int firstArchived = Math.max(0, numbers.size() - change.archived());
    for (int i = 0; i < numbers.size(); i++) {
      if (i >= firstArchived) {
        archive(stream, month, numbers.get(i));
      }
      replace(stream, numbers.get(i), i, change.summary());
    }
  }

  /** Replaces all lines of a stream, or of its archive of a month. */
  void fill(Change.FillLines fill) {
    String part = fill.month().map(YearMonth::toString).orElse(CURRENT);
    sql.update("DELETE FROM line WHERE stream = ? AND part = ?", fill.stream().name(), part);
    add(fill.stream(), part, fill.lines());
  }

  void clear(Streamed stream) {
    sql.update("DELETE FROM line WHERE stream = ?", stream.name());
  }

  private List<String> lines(Streamed stream, String part) {
    return sql.texts(
        "SELECT line FROM line WHERE stream = ? AND part = ? ORDER BY number", stream.name(), part);
  }

  private void add(Streamed stream, String part, List<String> lines) {
    long number = Head.take(sql, head(stream, part), lines.size());
    for (String line : lines) {
      sql.update(
          "INSERT INTO line (stream, part, number, line) VALUES (?, ?, ?, ?)",
          stream.name(),
          part,
          number++,
          line);
    }
  }

  private void archive(Streamed stream, String month, long number) {
    sql.update(
        "INSERT INTO line (stream, part, number, line)"
            + " SELECT stream, ?, ?, line FROM line WHERE stream = ? AND part = ? AND number = ?",
        month,
        Head.take(sql, head(stream, month), 1),
        stream.name(),
        CURRENT,
        number);
  }

  private void replace(Streamed stream, long number, int index, List<String> summary) {
    String at = " WHERE stream = ? AND part = ? AND number = ?";
    if (index < summary.size()) {
      sql.update(
          "UPDATE line SET line = ?" + at, summary.get(index), stream.name(), CURRENT, number);
    } else {
      sql.update("DELETE FROM line" + at, stream.name(), CURRENT, number);
    }
  }

  /** Returns the name of the counter: one for the stream, one for all its archives. */
  private static String head(Streamed stream, String part) {
    return part.isEmpty() ? stream.name() : stream.name() + " archive";
  }
}
