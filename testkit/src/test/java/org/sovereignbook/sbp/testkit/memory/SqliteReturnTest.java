package org.sovereignbook.sbp.testkit.memory;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.returning.ReturnContract;

class SqliteReturnTest extends ReturnContract {
  @Override
  protected Database open(Node node) {
    return new SqliteLedgerProvider().open(node);
  }
}
