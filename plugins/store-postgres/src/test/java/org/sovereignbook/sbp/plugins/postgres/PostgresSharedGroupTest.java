package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.testkit.memory.SharedGroupContract;

/** Shared groups of societies in PostgreSQL. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresSharedGroupTest extends SharedGroupContract {
  private final PostgresServer.Database server;

  PostgresSharedGroupTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected Database open(Node node) {
    if (node.readText(node.home().schedulerConfig()).filter(it -> it.contains("store")).isEmpty()) {
      node.writeJson(
          node.home().schedulerConfig(),
          JsonObject.builder().put("store", server.config(server.newSchema())).build());
    }
    return new PostgresLedgerProvider(Map.of()).open(node);
  }
}
