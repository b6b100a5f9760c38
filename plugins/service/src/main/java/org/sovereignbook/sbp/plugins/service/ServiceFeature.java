package org.sovereignbook.sbp.plugins.service;

import java.util.List;
import org.sovereignbook.sbp.frontend.automation.KeeperFeature;
import org.sovereignbook.sbp.frontend.automation.Keepers;
import org.sovereignbook.sbp.frontend.command.CommandFeature;
import org.sovereignbook.sbp.frontend.command.CommandGroup;
import org.sovereignbook.sbp.frontend.command.FeatureCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;

/** Services of a machine that keep a node running (IMPLEMENTATION §6, §7), and its hand-over. */
public final class ServiceFeature implements CommandFeature, KeeperFeature {
  @Override
  public String name() {
    return "service";
  }

  @Override
  public String title() {
    return "a node under the service manager";
  }

  @Override
  public List<FeatureCommand> commands() {
    return List.of(
        new FeatureCommand("service", CommandGroup.KEEP, () -> new ServiceCommand()),
        new FeatureCommand("handoff", CommandGroup.KEEP, () -> new HandoffCommand()));
  }

  @Override
  public Keepers keepers(Session session, Node node) throws InterruptedException {
    return ServiceKeepers.of(session);
  }
}
