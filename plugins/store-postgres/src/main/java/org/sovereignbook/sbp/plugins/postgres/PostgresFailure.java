package org.sovereignbook.sbp.plugins.postgres;

import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.util.PSQLException;
import org.sovereignbook.sbp.net.http.IoWords;
import org.sovereignbook.sbp.node.FileWords;
import org.sovereignbook.sbp.store.StoreException;

/** Meaning of a failure of PostgreSQL, by its SQLSTATE. */
final class PostgresFailure {
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String DEADLOCK = "40P01";

  /** Two transactions chose the same free name; the second finds it taken when it runs again. */
  private static final String UNIQUE_VIOLATION = "23505";

  private static final String CONNECTION_CLASS = "08";
  private static final String SHUTDOWN_CLASS = "57P";

  private PostgresFailure() {}

  /** Returns whether the same transaction may well succeed when it is run again. */
  static boolean isWorthRepeating(SQLException failure) {
    if (failure instanceof InDoubtException || isPoolTimeout(failure)) {
      return false;
    }
    String state = state(failure);
    return state.equals(SERIALIZATION_FAILURE)
        || state.equals(DEADLOCK)
        || state.equals(UNIQUE_VIOLATION)
        || isConnectionLoss(failure);
  }

  static boolean isConnectionLoss(SQLException failure) {
    return state(failure).startsWith(CONNECTION_CLASS) || state(failure).startsWith(SHUTDOWN_CLASS);
  }

  /** Explains the failure and its remedy. */
  static StoreException explain(PostgresConfig config, SQLException failure) {
    return new StoreException(
        config.location() + ": " + message(failure) + "; " + remedy(failure), failure);
  }

  private static String remedy(SQLException failure) {
    String state = state(failure);
    if (failure instanceof InDoubtException) {
      return "nobody knows whether the change was made; run this again";
    }
    if (state.startsWith("28")) {
      return "check store.postgres.user and the password (password_variable, PGPASSWORD or"
          + " ~/.pgpass)";
    }
    if (state.equals("3D000")) {
      return "make the database, or correct store.postgres.url";
    }
    if (state.equals("42501")) {
      return "give the user the right to create and use the schema";
    }
    if (state.startsWith("53")) {
      return "the database has no room or connections left; make some";
    }
    if (isPoolTimeout(failure) && failure.getCause() == null) {
      return "run this again, or raise store.postgres.connections";
    }
    if (isConnectionLoss(failure) || isPoolTimeout(failure)) {
      return "check that PostgreSQL runs and that store.postgres.url leads to it, then run this"
          + " again";
    }
    return "see docs/storage.md";
  }

  /**
   * Returns the server's words; where there was no connection, the reason in our own. For the
   * pool's own time-out its cause explains the missing connection.
   */
  private static String message(SQLException failure) {
    if (isPoolTimeout(failure) && failure.getCause() == null) {
      return "all connections of this process were in use for too long";
    }
    SQLException root = root(failure);
    boolean isOfServer = root instanceof PSQLException it && it.getServerErrorMessage() != null;
    return isOfServer || !(isConnectionLoss(failure) || isPoolTimeout(failure))
        ? FileWords.ownWords(root).orElse("it failed without a reason")
        : IoWords.of(root);
  }

  private static boolean isPoolTimeout(SQLException failure) {
    return failure instanceof java.sql.SQLTransientConnectionException;
  }

  private static String state(SQLException failure) {
    return Optional.ofNullable(root(failure).getSQLState()).orElse("");
  }

  private static SQLException root(SQLException failure) {
    return isPoolTimeout(failure) && failure.getCause() instanceof SQLException cause
        ? cause
        : failure;
  }
}
