package org.sovereignbook.sbp.plugins.postgres;

import org.pf4j.Extension;
import org.sovereignbook.sbp.ledger.LedgerProvider;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.sql.Database;

/**
 * The society beside the store {@code postgres}, in the same schema: several machines are one team.
 */
@Extension
public final class PostgresLedgerProvider implements LedgerProvider {

  @Override
  public String name() {
    return "postgres";
  }

  @Override
  public Database open(Node node) {
    return PostgresDatabase.open(
        PostgresConfig.from(node.config().section("store.postgres"), System.getenv()));
  }
}
