package org.sovereignbook.sbp.plugins.postgres;

import java.sql.SQLException;

/** Failure of a connection during a commit, with an unknown outcome of the transaction. */
final class InDoubtException extends SQLException {
  private static final long serialVersionUID = 1;

  InDoubtException(SQLException cause) {
    super(cause.getMessage(), cause.getSQLState(), cause);
  }
}
