package org.sovereignbook.sbp.plugins.a2a;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;

/** Keeps the file that says that there are openings equal to the database. */
final class A2aMark {
  private A2aMark() {}

  static void renew(Session session) {
    Node node = session.node();
    try (Ledger ledger = session.ledger(node)) {
      List<String> agents =
          ledger.read(
              tx -> Opening.all(tx).stream().map(one -> one.agent().name()).distinct().toList());
      Opening.mark(node, agents);
    }
  }
}
