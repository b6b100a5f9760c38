package org.sovereignbook.sbp.plugins.postgres;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testkit.memory.MemoryWritersContract;

/** A process on each of two machines, on one PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresMemoryWritersTest extends MemoryWritersContract {
  private final PostgresServer.Database server;

  PostgresMemoryWritersTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected Class<? extends LedgerProvider> provider() {
    return PostgresLedgerProvider.class;
  }

  @Override
  protected JsonObject config() {
    return JsonObject.builder().put("store", server.withTables()).build();
  }

  @Override
  protected int machines() {
    return 2;
  }
}
