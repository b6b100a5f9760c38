package com.example.audited;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.testkit.store.StoreContract;

class AuditedStoreTest extends StoreContract {
  @Override
  protected Store open(Node node) {
    return new AuditedStoreProvider().open(node);
  }
}
