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

  /** Where it is, for people; never a password. */
  String location();

  /** Runs queries, each on what is committed at its time. */
  <T> T read(Work<T> work);

  /** Runs queries on what is committed at one time, while others go on writing. */
  <T> T snapshot(Work<T> work);

  /**
   * Runs the work as one transaction: all of it or nothing happens, and it is durable when this
   * returns. Work that the database asks to repeat is run again.
   */
  <T> T write(Work<T> work);

  /** What is wrong with it, for people, as far as it finds that out by itself. */
  default Optional<String> fault() {
    return Optional.empty();
  }

  /**
   * Returns whether it is what one would open at its location now: a file may have been replaced by
   * another, as by a restored backup.
   */
  default boolean isInPlace() {
    return true;
  }

  /** Whether nobody else has it open now, as far as that can be told. */
  default boolean isAlone() {
    return true;
  }

  /** Lets go of what was overwritten, as far as the database keeps it aside for a while. */
  default void forget() {
    // It does so by itself.
  }

  /**
   * Gives unused room back to the disk.
   *
   * @param freePercent only if this part of it is unused
   * @param freeBytes and at least so much
   */
  default void shrink(int freePercent, long freeBytes) {
    // It does so by itself.
  }

  @Override
  void close();
}
