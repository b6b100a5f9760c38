package org.sovereignbook.sbp.plugins.evolution;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/** Rows of changes of agents whose society is in SQLite. */
class SqliteEvolutionTablesTest extends EvolutionTablesContract {
  @Override
  protected Database open(Node node) {
    return new SqliteLedgerProvider().open(node);
  }
}
