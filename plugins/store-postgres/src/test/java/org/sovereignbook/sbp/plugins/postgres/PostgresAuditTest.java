package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.ledger.AuditContract;

/** The trail in PostgreSQL, in the schema of the store. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresAuditTest extends AuditContract {
  private final PostgresServer.Database server;

  PostgresAuditTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected void prepare(Node fresh) {
    fresh.writeJson(
        fresh.home().schedulerConfig(),
        JsonObject.builder().put("store", server.withTables()).build());
  }

  @Override
  protected Database open(Node at) {
    return new PostgresLedgerProvider(Map.of()).open(at);
  }
}
