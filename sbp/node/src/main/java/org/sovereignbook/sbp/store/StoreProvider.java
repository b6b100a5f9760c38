package org.sovereignbook.sbp.store;

import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.Settings;

/**
 * A kind of storage: the extension point for storage plugins. {@code store.backend} in the node's
 * configuration names the one that the node uses; each has its own settings in the section {@code
 * store.NAME}. A plugin's class has a public constructor without parameters.
 */
public interface StoreProvider extends ExtensionPoint {

  /** Returns the name in {@code store.backend}, such as {@code sqlite}. */
  String name();

  /** Returns one line for {@code sbp plugin list}. */
  String description();

  /** Returns the settings in the section {@code store.NAME}. */
  default Settings settings() {
    return Settings.none();
  }

  /**
   * Opens the node's store, and makes it when there is none yet. Reads and changes nothing of the
   * node's state: {@link Store#recover} does.
   *
   * @throws StoreException when it cannot be opened; says why and what to do, without passwords
   */
  Store open(Node node);
}
