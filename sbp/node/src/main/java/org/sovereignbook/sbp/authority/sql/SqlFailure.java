package org.sovereignbook.sbp.authority.sql;

import java.sql.SQLException;

/**
 * Failure of a statement, on its way to the {@link Database} that runs the work: only the database
 * knows what it means, and whether to run the work again.
 */
public final class SqlFailure extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final SQLException reason;

  SqlFailure(SQLException reason) {
    super(reason.getMessage(), reason);
    this.reason = reason;
  }

  public SQLException reason() {
    return reason;
  }
}
