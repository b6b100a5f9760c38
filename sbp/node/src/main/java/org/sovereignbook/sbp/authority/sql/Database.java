package org.sovereignbook.sbp.authority.sql;

import java.sql.SQLException;
import java.util.Optional;

/**
 * Database with one node's tables. Thread-safe. A failure is a {@code StoreException} that names
 * the database, the problem and the remedy.
 */
public interface Database extends AutoCloseable {

  /**
   * Statements that belong together. They may run more than once, so they must not change anything
   * else.
   */
  @FunctionalInterface
  interface Work<T> {
    T on(Sql sql) throws SQLException;

    /** Runs the work like a database: a failed statement becomes the driver's exception. */
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

  /** Runs queries, each on the state committed at its time. */
  <T> T read(Work<T> work);

  /** Runs queries on one committed state, while other processes continue writing. */
  <T> T snapshot(Work<T> work);

  /**
   * Runs the work as one transaction, which is durable when this method returns. Work is run again
   * when the database asks for that.
   */
  <T> T write(Work<T> work);

  /** Returns damage that the database itself detects, for people. */
  default Optional<String> fault() {
    return Optional.empty();
  }

  /**
   * Returns whether the file at its location is still the one that is open: it may have been
   * replaced by another, such as a restored backup.
   */
  default boolean isInPlace() {
    return true;
  }

  /** Returns whether no other process has it open now, as far as that can be determined. */
  default boolean isAlone() {
    return true;
  }

  /** Removes overwritten content that the database still has in a log. */
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
