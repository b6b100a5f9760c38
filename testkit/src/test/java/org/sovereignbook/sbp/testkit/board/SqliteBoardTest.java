package org.sovereignbook.sbp.testkit.board;

import org.sovereignbook.sbp.ledger.LedgerProvider;
import org.sovereignbook.sbp.ledger.SqliteLedgerProvider;

/** A board in SQLite. */
class SqliteBoardTest extends BoardContract {
  @Override
  protected Class<? extends LedgerProvider> provider() {
    return SqliteLedgerProvider.class;
  }
}
