package org.sovereignbook.sbp.plugins.postgres;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.testkit.attack.AttackContract;
import org.sovereignbook.sbp.testkit.attack.AttackedNode;

/** A node on PostgreSQL holds against the same attacks as one on files. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresAttackTest extends AttackContract {
  private final PostgresServer.Database server;

  PostgresAttackTest(PostgresServer.Database server) {
    this.server = server;
  }

  @Override
  protected StoreProvider stores() {
    return new PostgresStoreProvider(Map.of());
  }

  @Override
  protected void prepare(AttackedNode node) {
    node.configured("store", server.withTables());
  }
}
