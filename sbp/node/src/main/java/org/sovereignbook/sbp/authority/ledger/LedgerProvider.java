package org.sovereignbook.sbp.authority.ledger;

import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.node.Node;

/**
 * Database for the society: the extension point for plugins. A provider with the name of the node's
 * {@code store.backend} is used, so that machines that share the node's state share its society;
 * otherwise SQLite is. A plugin's class has a public constructor without parameters.
 */
public interface LedgerProvider extends ExtensionPoint {

  /** Returns the name of the store that it belongs to, such as {@code postgres}. */
  String name();

  /**
   * Returns whether a society may exist; false only when its absence is known without opening it.
   */
  default boolean mayExist(Node node) {
    return true;
  }

  /**
   * Opens the database; its tables are created by {@link Ledger#open}.
   *
   * @throws org.sovereignbook.sbp.store.StoreException when it cannot be opened
   */
  Database open(Node node);
}
