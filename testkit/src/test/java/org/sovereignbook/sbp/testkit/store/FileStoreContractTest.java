package org.sovereignbook.sbp.testkit.store;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/** The files of the node directory keep the contract. */
class FileStoreContractTest extends StoreContract {
  @Override
  protected Store open(Node node) {
    return new FileStoreProvider().open(node);
  }
}
