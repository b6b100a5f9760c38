package org.sovereignbook.sbp.testkit.memory;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/** Random worlds in SQLite, the default. */
class SqliteMemoryWorldsTest extends MemoryWorldsContract {
  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }
}
