package org.sovereignbook.sbp.testkit.ledger;

import org.sovereignbook.sbp.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.sql.Database;

/** The trail in SQLite, the default. */
class SqliteAuditTest extends AuditContract {
  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }
}
