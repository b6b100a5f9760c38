package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.plugins.relay.RelayContract;
import org.sovereignbook.sbp.plugins.relay.RelayStore;
import org.sovereignbook.sbp.testkit.PackedPlugin;

/** A relay and its guest, of nodes that keep everything in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresRelayTest extends RelayContract {
  private final PostgresServer.Database server;

  PostgresRelayTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected RelayStore store() {
    return new RelayStore(
        () -> Optional.of(server.withTables()),
        plugins ->
            PackedPlugin.into(
                plugins,
                PostgresLedgerProvider.class,
                "store-postgres",
                "store:postgres, ledger:postgres"),
        new PostgresLedgerProvider(Map.of())::open,
        new PostgresStoreProvider(Map.of())::open);
  }
}
