package org.sovereignbook.sbp.testing;

import org.sovereignbook.sbp.authority.sql.Database;

/**
 * Database whose process dies before one of its commits, which rolls the work back, or after it.
 *
 * @param database is closed with this one
 */
public record CrashingDatabase(Database database, CrashPoint point) implements Database {
  @Override
  public String location() {
    return database.location();
  }

  @Override
  public <T> T read(Work<T> work) {
    point.live();
    return database.read(work);
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    point.live();
    return database.snapshot(work);
  }

  @Override
  public <T> T write(Work<T> work) {
    point.live();
    T result =
        database.write(
            sql -> {
              T made = work.run(sql);
              point.pass(CrashPoint.Moment.BEFORE);
              return made;
            });
    point.pass(CrashPoint.Moment.AFTER);
    return result;
  }

  @Override
  public void close() {
    database.close();
  }
}
