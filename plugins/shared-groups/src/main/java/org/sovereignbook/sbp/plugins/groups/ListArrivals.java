package org.sovereignbook.sbp.plugins.groups;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.society.memory.Culture;
import org.sovereignbook.sbp.society.memory.MemorySettings;

/** Rules for members' lists of groups of other nodes. */
record ListArrivals(Transaction tx) {
  /** Takes a list that its sender may make. */
  Arrival.Handling take(Optional<SharedGroup> known, GroupMail.Listed listed, GroupSender from) {
    GroupList list = listed.list();
    String here = SharedGroup.idHere(list.group());
    if (known.filter(one -> one.isOurs(tx)).isPresent()
        || tx.node().keyPair(list.group().node()).isPresent()) {
      return SharedArrivals.dropped("a members' list of a group of this node");
    }
    if (known.filter(one -> list.serial() <= one.serial()).isPresent()) {
      new SentReceipts(tx).answer(list, from, Optional.empty());
      return SharedArrivals.taken("a members' list of " + here + " that is known");
    }
    if (!list.signedBy().equals(from.sender()) || !list.isSigned()) {
      return SharedArrivals.dropped("a members' list without its owner's signature");
    }
    Optional<GroupList.MemberNode> own = ListedGroup.own(tx, list);
    if (known.isEmpty() && own.isEmpty()) {
      return SharedArrivals.dropped("a members' list without a member of this node");
    }
    if (!from.isTrusted(tx)) {
      return SharedArrivals.dropped(
          "a members' list of a peer without a decision of the owner (sbp peers add)");
    }
    Optional<String> refusal = refusal(known, listed, own, from);
    new SentReceipts(tx).answer(list, from, refusal);
    return SharedArrivals.taken(
        "the members' list of %s%s"
            .formatted(here, refusal.map(why -> " is refused (" + why + ")").orElse("")));
  }

  /** Takes the list, or returns why not, in a word. */
  private Optional<String> refusal(
      Optional<SharedGroup> known,
      GroupMail.Listed listed,
      Optional<GroupList.MemberNode> own,
      GroupSender from) {
    GroupList list = listed.list();
    Optional<Authority> by = from.allowed(tx);
    if (by.isEmpty()) {
      return Optional.of("denied");
    }
    if (!isSound(list)) {
      return Optional.of("invalid");
    }
    if (own.isEmpty()) {
      new ListedGroup(tx, by.get()).end(known.orElseThrow(), list);
      return Optional.empty();
    }
    List<Agent> open =
        own.get().members().stream()
            .flatMap(one -> ListedGroup.open(tx, known, one.name()).stream())
            .toList();
    if (open.isEmpty() && known.isEmpty()) {
      return Optional.of("closed");
    }
    Optional<ContentKey> key =
        listed
            .key()
            .flatMap(
                wrapped ->
                    new SharedKeys(tx).open(list.group(), list.epoch(), wrapped, own.get().key()));
    if (key.isEmpty()) {
      return Optional.of("unreadable");
    }
    if (known.isEmpty() && isFull(from)) {
      return Optional.of("full");
    }
    new ListedGroup(tx, by.get()).apply(known, listed, own.get());
    return Optional.empty();
  }

  /** Owners are in the owner's node only, and the culture is one. */
  private static boolean isSound(GroupList list) {
    boolean isStrange =
        list.nodes().stream()
            .filter(node -> !node.key().equals(list.group().node()))
            .flatMap(node -> node.members().stream())
            .anyMatch(
                one ->
                    one.role().equals(GroupRole.OWNER.toString())
                        || one.name().equals(AgentMail.OWNER));
    try {
      Culture _ = Culture.parse(list.culture(), Culture.USUAL);
      return !isStrange;
    } catch (SocietyException e) {
      return false;
    }
  }

  private boolean isFull(GroupSender from) {
    long all = tx.number("SELECT COUNT(*) FROM memory_group WHERE deleted_ms IS NULL");
    long ofPeer =
        tx.list("SELECT node FROM shared_group", row -> PublicKey.parse(row.text(1))).stream()
            .filter(from.isSender())
            .count();
    return all >= tx.config().get(MemorySettings.GROUPS)
        || ofPeer >= tx.config().get(SharedGroupsSettings.PEER_GROUPS);
  }
}
