package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.plugins.a2a.A2aClientKillsContract;
import org.sovereignbook.sbp.plugins.a2a.ClientStore;
import org.sovereignbook.sbp.testkit.PackedPlugin;

/** Clients of A2A that die while their society is in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresA2aClientKillsTest extends A2aClientKillsContract {
  private final PostgresServer.Database server;

  PostgresA2aClientKillsTest(PostgresServer.Database server) {
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
