package org.sovereignbook.sbp.authority.ledger;

import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.ledger.AuditContract;

/** The trail in SQLite, the default. */
class SqliteAuditTest extends AuditContract {
  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }
}
