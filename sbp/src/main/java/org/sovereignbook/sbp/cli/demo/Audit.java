package org.sovereignbook.sbp.cli.demo;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.node.Disk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.store.LogEntry;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.Store;

/** Whether every envelope that any node sent was accepted and processed by its receiver. */
record Audit(int sent, int processed, List<String> problems) {

  static Audit of(List<DemoNode> nodes) {
    List<String> problems = new ArrayList<>();
    nodes.forEach(node -> problems.addAll(leftovers(node)));
    return new Audit(0, 0, problems);
  }

  private static List<String> leftovers(DemoNode node) {
    List<String> problems = new ArrayList<>();
    Store store = node.store();
    Disk disk = node.node().disk();
    NodeHome home = node.node().home();
    store.inbox().pending().forEach(id -> problems.add(node.name() + ": inbox/" + id + " waits"));
    store
        .outbox()
        .pending()
        .forEach(id -> problems.add(node.name() + ": outbox/" + id + " was not delivered"));
    store
        .outbox()
        .failed()
        .forEach(name -> problems.add(node.name() + ": outbox/failed/" + name + " failed"));
    for (Path file : disk.files(home.inboxRejected())) {
      problems.add(node.name() + ": rejected " + file.getFileName());
    }
    for (String line : store.log(LogFile.OPS)) {
      if (line.contains("Z " + LogEntry.ERROR_PREFIX)) {
        problems.add(node.name() + ": " + line);
      }
    }
    return problems;
  }
}
