package org.sovereignbook.sbp.society.sessions;

import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.testkit.sessions.SessionsContract;

/** Sessions of processes that share a file. */
class SqliteSessionsTest extends SessionsContract {
  @Override
  protected LedgerProvider provider() {
    return new SqliteLedgerProvider();
  }
}
