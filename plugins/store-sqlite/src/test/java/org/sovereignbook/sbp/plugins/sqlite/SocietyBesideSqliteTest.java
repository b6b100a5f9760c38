package org.sovereignbook.sbp.plugins.sqlite;

import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.ledger.LedgerContract;

/** A society in SQLite, beside a store in another SQLite file. */
class SocietyBesideSqliteTest extends LedgerContract {
  @Override
  protected void prepare(Node fresh) {
    fresh.writeJson(fresh.home().schedulerConfig(), JsonObject.empty());
  }

  @Override
  protected Database open(Node at) {
    return new SqliteLedgerProvider().open(at);
  }

  @Override
  protected Store store(Node at) {
    return new SqliteStoreProvider().open(at);
  }
}
