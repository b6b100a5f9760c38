package org.sovereignbook.sbp.cli.demo;

import java.util.List;
import java.util.function.Supplier;

/** Shows nothing: the result says it all. */
record SilentView() implements DemoView {
  @Override
  public void stage(String text) {}

  @Override
  public void event(String node, String line) {}

  @Override
  public void states(List<DemoNode> nodes, Supplier<List<NodeState>> states) {}

  @Override
  public void close() {}
}
