package org.sovereignbook.sbp.testkit.board;

import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;

/** A board in SQLite. */
class SqliteBoardTest extends BoardContract {
  @Override
  protected Class<? extends LedgerProvider> provider() {
    return SqliteLedgerProvider.class;
  }
}
