package org.sovereignbook.sbp.testing;

import org.sovereignbook.sbp.authority.sql.Database;

/** A database whose process dies at one of its commits: it sees nothing of the database after. */
public final class CrashingDatabase implements Database {
  /** When it dies. */
  public enum Moment {
    BEFORE,
    AFTER
  }

  private final Database database;
  private final int at;
  private final Moment moment;
  private int writes;
  private boolean dead;

  /**
   * Dies at this commit, counted from 0.
   *
   * @param database is not closed with this one
   */
  public CrashingDatabase(Database database, int at, Moment moment) {
    this.database = database;
    this.at = at;
    this.moment = moment;
  }

  /** Whether there was such a commit. */
  public synchronized boolean hasDied() {
    return dead;
  }

  private synchronized void live() {
    if (dead) {
      throw new SimulatedCrash("after commit " + at);
    }
  }

  private synchronized boolean dies(Moment now) {
    if (now != moment) {
      return false;
    }
    dead |= writes++ == at;
    return dead;
  }

  @Override
  public String location() {
    return database.location();
  }

  @Override
  public <T> T read(Work<T> work) {
    live();
    return database.read(work);
  }

  @Override
  public <T> T snapshot(Work<T> work) {
    live();
    return database.snapshot(work);
  }

  @Override
  public <T> T write(Work<T> work) {
    live();
    if (dies(Moment.BEFORE)) {
      throw new SimulatedCrash("before commit " + at);
    }
    T result = database.write(work);
    if (dies(Moment.AFTER)) {
      throw new SimulatedCrash("after commit " + at);
    }
    return result;
  }

  @Override
  public void close() {
    // Its process is gone, and the next one has the same database.
  }
}
