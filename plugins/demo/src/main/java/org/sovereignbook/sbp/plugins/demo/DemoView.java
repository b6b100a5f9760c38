package org.sovereignbook.sbp.plugins.demo;

import java.util.List;
import java.util.function.Supplier;

/** Output of the demo's progress. Called by one thread. */
interface DemoView extends AutoCloseable {

  /** Shows the start of a phase. */
  void phase(String text);

  /** Shows a new line in one of a node's logs, which may hold unsafe characters. */
  void event(String node, String line);

  /** Offers the nodes' states; a view that shows none never computes them. */
  void states(List<DemoNode> nodes, Supplier<List<NodeState>> states);

  /** Ends the live output. */
  @Override
  void close();
}
