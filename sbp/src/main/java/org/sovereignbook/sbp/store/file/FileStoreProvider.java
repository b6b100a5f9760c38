package org.sovereignbook.sbp.store.file;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.StoreSettings;
import org.sovereignbook.sbp.store.Stores;

/** The node directory itself as the store: the default, which needs no plugin. */
public final class FileStoreProvider implements StoreProvider {

  /** For programs that know no plugins: files, or a refusal. */
  public static Stores only() {
    return (node, name) -> {
      if (name.equals(StoreSettings.FILES)) {
        return new FileStoreProvider();
      }
      throw new StoreException(
          "there is no store " + name + "; sbp plugin list shows what there is");
    };
  }

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
    return new FileStore(node);
  }
}
