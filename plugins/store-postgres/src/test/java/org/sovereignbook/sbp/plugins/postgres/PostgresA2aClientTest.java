package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.plugins.a2a.A2aClientContract;
import org.sovereignbook.sbp.plugins.a2a.ClientStore;
import org.sovereignbook.sbp.testkit.PackedPlugin;

/** Work for agents of others, of a node whose society is in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresA2aClientTest extends A2aClientContract {
  private final PostgresServer.Database server;

  PostgresA2aClientTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected ClientStore store() {
    return new ClientStore(
        Optional.of(server.withTables()),
        plugins ->
            PackedPlugin.into(
                plugins,
                PostgresLedgerProvider.class,
                "store-postgres",
                "store:postgres, ledger:postgres"),
        new PostgresLedgerProvider(Map.of())::open);
  }
}
