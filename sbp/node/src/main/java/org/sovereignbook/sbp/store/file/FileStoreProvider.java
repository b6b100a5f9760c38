package org.sovereignbook.sbp.store.file;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.StoreSettings;

/** The node directory itself as the store: the default, which needs no plugin. */
public final class FileStoreProvider implements StoreProvider {

  @Override
  public String name() {
    return StoreSettings.FILES;
  }

  @Override
  public String description() {
    return "the files of the node directory";
  }

  @Override
  public Store open(Node node) {
    FileStore store = new FileStore(node);
    store.restore();
    return store;
  }
}
