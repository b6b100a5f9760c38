package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.GroupMail;

/**
 * Items of shared groups. The version with the largest (time, id) is the present one in every node;
 * one that loses is kept, too. The end of an item wins over all its versions.
 */
record SharedItems(Transaction tx) {
  /**
   * An item of a shared group; a row of the table {@code shared_item}.
   *
   * @param id the same in all nodes
   * @param item its id here; blank for an item that ended before this node saw it
   * @param node of the present version's author
   */
  record Row(
      @Rows.Key String groupId,
      @Rows.Key String id,
      String item,
      String versionId,
      long updatedMs,
      PublicKey node,
      String author,
      boolean ended) {
    static final Rows<Row> ROWS = new Rows<>("shared_item", Row.class);

    /** Returns whether a version is newer than the present one. */
    boolean isBefore(long otherMs, String otherVersion) {
      return otherMs != updatedMs ? otherMs > updatedMs : otherVersion.compareTo(versionId) > 0;
    }
  }

  /**
   * A version; a row of the table {@code shared_version}.
   *
   * @param version its number here; 0 for the end of the item
   */
  record Version(
      String groupId,
      String id,
      String versionId,
      long version,
      PublicKey node,
      String author,
      long updatedMs,
      long bytes,
      long atMs) {
    static final Rows<Version> ROWS = new Rows<>("shared_version", Version.class);
  }

  Optional<Row> find(String groupId, String id) {
    return Row.ROWS.first(tx, "WHERE group_id = ? AND id = ?", groupId, id);
  }

  Optional<Version> version(String groupId, String id, String versionId) {
    return Version.ROWS.first(
        tx, "WHERE group_id = ? AND id = ? AND version_id = ?", groupId, id, versionId);
  }

  // What this node's agents write.

  /** Makes the items that a group has when it is first shared its shared items. */
  void begin(SharedGroup shared) {
    for (MemoryItem item : new GroupItems(tx).of(shared.groupId())) {
      note(shared, item);
    }
  }

  /** Queues the items written by agents of this node for a node that is new in the group. */
  void share(SharedGroup shared, PublicKey node) {
    for (Row row :
        Row.ROWS.list(tx, "WHERE group_id = ? ORDER BY updated_ms, id", shared.groupId())) {
      if (tx.node().keyPair(row.node()).isPresent()) {
        new SharedSending(tx).queue(shared.groupId(), node, row.id(), row.versionId());
      }
    }
  }

  /**
   * Queues an item written by an agent of this node for the other nodes, unless its author doubts
   * it.
   */
  void written(String groupId, String itemId) {
    Optional<SharedGroup> shared =
        SharedGroup.find(tx, groupId).filter(one -> one.endedMs().isEmpty());
    if (shared.isEmpty()) {
      return;
    }
    MemoryItem item = new GroupItems(tx).find(itemId).orElseThrow();
    if (!item.isHidden()) {
      toAll(shared.get(), note(shared.get(), item));
    }
  }

  /** Queues the deletion of an item for the other nodes. */
  void deleted(String itemId, Principal by) {
    Optional<Row> row = Row.ROWS.first(tx, "WHERE item = ? AND ended = 0", itemId);
    Optional<SharedGroup> shared =
        row.flatMap(one -> SharedGroup.find(tx, one.groupId()))
            .filter(one -> one.endedMs().isEmpty());
    if (shared.isEmpty()) {
      return;
    }
    Row before = row.get();
    PublicKey own = tx.node().keys().publicKey();
    Row ended =
        new Row(
            before.groupId(),
            before.id(),
            itemId,
            tx.newId(),
            Math.max(tx.nowMs(), before.updatedMs() + 1),
            own,
            before.node().equals(own) ? before.author() : MemoryHolder.of(tx, by).name(),
            true);
    Row.ROWS.put(tx, ended);
    keep(ended, 0, 0);
    toAll(shared.get(), ended);
  }

  private Row note(SharedGroup shared, MemoryItem item) {
    Optional<Row> before = Row.ROWS.first(tx, "WHERE item = ?", item.id());
    Row row =
        new Row(
            shared.groupId(),
            before.map(Row::id).orElse(item.id()),
            item.id(),
            tx.newId(),
            before
                .map(one -> Math.max(item.updatedMs(), one.updatedMs() + 1))
                .orElse(item.updatedMs()),
            tx.node().keys().publicKey(),
            MemoryHolder.of(tx, item.author()).name(),
            false);
    Row.ROWS.put(tx, row);
    keep(row, item.version(), item.bytes());
    return row;
  }

  private void keep(Row row, long version, long bytes) {
    boolean _ =
        Version.ROWS.insertIfNew(
            tx,
            new Version(
                row.groupId(),
                row.id(),
                row.versionId(),
                version,
                row.node(),
                row.author(),
                row.updatedMs(),
                bytes,
                tx.nowMs()));
  }

  private void toAll(SharedGroup shared, Row row) {
    for (SharedGroup.Other other : shared.others(tx)) {
      new SharedSending(tx).queue(shared.groupId(), other.node(), row.id(), row.versionId());
    }
  }

  /** Returns a version of an item, encrypted; empty when its text is gone. */
  Optional<GroupMail.Part> part(SharedGroup shared, String id, String versionId) {
    Optional<Version> version = version(shared.groupId(), id, versionId);
    Optional<JsonObject> text =
        version.flatMap(one -> find(shared.groupId(), id).flatMap(row -> text(row, one)));
    Optional<String> author = version.flatMap(one -> speaker(shared, one));
    if (author.isEmpty()) {
      return Optional.empty();
    }
    return text.map(
        json ->
            new GroupMail.Item(
                id,
                versionId,
                version.get().updatedMs(),
                author.get(),
                shared.serial(),
                shared.epoch(),
                Base64Url.encode(
                    new SharedKeys(tx)
                        .find(shared, shared.epoch())
                        .orElseThrow()
                        .encrypt(
                            json.toString().getBytes(StandardCharsets.UTF_8),
                            GroupMail.aboutItem(shared.group(), id, shared.epoch()),
                            tx.node().random()))));
  }

  /**
   * Returns the member that sends a version: its author, or the first member if the author has
   * left.
   */
  private Optional<String> speaker(SharedGroup shared, Version version) {
    List<GroupMember> members =
        Groups.members(tx, shared.groupId()).stream()
            .filter(one -> one.role().includes(GroupRole.MEMBER))
            .sorted((one, other) -> other.role().compareTo(one.role()))
            .toList();
    List<String> names =
        members.stream().map(one -> MemoryHolder.of(tx, one.member()).name()).toList();
    return names.contains(version.author())
        ? Optional.of(version.author())
        : names.stream().findFirst();
  }

  private Optional<JsonObject> text(Row row, Version version) {
    if (version.version() == 0) {
      return Optional.of(SharedText.END);
    }
    Optional<MemoryItem> found = item(row).filter(item -> item.deletedMs().isEmpty());
    return found.flatMap(
        item ->
            new GroupItems(tx)
                .text(item.id(), version.version())
                .map(body -> SharedText.of(item, body, new GroupItems(tx).tags(item.id())).json()));
  }

  // What agents of other nodes write.

  /**
   * A version that arrived and may be stored.
   *
   * @param updatedMs no later than now
   * @param by the authority behind it
   */
  record Arrived(
      SharedGroup shared,
      String id,
      String versionId,
      long updatedMs,
      PublicKey node,
      String author,
      Authority by) {}

  /** Stores a version: as the present one, or as one that lost. */
  void take(Arrived arrived, SharedText text) {
    Optional<Row> before = find(arrived.shared().groupId(), arrived.id());
    long number;
    if (before.isEmpty() || isForgotten(before.get())) {
      MemoryItem item = insert(arrived, text);
      put(arrived, item.id(), false);
      number = item.version();
    } else if (before.get().isBefore(arrived.updatedMs(), arrived.versionId())) {
      MemoryItem item = replace(arrived, text, before.get().item());
      put(arrived, item.id(), false);
      number = item.version();
    } else {
      number = keepLoser(arrived, text, before.get().item());
    }
    keep(row(arrived, "", false), number, text.bytes());
  }

  /** Ends an item for good. */
  void end(Arrived arrived) {
    Optional<Row> before = find(arrived.shared().groupId(), arrived.id());
    put(arrived, before.map(Row::item).orElse(""), true);
    Optional<MemoryItem> item = before.flatMap(this::item).filter(one -> one.deletedMs().isEmpty());
    if (item.isPresent()) {
      new GroupItems(tx).delete(arrived.by(), item.get(), arrived.versionId());
    }
    keep(row(arrived, "", true), 0, 0);
  }

  /** Returns the item of a row here; empty for an item that ended before this node saw it. */
  Optional<MemoryItem> item(Row row) {
    return new GroupItems(tx).find(row.item());
  }

  /** This node has deleted its own copy, since nobody used it. */
  private boolean isForgotten(Row row) {
    return item(row).filter(item -> item.deletedMs().isEmpty()).isEmpty();
  }

  private void put(Arrived arrived, String item, boolean ended) {
    Row.ROWS.put(tx, row(arrived, item, ended));
  }

  private static Row row(Arrived arrived, String item, boolean ended) {
    return new Row(
        arrived.shared().groupId(),
        arrived.id(),
        item,
        arrived.versionId(),
        arrived.updatedMs(),
        arrived.node(),
        arrived.author(),
        ended);
  }

  private MemoryItem insert(Arrived arrived, SharedText text) {
    return new GroupItems(tx)
        .add(
            arrived.by(),
            Principal.peer(arrived.node()),
            text.draft(arrived.shared().groupId()),
            text.copy() ? Optional.of(arrived.id()) : Optional.empty());
  }

  private MemoryItem replace(Arrived arrived, SharedText text, String item) {
    return new GroupItems(tx)
        .replace(
            arrived.by(),
            Principal.peer(arrived.node()),
            text.draft(arrived.shared().groupId()),
            item);
  }

  /** The version that lost becomes the second newest; the present text is the newest again. */
  private long keepLoser(Arrived arrived, SharedText text, String itemId) {
    long present = new GroupItems(tx).find(itemId).orElseThrow().version();
    long number =
        new GroupItems(tx)
            .addOlder(arrived.by(), Principal.peer(arrived.node()), text.body(), itemId);
    tx.update(
        "UPDATE shared_version SET version = ? WHERE group_id = ? AND id = ? AND version = ?",
        number + 1,
        arrived.shared().groupId(),
        arrived.id(),
        present);
    return number;
  }

  /** Returns the bytes of all versions that a node's agents have stored here. */
  long bytesOf(List<PublicKey> node) {
    long bytes = 0;
    for (PublicKey key : node) {
      bytes +=
          tx.number(
              "SELECT COALESCE(SUM(bytes), 0) FROM shared_version WHERE node = ?", key.toString());
    }
    return bytes;
  }
}
