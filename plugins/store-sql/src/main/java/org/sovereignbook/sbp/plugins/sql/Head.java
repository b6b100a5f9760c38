package org.sovereignbook.sbp.plugins.sql;

import org.sovereignbook.sbp.authority.sql.Sql;

/**
 * Rows of {@code head}: taking one locks what it stands for until the end of the transaction, so
 * that transactions which change the same thing follow each other.
 */
final class Head {
  private Head() {}

  /** Locks it. */
  static void lock(Sql sql, String name) {
    take(sql, name, 0);
  }

  /** Locks it and sets so many numbers aside; the first of them. */
  static long take(Sql sql, String name, int numbers) {
    sql.update("INSERT INTO head (name, next_number) VALUES (?, 1) ON CONFLICT DO NOTHING", name);
    sql.update("UPDATE head SET next_number = next_number + ? WHERE name = ?", numbers, name);
    return sql.first("SELECT next_number FROM head WHERE name = ?", row -> row.number(1), name)
            .orElseThrow()
        - numbers;
  }
}
