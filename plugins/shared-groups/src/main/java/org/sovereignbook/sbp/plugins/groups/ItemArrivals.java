package org.sovereignbook.sbp.plugins.groups;

import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentKey;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.SecretException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.society.memory.GroupItems;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.society.memory.MemorySettings;

/** Rules for items of shared groups that members' nodes send. */
record ItemArrivals(Transaction tx) {
  private static final long HOUR_MS = 3_600_000;

  /** Takes an item of a member's node. */
  Arrival.Handling take(
      SharedGroup shared, SharedGroup.Other node, GroupMail.Item item, GroupSender from) {
    SharedItems items = new SharedItems(tx);
    if (items.version(shared.groupId(), item.id(), item.version()).isPresent()) {
      new SentReceipts(tx).receive(shared, from, item);
      return SharedArrivals.taken("an item came again");
    }
    if (!from.isTrusted(tx)) {
      return new SentReceipts(tx).refuse(shared, from, item, "unknown-peer");
    }
    long lately =
        tx.number(
            "SELECT COUNT(*) FROM shared_version WHERE node = ? AND at_ms > ?",
            node.node().toString(),
            tx.nowMs() - HOUR_MS);
    if (lately >= tx.config().get(SharedGroupsSettings.PEER_ITEMS_PER_HOUR)) {
      return new Arrival.Handling(
          Arrival.How.WAITS,
          "its sender's items of this hour are used up (memory.peer_items_per_hour)");
    }
    Optional<String> refusal = refusal(shared, node, item, from);
    if (refusal.isPresent()) {
      return new SentReceipts(tx).refuse(shared, from, item, refusal.get());
    }
    new SentReceipts(tx).receive(shared, from, item);
    return SharedArrivals.taken("item %s of the group %s".formatted(item.id(), shared.groupId()));
  }

  /** Stores the item, or returns why not, in a word. */
  private Optional<String> refusal(
      SharedGroup shared, SharedGroup.Other node, GroupMail.Item item, GroupSender from) {
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
    Optional<JsonObject> text = decrypted(shared, item, key.get());
    if (text.isEmpty()) {
      return Optional.of("unreadable");
    }
    Optional<Authority> by = from.allowed(tx);
    return by.isPresent()
        ? stored(shared, author.get(), item, text.get(), by.get())
        : Optional.of("denied");
  }

  private static Optional<JsonObject> decrypted(
      SharedGroup shared, GroupMail.Item item, ContentKey key) {
    JsonObject about = GroupMail.aboutItem(shared.group(), item.id(), item.epoch());
    try {
      return Optional.of(SharedText.json(key.decrypt(item.bytes(), about)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
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
    Optional<SharedItem> before = new SharedItems(tx).find(shared.groupId(), item.id());
    Optional<String> no = mayNot(shared, author, isEnd, before);
    if (no.isPresent()) {
      return no;
    }
    // A time ahead of this node's clock counts as now, so that no wrong clock wins for long.
    ArrivedItem arrived =
        new ArrivedItem(
            shared,
            item.id(),
            item.version(),
            Math.min(item.updatedMs(), tx.nowMs()),
            author.node(),
            author.name(),
            by);
    if (isEnd) {
      new ArrivedItems(tx).end(arrived);
      return Optional.empty();
    }
    if (before.filter(SharedItem::ended).isPresent()) {
      return Optional.of("ended");
    }
    return isFull(shared, author.node(), text.get())
        ? Optional.of("full")
        : stored(arrived, text.get(), before);
  }

  private Optional<String> stored(
      ArrivedItem arrived, SharedText text, Optional<SharedItem> before) {
    boolean isOfAnotherType =
        before
            .flatMap(new SharedItems(tx)::item)
            .filter(one -> one.type() != text.type())
            .isPresent();
    try {
      new GroupItems(tx).check(text.draft(arrived.shared().groupId()));
      if (isOfAnotherType) {
        return Optional.of("invalid");
      }
      new ArrivedItems(tx).take(arrived, text);
      return Optional.empty();
    } catch (SocietyException e) {
      return Optional.of(e.code().equals("too_large") ? "too_large" : "invalid");
    } catch (SecretException e) {
      return Optional.of("invalid");
    }
  }

  /** Decides by the one function for all access to memory. */
  private Optional<String> mayNot(
      SharedGroup shared, SharedGroup.Member author, boolean isEnd, Optional<SharedItem> before) {
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
    long bytes = new SharedItems(tx).bytesOf(node) + text.bytes();
    long items =
        tx.number("SELECT COUNT(*) FROM shared_item WHERE node = ? AND ended = 0", node.toString());
    return bytes > tx.config().get(SharedGroupsSettings.PEER_BYTES)
        || items >= tx.config().get(MemorySettings.ITEMS)
        || tx.number("SELECT COUNT(*) FROM shared_item WHERE group_id = ?", shared.groupId())
            >= 2L * tx.config().get(MemorySettings.ITEMS);
  }
}
