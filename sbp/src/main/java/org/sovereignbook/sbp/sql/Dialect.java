package org.sovereignbook.sbp.sql;

/** In what the SQL of two databases differs, as far as this program speaks it. */
public enum Dialect {
  SQLITE(
      "INTEGER PRIMARY KEY AUTOINCREMENT",
      "",
      "",
      "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?"),
  POSTGRES(
      "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
      " FOR UPDATE",
      " FOR UPDATE SKIP LOCKED",
      "SELECT 1 FROM information_schema.tables"
          + " WHERE table_schema = current_schema() AND table_name = ?");

  private final String serial;
  private final String forUpdate;
  private final String skipLocked;
  private final String tableQuery;

  Dialect(String serial, String forUpdate, String skipLocked, String tableQuery) {
    this.serial = serial;
    this.forUpdate = forUpdate;
    this.skipLocked = skipLocked;
    this.tableQuery = tableQuery;
  }

  /** What follows the name of a column that numbers its rows by itself and is the primary key. */
  public String serial() {
    return serial;
  }

  /**
   * The end of a query whose rows are to be changed in the same transaction: waits for others that
   * have locked them, and locks them. Empty where there is one writer at a time.
   */
  public String forUpdate() {
    return forUpdate;
  }

  /**
   * The same, but leaves out rows that others have locked. Empty where there is one writer at a
   * time.
   */
  public String skipLocked() {
    return skipLocked;
  }

  /** Finds the table of a name; its one parameter. */
  String tableQuery() {
    return tableQuery;
  }
}
