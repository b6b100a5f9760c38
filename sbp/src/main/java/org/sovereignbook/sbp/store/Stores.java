package org.sovereignbook.sbp.store;

import org.sovereignbook.sbp.node.Node;

/** How a node's store is opened: by the provider that its configuration names. */
@FunctionalInterface
public interface Stores {

  /**
   * The provider of this name.
   *
   * @throws StoreException when there is none; says which plugin would have it
   */
  StoreProvider named(Node node, String name);

  /**
   * Opens the store that the configuration names.
   *
   * @throws StoreException when it cannot be opened
   */
  default Store open(Node node) {
    return named(node, backend(node)).open(node);
  }

  /** What the configuration names; without a configuration the files. */
  static String backend(Node node) {
    return node.disk().exists(node.home().schedulerConfig())
        ? node.config().get(StoreSettings.BACKEND)
        : StoreSettings.FILES;
  }
}
