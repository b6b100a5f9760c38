package org.sovereignbook.sbp.plugins.postgres;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testkit.board.BoardContract;

/** A board in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresBoardTest extends BoardContract {
  private final PostgresServer.Database server;

  PostgresBoardTest(PostgresServer.Database server) {
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
}
