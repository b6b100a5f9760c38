package org.sovereignbook.sbp.authority.ledger;

import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.ledger.LedgerContract;

/** A society in SQLite, beside a store of files. */
class SqliteLedgerTest extends LedgerContract {
  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }
}
