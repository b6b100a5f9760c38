package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.evolution.EvolutionTablesContract;

/** Rows of changes of agents whose society is in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresEvolutionTablesTest extends EvolutionTablesContract {
  private final PostgresServer.Database server;

  PostgresEvolutionTablesTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected JsonObject config() {
    return JsonObject.builder().put("store", server.withTables()).build();
  }

  @Override
  protected Database open(Node node) {
    return new PostgresLedgerProvider(Map.of()).open(node);
  }
}
