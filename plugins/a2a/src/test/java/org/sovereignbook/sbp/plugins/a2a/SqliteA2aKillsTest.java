package org.sovereignbook.sbp.plugins.a2a;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/** Servers of A2A that die while the society is in SQLite. */
class SqliteA2aKillsTest extends A2aKillsContract {
  @Override
  protected Database open(Node node) {
    return new SqliteLedgerProvider().open(node);
  }

  @Override
  protected Class<?> server() {
    return A2aServing.class;
  }
}
