package org.sovereignbook.sbp.plugins.a2a;

import java.nio.file.Path;
import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;

/** File that says that there are openings, so that nobody has to ask the database. */
final class OpenFile {
  private OpenFile() {}

  private static Path path(Node node) {
    return node.home().runtime().resolve("a2a").resolve("open.json");
  }

  static boolean isAny(Node node) {
    return node.disk().exists(path(node));
  }

  /** Writes or removes it after a change was stored. */
  static void renew(Session session) {
    Node node = session.node();
    try (Ledger ledger = session.ledger(node)) {
      List<String> agents =
          ledger.read(
              tx -> OpenAgent.all(tx).stream().map(one -> one.agent().name()).distinct().toList());
      write(node, agents);
    }
  }

  private static void write(Node node, List<String> agents) {
    if (!agents.isEmpty()) {
      node.writeJson(path(node), JsonObject.empty().with("agents", JsonArray.ofStrings(agents)));
    } else if (isAny(node)) {
      node.disk().delete(path(node));
    }
  }
}
