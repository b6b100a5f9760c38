package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.Entities;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.ContentKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.GroupList;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.mail.MailSettings;

/**
 * Rules for what other nodes send of shared groups (docs/protocol-memory.md): cheap checks first,
 * then signatures and decryption, then rights. A member's node gets a receipt for each list and
 * each item; anybody else gets none.
 */
record SharedArrivals(Transaction tx) {
  private static final String TOOL = "mail_send";
  private static final long HOUR_MS = 3_600_000;

  /**
   * A mail with the proofs of its envelope.
   *
   * @param sender the key that signed the envelope
   * @param isSender whether a key is the sender's, now or before a rotation
   */
  record From(
      PublicKey sender,
      Endpoint endpoint,
      Predicate<PublicKey> isSender,
      TrustState trust,
      ContentHash envelope) {
    String event() {
      return "envelope:" + envelope;
    }
  }

  Arrival.Handling take(GroupMail mail, From from) {
    Optional<SharedGroup> shared = SharedGroup.named(tx, mail.group());
    if (mail.part() instanceof GroupMail.Listed listed) {
      return from.isSender().test(mail.group().node()) && listed.list().group().equals(mail.group())
          ? list(shared, listed, from)
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
      case GroupMail.Item item -> item(shared.get(), node.get(), item, from);
      case GroupMail.ReceiptList(List<GroupMail.Receipt> receipts) -> {
        int noted = new SharedSending(tx).receipts(shared.get(), node.get().node(), receipts);
        yield noted > 0
            ? taken("%d receipts for %s".formatted(noted, shared.get().groupId()))
            : dropped("receipts for nothing that waits for one");
      }
      case GroupMail.Leave(List<String> names) -> leave(shared.get(), node.get(), names);
      case GroupMail.Listed _ -> throw new IllegalStateException("handled before");
    };
  }

  private static Arrival.Handling taken(String text) {
    return new Arrival.Handling(Arrival.How.TAKEN, text);
  }

  private static Arrival.Handling dropped(String why) {
    return new Arrival.Handling(Arrival.How.DROPPED, why);
  }

  /**
   * A node that this one has no member of. It may be newer in the group than the list here: then it
   * is told to try again.
   */
  private Arrival.Handling stranger(SharedGroup shared, GroupMail mail, From from) {
    count(shared, from, "not_member");
    boolean isBehind =
        mail.part() instanceof GroupMail.Item item
            && item.serial() > shared.serial()
            && from.trust() != TrustState.UNKNOWN;
    return isBehind
        ? refused(shared, from, (GroupMail.Item) mail.part(), "behind")
        : dropped("its sender has no member in the group " + shared.groupId());
  }

  private void count(SharedGroup shared, From from, String reason) {
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

  // Items.

  private Arrival.Handling item(
      SharedGroup shared, SharedGroup.Other node, GroupMail.Item item, From from) {
    SharedItems items = new SharedItems(tx);
    if (items.version(shared.groupId(), item.id(), item.version()).isPresent()) {
      receive(shared, from, item);
      return taken("an item came again");
    }
    if (from.trust().compareTo(tx.config().get(MailSettings.MIN_TRUST)) < 0) {
      return refused(shared, from, item, "unknown-peer");
    }
    long lately =
        tx.number(
            "SELECT COUNT(*) FROM shared_version WHERE node = ? AND at_ms > ?",
            node.node().toString(),
            tx.nowMs() - HOUR_MS);
    if (lately >= tx.config().get(MemorySettings.PEER_ITEMS_PER_HOUR)) {
      return new Arrival.Handling(
          Arrival.How.WAITS,
          "its sender's items of this hour are used up (memory.peer_items_per_hour)");
    }
    Optional<String> refusal = refusal(shared, node, item, from);
    if (refusal.isPresent()) {
      return refused(shared, from, item, refusal.get());
    }
    receive(shared, from, item);
    return taken("item %s of the group %s".formatted(item.id(), shared.groupId()));
  }

  /** Stores the item, or returns why not, in a word. */
  private Optional<String> refusal(
      SharedGroup shared, SharedGroup.Other node, GroupMail.Item item, From from) {
    Optional<SharedGroup.Member> author = shared.member(tx, node.node(), item.author());
    if (author.isEmpty()) {
      return Optional.of("not_member");
    }
    if (item.epoch() > shared.epoch()) {
      return Optional.of("behind");
    }
    Optional<ContentKey> key = new SharedKeys(tx).find(shared, item.epoch());
    if (key.isEmpty()) {
      return Optional.of("epoch");
    }
    JsonObject json;
    try {
      json =
          SharedText.json(
              key.get()
                  .decrypt(
                      item.bytes(), GroupMail.aboutItem(shared.group(), item.id(), item.epoch())));
    } catch (IllegalArgumentException e) {
      return Optional.of("unreadable");
    }
    AccessDecision decision =
        Access.decide(tx, Entities.peer(tx, from.sender(), from.trust()), Access.here(tx, "mail"));
    JsonObject what = JsonObject.empty().with("envelope", from.envelope().toString());
    return Access.judge(tx, decision, TOOL, what, from.event()).verdict() == Access.Ruling.ALLOWED
        ? stored(shared, author.get(), item, json, decision.authority())
        : Optional.of("denied");
  }

  private Optional<String> stored(
      SharedGroup shared,
      SharedGroup.Member author,
      GroupMail.Item item,
      JsonObject json,
      Authority by) {
    boolean isEnd = SharedText.isEnd(json);
    Optional<SharedText> text = isEnd ? Optional.empty() : SharedText.read(json);
    if (!isEnd && text.isEmpty()) {
      return Optional.of("invalid");
    }
    Optional<SharedItems.Row> before = new SharedItems(tx).find(shared.groupId(), item.id());
    Optional<String> no = mayNot(shared, author, isEnd, before);
    if (no.isPresent()) {
      return no;
    }
    // A time ahead of this node's clock counts as now, so that no wrong clock wins for long.
    SharedItems.Arrived arrived =
        new SharedItems.Arrived(
            shared,
            item.id(),
            item.version(),
            Math.min(item.updatedMs(), tx.nowMs()),
            author.node(),
            author.name(),
            by);
    if (isEnd) {
      new SharedItems(tx).end(arrived);
      return Optional.empty();
    }
    if (before.filter(SharedItems.Row::ended).isPresent()) {
      return Optional.of("ended");
    }
    if (isFull(shared, author.node(), text.get())) {
      return Optional.of("full");
    }
    try {
      new GroupItems(tx).check(text.get().draft(shared.groupId()));
      if (before
          .flatMap(new SharedItems(tx)::item)
          .filter(one -> one.type() != text.get().type())
          .isPresent()) {
        return Optional.of("invalid");
      }
      new SharedItems(tx).take(arrived, text.get());
      return Optional.empty();
    } catch (SocietyException e) {
      return Optional.of(e.code().equals("too_large") ? "too_large" : "invalid");
    } catch (SecretException e) {
      return Optional.of("invalid");
    }
  }

  /** Decides by the one function for all access to memory. */
  private Optional<String> mayNot(
      SharedGroup shared,
      SharedGroup.Member author,
      boolean isEnd,
      Optional<SharedItems.Row> before) {
    MemoryRights.Reader external = shared.external(author);
    boolean isOwn =
        before.isEmpty()
            || (before.get().node().equals(author.node())
                && before.get().author().equals(author.name()));
    boolean isCopy =
        before.flatMap(new SharedItems(tx)::item).flatMap(MemoryItem::copyOf).isPresent();
    Principal writer = isOwn ? external.principal() : Principal.UNKNOWN;
    return MemoryRights.refusal(
        external,
        isEnd ? MemoryRights.Act.DELETE : MemoryRights.Act.WRITE,
        new MemoryRights.Target(
            Visibility.GROUP, writer, writer, Optional.of(shared.groupId()), isCopy));
  }

  private boolean isFull(SharedGroup shared, PublicKey node, SharedText text) {
    long bytes = new SharedItems(tx).bytesOf(List.of(node)) + text.bytes();
    long items =
        tx.number("SELECT COUNT(*) FROM shared_item WHERE node = ? AND ended = 0", node.toString());
    return bytes > tx.config().get(MemorySettings.PEER_BYTES)
        || items >= tx.config().get(MemorySettings.ITEMS)
        || tx.number("SELECT COUNT(*) FROM shared_item WHERE group_id = ?", shared.groupId())
            >= 2L * tx.config().get(MemorySettings.ITEMS);
  }

  private Arrival.Handling refused(
      SharedGroup shared, From from, GroupMail.Item item, String reason) {
    count(shared, from, reason);
    receipt(
        shared.group(),
        from,
        new GroupMail.Receipt(
            item.id(), item.version(), GroupMail.ReceiptStatus.REFUSED, Optional.of(reason)));
    return taken("an item of the group %s is refused (%s)".formatted(shared.groupId(), reason));
  }

  private void receive(SharedGroup shared, From from, GroupMail.Item item) {
    receipt(
        shared.group(),
        from,
        new GroupMail.Receipt(
            item.id(), item.version(), GroupMail.ReceiptStatus.RECEIVED, Optional.empty()));
  }

  private void receipt(GroupMail.Group group, From from, GroupMail.Receipt receipt) {
    new SharedSending(tx)
        .leave(
            new Correspondent(from.sender(), from.endpoint()),
            from.envelope().hex(),
            new GroupMail(group, new GroupMail.ReceiptList(List.of(receipt))));
  }

  // Lists.

  private Arrival.Handling list(Optional<SharedGroup> known, GroupMail.Listed listed, From from) {
    GroupList list = listed.list();
    String here = SharedGroup.idHere(list.group());
    if (known.filter(one -> one.isOurs(tx)).isPresent()
        || tx.node().keyPair(list.group().node()).isPresent()) {
      return dropped("a members' list of a group of this node");
    }
    if (known.filter(one -> list.serial() <= one.serial()).isPresent()) {
      answerList(list, from, Optional.empty());
      return taken("a members' list of " + here + " that is known");
    }
    if (!list.signedBy().equals(from.sender()) || !list.isSigned()) {
      return dropped("a members' list without its owner's signature");
    }
    Optional<GroupList.MemberNode> own = own(list);
    if (known.isEmpty() && own.isEmpty()) {
      return dropped("a members' list without a member of this node");
    }
    if (from.trust().compareTo(tx.config().get(MailSettings.MIN_TRUST)) < 0) {
      return dropped("a members' list of a peer without a decision of the owner (sbp peers add)");
    }
    Optional<String> refusal = refusal(known, listed, own, from);
    answerList(list, from, refusal);
    return taken(
        "the members' list of %s%s"
            .formatted(here, refusal.map(why -> " is refused (" + why + ")").orElse("")));
  }

  private void answerList(GroupList list, From from, Optional<String> refusal) {
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

  private Optional<GroupList.MemberNode> own(GroupList list) {
    return list.nodes().stream()
        .filter(node -> tx.node().keyPair(node.key()).isPresent())
        .findFirst();
  }

  /** Takes the list, or returns why not, in a word. */
  private Optional<String> refusal(
      Optional<SharedGroup> known,
      GroupMail.Listed listed,
      Optional<GroupList.MemberNode> own,
      From from) {
    GroupList list = listed.list();
    AccessDecision decision =
        Access.decide(tx, Entities.peer(tx, from.sender(), from.trust()), Access.here(tx, "mail"));
    JsonObject what = JsonObject.empty().with("envelope", from.envelope().toString());
    if (Access.judge(tx, decision, TOOL, what, from.event()).verdict() != Access.Ruling.ALLOWED) {
      return Optional.of("denied");
    }
    if (!isSound(list)) {
      return Optional.of("invalid");
    }
    if (own.isEmpty()) {
      end(known.orElseThrow(), list, decision.authority());
      return Optional.empty();
    }
    List<Agent> open =
        own.get().members().stream().flatMap(one -> open(known, one.name()).stream()).toList();
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
    apply(known, listed, own.get(), decision.authority());
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

  /** Returns an agent that its operator opened to peers, or that is a member already. */
  private Optional<Agent> open(Optional<SharedGroup> known, String name) {
    return Agents.living(tx, name)
        .filter(
            agent ->
                Agents.mailReach(tx, agent) == AgentReach.PEERS
                    || known.filter(one -> isMember(one.groupId(), agent.principal())).isPresent());
  }

  private boolean isMember(String group, Principal who) {
    return Groups.members(tx, group).stream().anyMatch(one -> one.member().equals(who));
  }

  private boolean isFull(From from) {
    long all = tx.number("SELECT COUNT(*) FROM memory_group WHERE deleted_ms IS NULL");
    long ofPeer =
        tx.list("SELECT node FROM shared_group", row -> PublicKey.parse(row.text(1))).stream()
            .filter(from.isSender())
            .count();
    return all >= tx.config().get(MemorySettings.GROUPS)
        || ofPeer >= tx.config().get(MemorySettings.PEER_GROUPS);
  }

  private void apply(
      Optional<SharedGroup> known,
      GroupMail.Listed listed,
      GroupList.MemberNode own,
      Authority by) {
    GroupList list = listed.list();
    String id = known.map(SharedGroup::groupId).orElse(SharedGroup.idHere(list.group()));
    if (known.isEmpty()) {
      new GroupChanges(tx, id).found(list.name(), Culture.parse(list.culture(), Culture.USUAL), by);
      SharedGroup.ROWS.insert(
          tx,
          new SharedGroup(
              id,
              list.group().node(),
              list.group().id(),
              list.serial(),
              list.epoch(),
              list.json().toString(),
              tx.nowMs(),
              Optional.empty()),
          tx.cause(by));
    } else {
      new GroupChanges(tx, id).culture(Culture.parse(list.culture(), Culture.USUAL));
      tx.update(
          "UPDATE shared_group SET serial = ?, epoch = ?, document = ?, ended_ms = NULL WHERE"
              + " group_id = ?",
          list.serial(),
          list.epoch(),
          list.json().toString(),
          id);
    }
    new SharedKeys(tx).keep(id, list.epoch(), listed.key().orElseThrow(), own.key());
    SharedGroup shared = SharedGroup.find(tx, id).orElseThrow();
    ours(shared, known, own, by);
    others(shared, list, own.key());
  }

  /** Brings this node's members in line with the list. */
  private void ours(
      SharedGroup shared, Optional<SharedGroup> known, GroupList.MemberNode own, Authority by) {
    List<String> leaving = isLeaving(shared) ? gone(shared) : List.of();
    List<Principal> listed = new ArrayList<>();
    for (GroupList.Member member : own.members()) {
      Optional<Agent> agent =
          leaving.contains(member.name()) ? Optional.empty() : open(known, member.name());
      if (agent.isPresent()) {
        listed.add(agent.get().principal());
        new GroupChanges(tx, shared.groupId()).join(agent.get().principal(), role(member), by);
      }
    }
    for (GroupMember member : Groups.members(tx, shared.groupId())) {
      if (!listed.contains(member.member())) {
        new GroupChanges(tx, shared.groupId()).leave(member.member(), by);
      }
    }
    if (leaving.isEmpty()) {
      tx.update(
          "DELETE FROM shared_sending WHERE group_id = ? AND what = ?",
          shared.groupId(),
          SharedSending.LEAVE);
    }
  }

  private static GroupRole role(GroupList.Member member) {
    return Words.find(GroupRole.class, member.role()).orElseThrow();
  }

  private boolean isLeaving(SharedGroup shared) {
    return tx.exists(
        "SELECT 1 FROM shared_sending WHERE group_id = ? AND what = ?",
        shared.groupId(),
        SharedSending.LEAVE);
  }

  /** Returns the agents of this node that the present list names, and that have left. */
  List<String> gone(SharedGroup shared) {
    List<String> here =
        Groups.members(tx, shared.groupId()).stream()
            .map(one -> MemoryHolder.of(tx, one.member()).name())
            .toList();
    return listed(shared).stream().filter(name -> !here.contains(name)).toList();
  }

  private List<String> listed(SharedGroup shared) {
    JsonObject document =
        Node.jsonObject(
            "the list of " + shared.groupId(), shared.document().getBytes(StandardCharsets.UTF_8));
    return GroupList.parse(document).toOptional().flatMap(this::own).stream()
        .flatMap(node -> node.members().stream())
        .map(GroupList.Member::name)
        .toList();
  }

  /** Brings the other nodes and their members in line with the list. */
  private void others(SharedGroup shared, GroupList list, PublicKey own) {
    List<GroupList.MemberNode> nodes =
        list.nodes().stream().filter(node -> !node.key().equals(own)).toList();
    for (SharedGroup.Other before : shared.others(tx)) {
      if (nodes.stream().noneMatch(node -> node.key().equals(before.node()))) {
        new SharedGroups(tx).part(shared, before.node());
      }
    }
    departed(shared, nodes);
    tx.update("DELETE FROM shared_member WHERE group_id = ?", shared.groupId());
    for (GroupList.MemberNode node : nodes) {
      boolean isNew = shared.other(tx, node.key()::equals).isEmpty();
      if (isNew) {
        new SharedGroups(tx).meet(shared.groupId(), new Correspondent(node.key(), node.endpoint()));
        new SharedItems(tx).share(shared, node.key());
      }
      for (GroupList.Member member : node.members()) {
        SharedGroup.Member.ROWS.put(
            tx,
            new SharedGroup.Member(
                shared.groupId(), node.key(), member.name(), role(member), tx.nowMs()));
      }
    }
  }

  /** Enforces the departure policy on members of other nodes that are no longer listed. */
  private void departed(SharedGroup shared, List<GroupList.MemberNode> nodes) {
    for (SharedGroup.Member before : shared.members(tx)) {
      boolean isListed =
          nodes.stream()
              .filter(node -> node.key().equals(before.node()))
              .flatMap(node -> node.members().stream())
              .anyMatch(member -> member.name().equals(before.name()));
      if (!isListed) {
        new SharedGroups(tx).departed(shared, before.node(), before.name());
      }
    }
  }

  /** Ends this node's part in a group. */
  private void end(SharedGroup shared, GroupList list, Authority by) {
    for (GroupMember member : Groups.members(tx, shared.groupId())) {
      new GroupChanges(tx, shared.groupId()).leave(member.member(), by);
    }
    for (SharedGroup.Other other : shared.others(tx)) {
      new SharedGroups(tx).part(shared, other.node());
    }
    tx.update("DELETE FROM shared_sending WHERE group_id = ?", shared.groupId());
    tx.update("DELETE FROM shared_member WHERE group_id = ?", shared.groupId());
    new SharedKeys(tx).forget(shared.groupId());
    tx.update(
        "UPDATE shared_group SET serial = ?, epoch = ?, document = ?, ended_ms = ? WHERE group_id ="
            + " ?",
        list.serial(),
        list.epoch(),
        list.json().toString(),
        tx.nowMs(),
        shared.groupId());
  }
}
