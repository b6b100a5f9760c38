package org.sovereignbook.sbp.society.memory;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.memory.MemoryWorldsContract;

/** Random worlds in SQLite, the default. */
class SqliteMemoryWorldsTest extends MemoryWorldsContract {
  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }
}
