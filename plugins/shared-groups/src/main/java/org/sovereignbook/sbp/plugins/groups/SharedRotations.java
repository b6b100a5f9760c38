package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.store.Store;

/**
 * Keys of other nodes that changed while a group was shared. What is stored of the node moves to
 * its new key. In a group of this node a new epoch begins, so that the old key opens nothing more.
 */
record SharedRotations(Transaction tx) {
  /** Moves all nodes whose successor this node has verified. */
  static void follow(Ledger ledger, Store store) {
    List<PublicKey> nodes = ledger.read(SharedRotations::nodes);
    if (nodes.isEmpty()) {
      return;
    }
    ledger.run(
        tx -> {
          new SetAsides(tx)
              .each(
                  SendingQueue.ASIDES,
                  "rotation",
                  nodes,
                  key -> "node:" + key,
                  key -> new SharedRotations(tx).follow(store, key));
        });
  }

  private void follow(Store store, PublicKey key) {
    Optional<PublicKey> successor =
        store
            .peerIdentity(key)
            .map(IdentityDocument::publicKey)
            .filter(present -> !present.equals(key));
    successor.ifPresent(next -> move(key, next));
  }

  private static List<PublicKey> nodes(Transaction tx) {
    return tx.list(
        "SELECT node FROM shared_node WHERE left_ms IS NULL UNION SELECT node FROM shared_item",
        row -> PublicKey.parse(row.text(1)));
  }

  /** The node of a group's owner stays named by its first key, as the group does. */
  private void move(PublicKey from, PublicKey to) {
    SharedGroup.ROWS
        .list(
            tx,
            "WHERE node <> ? AND group_id IN (SELECT group_id FROM shared_node WHERE node = ? AND"
                + " left_ms IS NULL UNION SELECT group_id FROM shared_item WHERE node = ?)"
                + " ORDER BY group_id",
            from.toString(),
            from.toString(),
            from.toString())
        .forEach(shared -> move(shared, from, to));
  }

  private void move(SharedGroup shared, PublicKey from, PublicKey to) {
    boolean isMember = shared.other(tx, from::equals).isPresent();
    boolean isMoved = shared.other(tx, to::equals).isPresent();
    for (String table : List.of("shared_item", "shared_version")) {
      rename(table, shared, from, to);
    }
    if (isMember && isMoved) {
      new SharedGroups(tx).part(shared, from);
    } else if (isMember) {
      for (String table : List.of("shared_node", "shared_member", "shared_sending")) {
        tx.update(
            "DELETE FROM " + table + " WHERE group_id = ? AND node = ?",
            shared.groupId(),
            to.toString());
        rename(table, shared, from, to);
      }
      if (shared.isOurs(tx)) {
        new SharedGroups(tx).changed(shared, true);
      }
    }
  }

  private void rename(String table, SharedGroup shared, PublicKey from, PublicKey to) {
    tx.update(
        "UPDATE " + table + " SET node = ? WHERE group_id = ? AND node = ?",
        to.toString(),
        shared.groupId(),
        from.toString());
  }
}
