package org.sovereignbook.sbp.plugins.postgres;

import java.sql.SQLException;

/** The connection broke during a commit: nobody knows whether the transaction was done. */
final class InDoubtException extends SQLException {
  private static final long serialVersionUID = 1;

  InDoubtException(SQLException cause) {
    super(cause.getMessage(), cause.getSQLState(), cause);
  }
}
