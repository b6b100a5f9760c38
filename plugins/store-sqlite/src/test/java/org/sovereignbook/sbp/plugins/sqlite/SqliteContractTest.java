package org.sovereignbook.sbp.plugins.sqlite;

import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.sql.Sharing;
import org.sovereignbook.sbp.plugins.sql.SqlStore;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testkit.store.StoreContract;

/** SQLite keeps the contract, wherever its process dies. */
class SqliteContractTest extends StoreContract {
  @Override
  protected Store open(Node node) {
    return new SqliteStoreProvider().open(node);
  }

  @Override
  protected Optional<Store> openDying(Node node, int at) {
    SqliteDatabase database =
        SqliteDatabase.open(
            node.home().runtime().resolve("store.sqlite"),
            SqliteDatabase.on(node.disk(), SqliteSchema::update));
    return Optional.of(
        SqlStore.open(node, new CrashingDatabase(database, CrashPoint.at(at)), Sharing.NONE));
  }
}
