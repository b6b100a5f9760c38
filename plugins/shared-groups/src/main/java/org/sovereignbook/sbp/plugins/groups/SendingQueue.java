package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.PublicKey;

/** The table of what the nodes of shared groups are to get. */
record SendingQueue(Transaction tx) {
  /** Sendings and receipts that were set aside. */
  static final SetAsides.ItemList ASIDES = new SetAsides.ItemList("group");

  /** Has a node be sent something, or its newer version. */
  void queue(String groupId, PublicKey node, String what, String version) {
    GroupSending.ROWS.put(
        tx,
        new GroupSending(
            groupId,
            node,
            what,
            version,
            "",
            GroupSending.State.WAITING,
            Optional.empty(),
            0,
            tx.nowMs(),
            tx.nowMs()));
  }

  /** Stops all sending of a group to a node. */
  void cancel(String groupId, PublicKey node) {
    tx.update(
        "DELETE FROM outbox WHERE handed_ms IS NULL AND id IN (SELECT 'memory:' || id FROM"
            + " shared_sending WHERE group_id = ? AND node = ?)",
        groupId,
        node.toString());
    tx.update(
        "DELETE FROM shared_sending WHERE group_id = ? AND node = ? AND state <> 'left'",
        groupId,
        node.toString());
    tx.update(
        "UPDATE shared_sending SET state = 'cancelled', what = what || ':' || id WHERE group_id = ?"
            + " AND node = ?",
        groupId,
        node.toString());
  }

  /** Returns how much of a group a node is to get, in these states. */
  long count(SharedGroup.Other node, String states) {
    return tx.number(
        "SELECT COUNT(*) FROM shared_sending WHERE group_id = ? AND node = ? AND state IN ("
            + states
            + ")",
        node.groupId(),
        node.node().toString());
  }

  /** Returns why a node last refused something, or could not be reached. */
  Optional<String> reason(SharedGroup.Other node) {
    return tx.first(
        "SELECT reason FROM shared_sending WHERE group_id = ? AND node = ? AND reason IS NOT NULL"
            + " ORDER BY CASE state WHEN 'refused' THEN 0 ELSE 1 END, at_ms DESC LIMIT 1",
        row -> row.text(1),
        node.groupId(),
        node.node().toString());
  }

  /**
   * Sendings of a group that are held back.
   *
   * @param reason {@code not-met}, {@code host-limit} or {@code hour-limit}
   */
  record Held(String groupId, String reason, long nodes) {
    private static final Rows<Held> ROWS =
        new Rows<>(
            "(SELECT group_id, reason, COUNT(DISTINCT node) AS nodes FROM shared_sending WHERE"
                + " state = 'waiting' AND reason IN ('not-met', 'host-limit', 'hour-limit') GROUP"
                + " BY group_id, reason) AS held",
            Held.class);
  }

  /** Returns what is held back, by group. */
  List<Held> held() {
    return Held.ROWS.list(tx, "ORDER BY group_id, reason");
  }
}
