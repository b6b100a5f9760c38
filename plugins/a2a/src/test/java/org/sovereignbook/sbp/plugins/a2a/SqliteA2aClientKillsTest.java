package org.sovereignbook.sbp.plugins.a2a;

import org.junit.jupiter.api.Tag;

/** Clients of A2A that die while their society is in SQLite. */
@Tag("trial")
class SqliteA2aClientKillsTest extends A2aClientKillsContract {
  @Override
  protected ClientStore store() {
    return ClientStore.sqlite();
  }
}
