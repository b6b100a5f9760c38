package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.society.mail.Arrival;

/**
 * Rules for what other nodes send of shared groups (docs/protocol-memory.md): cheap checks first,
 * then signatures and decryption, then rights. A member's node gets a receipt for each list and
 * each item; anybody else gets none.
 */
record SharedArrivals(Transaction tx) {
  Arrival.Handling take(GroupMail mail, GroupSender from) {
    Optional<SharedGroup> shared = SharedGroup.named(tx, mail.group());
    if (mail.part() instanceof GroupMail.Listed listed) {
      return from.isSender().test(mail.group().node()) && listed.list().group().equals(mail.group())
          ? new ListArrivals(tx).take(shared, listed, from)
          : dropped("a members' list that its sender may not make");
    }
    if (shared.isEmpty()) {
      return dropped("of no group of this node");
    }
    Optional<SharedGroup.Other> node = shared.get().other(tx, from.isSender());
    if (node.isEmpty()) {
      return stranger(shared.get(), mail, from);
    }
    tx.update(
        "UPDATE shared_node SET heard_ms = ? WHERE group_id = ? AND node = ?",
        tx.nowMs(),
        shared.get().groupId(),
        node.get().node().toString());
    return switch (mail.part()) {
      case GroupMail.Item item -> new ItemArrivals(tx).take(shared.get(), node.get(), item, from);
      case GroupMail.ReceiptList(List<GroupMail.Receipt> receipts) -> {
        int noted = new SendingOutcomes(tx).receipts(shared.get(), node.get().node(), receipts);
        yield noted > 0
            ? taken("%d receipts for %s".formatted(noted, shared.get().groupId()))
            : dropped("receipts for nothing that waits for one");
      }
      case GroupMail.Leave(List<String> names) -> leave(shared.get(), node.get(), names);
      case GroupMail.Listed _ -> throw new IllegalStateException("handled before");
    };
  }

  static Arrival.Handling taken(String text) {
    return new Arrival.Handling(Arrival.How.TAKEN, text);
  }

  static Arrival.Handling dropped(String why) {
    return new Arrival.Handling(Arrival.How.DROPPED, why);
  }

  /**
   * A node that this one has no member of. It may be newer in the group than the list here: then it
   * is told to try again.
   */
  private Arrival.Handling stranger(SharedGroup shared, GroupMail mail, GroupSender from) {
    new SentReceipts(tx).count(shared, from, "not_member");
    boolean isBehind =
        mail.part() instanceof GroupMail.Item item
            && item.serial() > shared.serial()
            && from.trust() != TrustState.UNKNOWN;
    return isBehind
        ? new SentReceipts(tx).refuse(shared, from, (GroupMail.Item) mail.part(), "behind")
        : dropped("its sender has no member in the group " + shared.groupId());
  }

  private Arrival.Handling leave(SharedGroup shared, SharedGroup.Other node, List<String> names) {
    if (!shared.isOurs(tx)) {
      return dropped("only the owner's node ends memberships");
    }
    List<String> members =
        names.stream().filter(name -> shared.member(tx, node.node(), name).isPresent()).toList();
    if (!members.isEmpty()) {
      new SharedGroups(tx).left(shared, node.node(), members);
    }
    return taken("%d members of %s have left".formatted(members.size(), shared.groupId()));
  }
}
