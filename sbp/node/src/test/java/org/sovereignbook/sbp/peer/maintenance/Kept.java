package org.sovereignbook.sbp.peer.maintenance;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestNode;

/** What the tests of maintenance share: a node's files by name, and runs on it. */
record Kept(TestNode node) {

  MaintenanceResult run() {
    return run(node.node());
  }

  static MaintenanceResult run(Node on) {
    return new Maintenance(on, new FileStore(on)).run();
  }

  Path path(String name) {
    return node.home().runtime().resolve(name);
  }

  Kept write(String name, String text) {
    node.node().writeText(path(name), text);
    return this;
  }

  /** The file's text; empty text when there is none. */
  String read(String name) {
    return node.node().readText(path(name)).orElse("");
  }

  boolean has(String name) {
    return node.node().disk().exists(path(name));
  }

  Kept with(String key, String value) {
    node.configure(node.node().config().json().with(key, value));
    return this;
  }

  Kept with(String key, JsonObject value) {
    node.configure(node.node().config().json().with(key, value));
    return this;
  }

  Kept log(String file, List<String> lines) {
    return write(file, String.join("\n", lines) + "\n");
  }

  static List<String> numbered(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i).toList();
  }

  /** All lines of a log, archives first, without what maintenance itself logs. */
  List<String> everyLine(String log) {
    List<String> lines = new ArrayList<>();
    String archive = log.replace(".md", "-archive-2026-03.md");
    for (String file : List.of(archive, log)) {
      read(file).lines().filter(line -> !line.startsWith("[maintenance]")).forEach(lines::add);
    }
    return lines;
  }

  List<String> opsLog() {
    return node.store().lines(LogFile.OPS);
  }
}
