package org.sovereignbook.sbp.ops.demo;

import java.util.List;
import java.util.function.Supplier;

/** Where the demo shows what happens. Called by one thread. */
interface DemoView extends AutoCloseable {

  /** A new phase of the run begins. */
  void phase(String text);

  /** A node wrote a line into one of its logs; not yet made harmless. */
  void event(String node, String line);

  /** Time to show how the nodes stand; a view that shows no states never asks for them. */
  void states(List<DemoNode> nodes, Supplier<List<NodeState>> states);

  /** Nothing more will be shown live. */
  @Override
  void close();
}
