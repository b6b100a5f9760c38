package org.sovereignbook.sbp.plugins.demo;

import java.util.List;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.plugins.demo.script.DemoNodeCommand;

/** A network of nodes to be watched; demos of other features stand below its command. */
public final class DemoFeature implements CommandFeature {
  @Override
  public String name() {
    return "demo";
  }

  @Override
  public String title() {
    return "nodes that talk, to be watched";
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("demo", CommandGroup.BEGIN, () -> new DemoCommand()).ofEveryDay(),
        new FeatureCommand("demo-node", CommandGroup.HIDDEN, () -> new DemoNodeCommand()));
  }
}
