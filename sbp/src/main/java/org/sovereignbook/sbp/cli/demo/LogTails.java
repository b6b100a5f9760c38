package org.sovereignbook.sbp.cli.demo;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.cli.LogFollower;
import org.sovereignbook.sbp.node.NodeHome;

/** What the nodes write into their logs, as it comes. */
final class LogTails {

  private record Tail(DemoNode node, LogFollower follower) {}

  private final List<Tail> tails = new ArrayList<>();

  LogTails(List<DemoNode> nodes) {
    for (DemoNode node : nodes) {
      NodeHome home = node.node().home();
      tails.add(new Tail(node, LogFollower.atStartOf(node.node().disk(), home.opsLog())));
      tails.add(new Tail(node, LogFollower.atStartOf(node.node().disk(), home.sessionLog())));
    }
  }

  void show(DemoView view) {
    for (Tail tail : tails) {
      tail.follower().added().forEach(line -> view.event(tail.node().name(), line));
    }
  }
}
