package org.sovereignbook.sbp.cli.demo;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.LogTail;

/** What the nodes write into their logs, as it comes. */
final class LogTails {

  private record Tail(DemoNode node, LogTail lines) {}

  private final List<Tail> tails = new ArrayList<>();

  LogTails(List<DemoNode> nodes) {
    for (DemoNode node : nodes) {
      tails.add(new Tail(node, node.store().tail(LogFile.OPS)));
      tails.add(new Tail(node, node.store().tail(LogFile.SESSION)));
    }
  }

  void show(DemoView view) {
    for (Tail tail : tails) {
      tail.lines().added().forEach(line -> view.event(tail.node().name(), line));
    }
  }
}
