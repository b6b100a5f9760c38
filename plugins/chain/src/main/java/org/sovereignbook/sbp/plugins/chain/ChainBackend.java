package org.sovereignbook.sbp.plugins.chain;

import org.pf4j.ExtensionPoint;
import org.sovereignbook.sbp.node.Node;

/** A kind of chain, chosen by {@code chain.backend}; an extension point for plugins. */
public interface ChainBackend extends ExtensionPoint {

  /** Returns its name in the configuration. */
  String name();

  /** Returns one line for people. */
  String description();

  /**
   * Opens the chain; contacts nothing yet.
   *
   * @throws ChainException when a variable is missing or wrong
   */
  ChainClient open(Node node, ChainVariables variables) throws ChainException;
}
