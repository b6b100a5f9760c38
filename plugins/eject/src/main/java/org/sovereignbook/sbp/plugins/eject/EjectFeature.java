package org.sovereignbook.sbp.plugins.eject;

import java.util.List;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;

/** Steps as source to change (docs/patching.md). Those that were ejected run without it, too. */
public final class EjectFeature implements CommandFeature {
  @Override
  public String name() {
    return "eject";
  }

  @Override
  public String title() {
    return "the source of a step, to be changed";
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(new FeatureCommand("eject", CommandGroup.KEEP, () -> new EjectCommand()));
  }
}
