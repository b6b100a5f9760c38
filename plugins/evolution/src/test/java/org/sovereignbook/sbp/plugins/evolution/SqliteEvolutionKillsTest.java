package org.sovereignbook.sbp.plugins.evolution;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/** Changes of agents whose society is in SQLite, while processes die. */
class SqliteEvolutionKillsTest extends EvolutionKillsContract {
  @Override
  protected Database open(Node node) {
    return new SqliteLedgerProvider().open(node);
  }
}
