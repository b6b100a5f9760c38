package org.sovereignbook.sbp.testkit.memory;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/** Shared groups of societies in SQLite, the default. */
class SqliteSharedGroupTest extends SharedGroupContract {
  @Override
  protected Database open(Node node) {
    return new SqliteLedgerProvider().open(node);
  }
}
