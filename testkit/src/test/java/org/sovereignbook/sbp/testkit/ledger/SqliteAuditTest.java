package org.sovereignbook.sbp.testkit.ledger;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/** The trail in SQLite, the default. */
class SqliteAuditTest extends AuditContract {
  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }
}
