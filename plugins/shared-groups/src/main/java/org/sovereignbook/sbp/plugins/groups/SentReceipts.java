package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.society.mail.Arrival;

/** Receipts for what other nodes sent of shared groups, and counts of what was refused. */
record SentReceipts(Transaction tx) {
  /** Counts a refusal, if its sender has a part in the group. */
  void count(SharedGroup shared, GroupSender from, String reason) {
    for (SharedGroup.Other other :
        SharedGroup.Other.ROWS.list(tx, "WHERE group_id = ?", shared.groupId())) {
      if (from.isSender().test(other.node())) {
        tx.update(
            "UPDATE shared_node SET refused = refused + 1, reason = ? WHERE group_id = ? AND node ="
                + " ?",
            reason,
            shared.groupId(),
            other.node().toString());
      }
    }
  }

  Arrival.Handling refuse(
      SharedGroup shared, GroupSender from, GroupMail.Item item, String reason) {
    count(shared, from, reason);
    receipt(
        shared.group(),
        from,
        new GroupMail.Receipt(
            item.id(), item.version(), GroupMail.ReceiptStatus.REFUSED, Optional.of(reason)));
    return SharedArrivals.taken(
        "an item of the group %s is refused (%s)".formatted(shared.groupId(), reason));
  }

  void receive(SharedGroup shared, GroupSender from, GroupMail.Item item) {
    receipt(
        shared.group(),
        from,
        new GroupMail.Receipt(
            item.id(), item.version(), GroupMail.ReceiptStatus.RECEIVED, Optional.empty()));
  }

  private void receipt(GroupMail.Group group, GroupSender from, GroupMail.Receipt receipt) {
    new SendingRun(tx)
        .leave(
            from.address(),
            from.envelope().hex(),
            new GroupMail(group, new GroupMail.ReceiptList(List.of(receipt))));
  }

  /** Answers a members' list: taken, or refused for a reason. */
  void answer(GroupList list, GroupSender from, Optional<String> refusal) {
    receipt(
        list.group(),
        from,
        new GroupMail.Receipt(
            GroupMail.Receipt.LIST,
            Long.toString(list.serial()),
            refusal.isPresent()
                ? GroupMail.ReceiptStatus.REFUSED
                : GroupMail.ReceiptStatus.RECEIVED,
            refusal));
  }
}
