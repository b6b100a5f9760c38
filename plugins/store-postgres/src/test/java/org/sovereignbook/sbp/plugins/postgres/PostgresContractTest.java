package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.store.StoreContract;

/** PostgreSQL keeps the contract, that of a shared store included. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresContractTest extends StoreContract {
  private final PostgresServer.Database server;

  PostgresContractTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected void prepare(Node node) {
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder().put("store", server.config(server.emptySchema())).build());
  }

  @Override
  protected void release(Node node) {
    server.reuse(PostgresConfig.from(node.config().section("store.postgres"), Map.of()).schema());
  }

  @Override
  protected Store open(Node node) {
    return new PostgresStoreProvider(Map.of()).open(node);
  }

  @Override
  public boolean isShared() {
    return true;
  }
}
