package org.sovereignbook.sbp.plugins.hooks;

import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;

/** Hooks of processes that share a file. */
class SqliteHooksTest extends HooksContract {
  @Override
  protected LedgerProvider provider() {
    return new SqliteLedgerProvider();
  }
}
