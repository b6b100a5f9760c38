package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.agents.MemoryRights;
import org.sovereignbook.sbp.authority.agents.MemoryRights.Act;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * Enforcement of a group's departure policy on a member that has left: under each it reads nothing
 * of the group any more, and no event of it waits for it. A group of another node takes nothing
 * from the own memory of an agent of this one.
 */
record GroupDeparture(Transaction tx) {
  /** Leaves a former member what the group's policy allows, and takes the rest. */
  void enforce(Caller caller, MemoryGroup group, MemoryHolder who) {
    Scopes.Scope scope = new Scopes(tx).ofGroup(group.id());
    new MemoryEvents(tx).forget(who.principal(), group.id());
    tx.update(
        "DELETE FROM memory_recalled WHERE holder = ? AND item IN (SELECT id FROM memory_item"
            + " WHERE scope = ?)",
        who.principal().text(),
        scope.scope());
    switch (group.culture().departurePolicy()) {
      case PERMISSIVE -> keepOwn(caller, scope, who);
      case STANDARD -> {}
      case RESTRICTIVE -> {
        handOver(group.id(), who.principal());
        // A group without an owner here belongs to another node.
        if (owner(group.id()).isPresent()) {
          takeCopies(scope, who.principal());
        }
      }
    }
  }

  /** Copies what the member wrote into its own memory, as far as it may have one and it fits. */
  private void keepOwn(Caller caller, Scopes.Scope scope, MemoryHolder who) {
    Scopes.Scope own = new Scopes(tx).ofHolder(who.principal());
    Capabilities bounds =
        who.agent().map(agent -> Agents.bounds(tx, agent)).orElse(Capabilities.ALL);
    MemoryRights.Target place =
        new MemoryRights.Target(
            Visibility.PRIVATE, who.principal(), who.principal(), Optional.empty(), false);
    boolean isThere = who.agent().filter(agent -> agent.status() == AgentStatus.REMOVED).isEmpty();
    boolean may =
        isThere
            && MemoryRights.refusal(MemoryReader.reader(tx, who, bounds), Act.WRITE, place)
                .isEmpty();
    if (!may) {
      return;
    }
    for (MemoryItem item : written(scope, who.principal())) {
      boolean isKept =
          tx.exists(
              "SELECT 1 FROM memory_item WHERE scope = ? AND deleted_ms IS NULL AND (id = ? OR"
                  + " copy_of = ?)",
              own.scope(),
              item.copyOf().orElse(""),
              item.id());
      if (!isKept && new ItemChecks(tx).hasCapacity(who)) {
        MemoryItem _ = new ItemWriter(tx).copy(caller, who, new Items(tx).whole(item, scope), own);
      }
    }
  }

  private List<MemoryItem> written(Scopes.Scope scope, Principal author) {
    return MemoryItem.ROWS.list(
        tx,
        "WHERE scope = ? AND author = ? AND deleted_ms IS NULL ORDER BY updated_ms DESC, id",
        scope.scope(),
        author.text());
  }

  private Optional<Principal> owner(String group) {
    return Groups.members(tx, group).stream()
        .filter(one -> one.role() == GroupRole.OWNER)
        .map(GroupMember::member)
        .findFirst();
  }

  /** Makes the heir of a group the owner of what was the member's there. */
  private void handOver(String group, Principal who) {
    heir(group)
        .ifPresent(
            heir ->
                tx.update(
                    "UPDATE memory_item SET owner = ? WHERE scope = ? AND owner = ?",
                    heir.text(),
                    new Scopes(tx).ofGroup(group).scope(),
                    who.text()));
  }

  /** Makes the heir of a group the owner of what was the member's among these items. */
  void handOver(String group, Principal who, List<String> items) {
    Optional<Principal> heir = heir(group);
    String scope = new Scopes(tx).ofGroup(group).scope();
    for (String item : heir.isPresent() ? items : List.<String>of()) {
      tx.update(
          "UPDATE memory_item SET owner = ? WHERE id = ? AND scope = ? AND owner = ?",
          heir.get().text(),
          item,
          scope,
          who.text());
    }
  }

  /** Returns the oldest owner of a group; who manages it elsewhere, if none is here. */
  private Optional<Principal> heir(String group) {
    return owner(group).or(() -> new GroupFeatures(tx).manager(group));
  }

  /** Deletes the member's own copies of the group's items, from an earlier departure. */
  private void takeCopies(Scopes.Scope scope, Principal who) {
    List<MemoryItem> copies =
        MemoryItem.ROWS.list(
            tx,
            "WHERE scope = ? AND deleted_ms IS NULL AND copy_of IN (SELECT id FROM memory_item"
                + " WHERE scope = ?)",
            new Scopes(tx).ofHolder(who).scope(),
            scope.scope());
    copies.forEach(new ItemRows(tx)::remove);
  }
}
