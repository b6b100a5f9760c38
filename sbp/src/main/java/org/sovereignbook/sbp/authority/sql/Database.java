package org.sovereignbook.sbp.authority.sql;

import java.sql.SQLException;
import java.util.Optional;

/**
 * A database that holds one node's tables. Thread-safe. A failure of the database is a {@code
 * StoreException} that says which database, what happened and what to do.
 */
public interface Database extends AutoCloseable {

  /** Statements that belong together. May be run more than once, so it changes nothing else. */
  @FunctionalInterface
  interface Work<T> {
    T on(Sql sql) throws SQLException;

    /** Runs it, as a database does: a statement that fails is the driver's exception. */
    default T run(Sql sql) throws SQLException {
      try {
        return on(sql);
      } catch (SqlFailure e) {
        throw e.reason();
      }
    }
  }

  /** Returns the database's place, for people; never a password. */
  String location();

  /** Runs queries, each on what is committed at its time. */
  <T> T read(Work<T> work);

  /** Runs queries on one committed state, while other processes continue writing. */
  <T> T snapshot(Work<T> work);

  /**
   * Runs the work as one transaction: all of it or nothing happens, and it is durable when this
   * returns. Work that the database asks to repeat is run again.
   */
  <T> T write(Work<T> work);

  /** Returns damage that the database itself detects, for people. */
  default Optional<String> fault() {
    return Optional.empty();
  }

  /**
   * Returns whether the file at its location is still the one that is open: it may have been replaced
   * by another, such as a restored backup.
   */
  default boolean isInPlace() {
    return true;
  }
  /** Returns whether no other process has it open now, as far as that can be determined. */
  default boolean isAlone() {
    return true;
  }

  /** Lets go of what was overwritten, as far as the database keeps it aside for a while. */
  default void forget() {
    // Nothing to do in databases that do so by themselves.
  }

  /**
   * Returns unused space to the disk.
   *
   * @param freePercent only when at least this part of it is unused
   * @param freeBytes and at least so much
   */
  default void shrink(int freePercent, long freeBytes) {
    // Nothing to do in databases that do so by themselves.
  }

  @Override
  void close();
}
