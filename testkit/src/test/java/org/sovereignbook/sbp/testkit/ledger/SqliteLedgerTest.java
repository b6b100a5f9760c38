package org.sovereignbook.sbp.testkit.ledger;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/** A society in SQLite, beside a store of files. */
class SqliteLedgerTest extends LedgerContract {
  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }
}
