package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.pf4j.Extension;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/**
 * The society beside the store {@code postgres}, in the same schema: several machines are one team.
 */
@Extension
public final class PostgresLedgerProvider implements LedgerProvider {
  private final Map<String, String> environment;

  public PostgresLedgerProvider() {
    this(System.getenv());
  }

  PostgresLedgerProvider(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return PostgresStoreProvider.NAME;
  }

  @Override
  public Database open(Node node) {
    return PostgresDatabase.open(
        PostgresConfig.from(node.config().section("store.postgres"), environment),
        () -> PostgresSchema.lost(node));
  }
}
