package org.sovereignbook.sbp.society.memory;

import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.testkit.memory.MemoryWritersContract;

/** Two processes on one file. */
class SqliteMemoryWritersTest extends MemoryWritersContract {
  @Override
  protected Class<? extends LedgerProvider> provider() {
    return SqliteLedgerProvider.class;
  }
}
