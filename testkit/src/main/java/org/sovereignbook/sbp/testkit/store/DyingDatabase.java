package org.sovereignbook.sbp.testkit.store;

import org.sovereignbook.sbp.authority.sql.Database;

/**
 * Database whose process dies at one of its transactions: at an even moment just before the commit,
 * at an odd one just after it.
 */
public final class DyingDatabase implements Database {
  private final Database database;
  private int moments;

  public DyingDatabase(Database database, int at) {
    this.database = database;
    this.moments = at;
  }

  @Override
  public String location() {
    return database.location();
  }

  @Override
  public <T> T read(Work<T> work) {
    return database.read(work);
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    return database.snapshot(work);
  }

  @Override
  public <T> T write(Work<T> work) {
    T result =
        database.write(
            sql -> {
              T made = work.run(sql);
              dieInTime("before a commit");
              return made;
            });
    dieInTime("after a commit");
    return result;
  }

  @Override
  public void close() {
    database.close();
  }

  private void dieInTime(String where) {
    if (moments-- == 0) {
      throw new Dying.Death(where);
    }
  }
}
