package org.sovereignbook.sbp.plugins.a2a;

/** Work for agents of others, of a node whose society is in SQLite. */
class A2aClientTest extends A2aClientContract {
  @Override
  protected ClientStore store() {
    return ClientStore.sqlite();
  }
}
