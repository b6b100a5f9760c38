package org.sovereignbook.sbp.society.board;

import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.testkit.board.BoardContract;

/** A board in SQLite. */
class SqliteBoardTest extends BoardContract {
  @Override
  protected Class<? extends LedgerProvider> provider() {
    return SqliteLedgerProvider.class;
  }
}
