package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.hooks.HooksContract;

/** Hooks of machines that share a PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresHooksTest extends HooksContract {
  private final PostgresServer.Database server;

  PostgresHooksTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected LedgerProvider provider() {
    return new PostgresLedgerProvider(Map.of());
  }

  @Override
  protected JsonObject config() {
    return JsonObject.builder().put("store", server.withTables()).build();
  }

  @Override
  protected boolean isShared() {
    return true;
  }
}
