package org.sovereignbook.sbp.plugins.sqlite;

import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.testkit.store.AcceptKillsContract;

/** A server with SQLite. */
class SqliteAcceptKillsTest extends AcceptKillsContract {
  @Override
  protected Class<? extends StoreProvider> provider() {
    return SqliteStoreProvider.class;
  }
}
