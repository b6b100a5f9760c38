package org.sovereignbook.sbp.society.team;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.evolution.EvolutionKillsContract;

/** Changes of agents whose society is in SQLite, while processes die. */
class SqliteEvolutionKillsTest extends EvolutionKillsContract {
  @Override
  protected Database open(Node node) {
    return new SqliteLedgerProvider().open(node);
  }
}
