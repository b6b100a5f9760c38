package org.sovereignbook.sbp.authority.sql;

import java.util.Optional;

/** Differences between the SQL of the supported databases, as far as this program uses it. */
public enum Dialect {
  SQLITE(
      "INTEGER PRIMARY KEY AUTOINCREMENT",
      "INTEGER PRIMARY KEY",
      "",
      "",
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"),
  POSTGRES(
      "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
      "BIGINT PRIMARY KEY",
      " FOR UPDATE",
      " FOR UPDATE SKIP LOCKED",
      "SELECT 1 FROM information_schema.tables"
          + " WHERE table_schema = current_schema() AND table_name = ?");

  private final String serial;
  private final String key;
  private final String forUpdate;
  private final String skipLocked;
  private final String tableQuery;

  Dialect(String serial, String key, String forUpdate, String skipLocked, String tableQuery) {
    this.serial = serial;
    this.key = key;
    this.forUpdate = forUpdate;
    this.skipLocked = skipLocked;
    this.tableQuery = tableQuery;
  }

  /**
   * Returns the definition of a column that numbers its rows automatically and is the primary key.
   */
  public String serial() {
    return serial;
  }

  /** Returns the definition of a column with the caller's own numbers, the primary key. */
  public String key() {
    return key;
  }

  /**
   * Returns the end of a query whose rows are changed in the same transaction: it waits for the
   * locks of other transactions, and locks the rows. Empty for a database with one writer at a
   * time.
   */
  public String forUpdate() {
    return forUpdate;
  }

  /**
   * Returns the end of a query that locks rows and leaves out those that other transactions have
   * locked. Empty for a database with one writer at a time.
   */
  public String skipLocked() {
    return skipLocked;
  }

  /**
   * Returns the suffix of a column of text in ORDER BY that orders by its UTF-8 bytes, on every
   * database.
   */
  public String byteOrder() {
    return this == POSTGRES ? " COLLATE \"C\"" : "";
  }

  /**
   * Returns the clause after the columns of an INSERT that brings its own numbers for {@link
   * #serial}.
   */
  String ownNumbers() {
    return this == POSTGRES ? " OVERRIDING SYSTEM VALUE" : "";
  }

  /**
   * Returns the query that makes {@link #serial} continue after the largest number, when the
   * database needs it.
   */
  Optional<String> goOnNumbering(String table, String column) {
    return this == POSTGRES
        ? Optional.of(
            "SELECT setval(pg_get_serial_sequence('%1$s', '%2$s'), MAX(%2$s)) FROM %1$s"
                .formatted(table, column))
        : Optional.empty();
  }

  /** Returns the query that finds the table of a name, its one parameter. */
  String tableQuery() {
    return tableQuery;
  }
}
