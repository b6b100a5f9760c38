package org.sovereignbook.sbp.cli.look;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SetAsides.ItemList;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.delivery.OutboxAsides;
import org.sovereignbook.sbp.store.SetAsideItem;
import org.sovereignbook.sbp.store.Store;

/** Set-aside items of the outbox: files of the node, and rows of its society. */
record OutboxAside(Session session, Node node) {
  private static final int MOST = 1_000;

  /** Returns all of them. */
  List<SetAsideItem> all(Store store) {
    List<SetAsideItem> all = new ArrayList<>(OutboxAsides.load(store).all());
    all.addAll(ofSociety());
    return List.copyOf(all);
  }

  /** Returns those of the society, if the node has one. */
  List<SetAsideItem> ofSociety() {
    Optional<Ledger> society = session.ledgerIfAny(node);
    if (society.isEmpty()) {
      return List.of();
    }
    try (Ledger ledger = society.get()) {
      return ledger.read(tx -> new SetAsides(tx).all(ItemList.OUTBOX, MOST));
    }
  }

  /** Takes those of the society back, or drops them. */
  void change(List<String> ids, boolean isDropped) {
    Optional<Ledger> society = ids.isEmpty() ? Optional.empty() : session.ledgerIfAny(node);
    if (society.isPresent()) {
      try (Ledger ledger = society.get()) {
        ledger.run(
            tx -> {
              for (String id : ids) {
                if (isDropped) {
                  new SetAsides(tx).drop(ItemList.OUTBOX, id);
                } else {
                  new SetAsides(tx).takeBack(ItemList.OUTBOX, id);
                }
              }
            });
      }
    }
  }
}
