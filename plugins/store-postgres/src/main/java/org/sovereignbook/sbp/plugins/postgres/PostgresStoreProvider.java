package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.pf4j.Extension;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.plugins.sql.SqlStore;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreProvider;

/**
 * The store {@code postgres}: a schema of a PostgreSQL database or of a cluster compatible with it,
 * which several machines may share.
 */
@Extension
public final class PostgresStoreProvider implements StoreProvider {
  static final String NAME = "postgres";

  private final Map<String, String> environment;

  public PostgresStoreProvider() {
    this(System.getenv());
  }

  PostgresStoreProvider(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "all state in PostgreSQL, which several machines may share";
  }

  @Override
  public Settings settings() {
    return PostgresConfig.ALL;
  }

  @Override
  public Store open(Node node) {
    PostgresConfig config =
        PostgresConfig.from(node.config().section("store.postgres"), environment);
    PostgresDatabase database = PostgresDatabase.open(config, () -> PostgresSchema.lost(node));
    return SqlStore.open(node, database, new Workers(node, config, database));
  }
}
