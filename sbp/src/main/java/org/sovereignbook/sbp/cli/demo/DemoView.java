package org.sovereignbook.sbp.cli.demo;

import java.util.List;

/** Where the demo shows what happens. Called by one thread. */
interface DemoView extends AutoCloseable {

  /** A new part of the demo begins. */
  void stage(String text);

  /** A node wrote a line into one of its logs; not yet made harmless. */
  void event(String node, String line);

  /** How the nodes stand now. */
  void states(List<DemoNode> nodes, List<NodeState> states);

  /** Nothing more will be shown live. */
  @Override
  void close();
}
