package org.sovereignbook.sbp.plugins.sqlite;

import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.testkit.attack.AttackContract;

/** A node on SQLite holds against the same attacks as one on files. */
class SqliteAttackTest extends AttackContract {
  @Override
  protected StoreProvider stores() {
    return new SqliteStoreProvider();
  }
}
