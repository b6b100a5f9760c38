package org.sovereignbook.sbp.store.copy;

import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreException;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.store.file.FileStoreProvider;

/**
 * Another store than the node's files: files in the folder that holds the node directory, on the
 * same disk.
 */
class SecondStore implements StoreProvider {
  static final String NAME = "second";

  /** Files and this. */
  static Stores stores() {
    return (node, name) ->
        switch (name) {
          case "files" -> new FileStoreProvider();
          case NAME -> new SecondStore();
          default -> throw new StoreException("there is no store " + name);
        };
  }

  static Node nodeOf(Node node) {
    return new Node(
        new NodeHome(node.home().root().resolve("..")), node.disk(), node.clock(), node.random());
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String description() {
    return "files elsewhere";
  }

  @Override
  public Store open(Node node) {
    return new FileStore(nodeOf(node));
  }
}
