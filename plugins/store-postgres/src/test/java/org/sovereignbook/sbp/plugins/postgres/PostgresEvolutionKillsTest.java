package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.evolution.EvolutionKillsContract;

/** Changes of agents whose society is in PostgreSQL, while processes die. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresEvolutionKillsTest extends EvolutionKillsContract {
  private final PostgresServer.Database server;

  PostgresEvolutionKillsTest(PostgresServer.Database server) {
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
