package org.sovereignbook.sbp.society.recall;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.ledger.RecallContract;

/** Search in SQLite, the default. */
class SqliteRecallTest extends RecallContract {
  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }
}
