package org.sovereignbook.sbp.plugins.groups;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.GroupMail;
import org.sovereignbook.sbp.society.memory.GroupItems;
import org.sovereignbook.sbp.society.memory.GroupMember;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryItem;

/** Versions of items of shared groups as they leave this node. */
record SentItems(Transaction tx) {
  /** Returns a version of an item, encrypted; empty when its text is gone. */
  Optional<GroupMail.Part> of(SharedGroup shared, String id, String versionId) {
    Optional<SharedItem.Version> version =
        new SharedItems(tx).version(shared.groupId(), id, versionId);
    Optional<JsonObject> text =
        version.flatMap(
            one -> new SharedItems(tx).find(shared.groupId(), id).flatMap(row -> text(row, one)));
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
  private Optional<String> speaker(SharedGroup shared, SharedItem.Version version) {
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

  private Optional<JsonObject> text(SharedItem row, SharedItem.Version version) {
    if (version.version() == 0) {
      return Optional.of(SharedText.END);
    }
    Optional<MemoryItem> found =
        new SharedItems(tx).item(row).filter(item -> item.life().deletedMs().isEmpty());
    return found.flatMap(
        item ->
            new GroupItems(tx)
                .text(item.id(), version.version())
                .map(body -> SharedText.of(item, body, new GroupItems(tx).tags(item.id())).json()));
  }
}
