package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.swarm.SwarmContract;

/** Swarms of societies in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresSwarmTest extends SwarmContract {
  private final PostgresServer.Database server;

  PostgresSwarmTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected Database open(Node node) {
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder().put("store", server.config(server.newSchema())).build());
    return new PostgresLedgerProvider(Map.of()).open(node);
  }
}
