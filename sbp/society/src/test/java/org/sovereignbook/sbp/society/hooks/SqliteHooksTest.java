package org.sovereignbook.sbp.society.hooks;

import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.testkit.hooks.HooksContract;

/** Hooks of processes that share a file. */
class SqliteHooksTest extends HooksContract {
  @Override
  protected LedgerProvider provider() {
    return new SqliteLedgerProvider();
  }
}
