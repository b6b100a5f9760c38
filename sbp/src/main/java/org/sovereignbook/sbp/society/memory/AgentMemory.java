package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Memory of one agent as a whole, for its way to another node and back (CORDELIA §6). The program
 * writes, with the agent as the author.
 */
public record AgentMemory(Transaction tx, Agent agent) {
  /** State of a chain of sessions, compared with the one that the agent left with. */
  public enum Divergence {
    /** No session has ended anywhere. */
    NONE,
    /** Sessions have ended elsewhere only. */
    AHEAD,
    /** Sessions have ended, or the hot context has changed, here too. */
    FORKED,
    /** The chain does not continue the one that the agent left with, or it is not intact. */
    BROKEN;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  private MemoryHolder holder() {
    return MemoryHolder.of(agent);
  }

  private Principal self() {
    return agent.principal();
  }

  public JsonObject hot() {
    return new HotMemory(tx).textOf(holder()).orElse(JsonObject.empty());
  }

  public long hotVersion() {
    return new HotMemory(tx).version(holder());
  }

  /** Returns the ends of its sessions, in order. */
  public List<CarriedSession> sessions() {
    return new HotMemory(tx).ends(holder());
  }

  /** Returns its private items, and those that it wrote in groups; no copies. */
  public List<CarriedItem> items() {
    Items items = new Items(tx);
    Scopes scopes = new Scopes(tx);
    List<CarriedItem> carried = new ArrayList<>();
    for (MemoryItem item :
        MemoryItem.ROWS.list(
            tx,
            "WHERE owner = ? AND author = ? AND copy_of IS NULL AND deleted_ms IS NULL AND scope IN"
                + " (SELECT scope FROM memory_scope WHERE (kind = 'private' AND of_whom = ?) OR"
                + " (kind = 'group' AND of_whom IN (SELECT group_id FROM memory_member WHERE member"
                + " = ? AND left_ms IS NULL AND role <> 'viewer'))) ORDER BY id",
            self().text(),
            self().text(),
            self().text(),
            self().text())) {
      carried.add(CarriedItem.of(items.whole(item, scopes.of(item.scope()))));
    }
    return carried;
  }

  /**
   * Compares the chain that the agent brings with the one that it left with.
   *
   * @param leftWith how many sessions had ended then
   * @param leftVersion of the hot context then
   */
  public Divergence compare(
      JsonObject hot, List<CarriedSession> brought, long leftWith, long leftVersion) {
    List<CarriedSession> own = sessions();
    boolean continues = brought.size() >= leftWith && HotChain.verify(hot).problem().isEmpty();
    for (int i = 0; continues && i < brought.size(); i++) {
      CarriedSession one = brought.get(i);
      continues =
          one.sessionCount() == i + 1
              && HotChain.isLink(one)
              && (i >= leftWith || one.isSame(own.get(i)));
    }
    long says = HotChain.verify(hot).link().map(HotChain.Link::count).orElse(0L);
    if (!continues || says != brought.size()) {
      return Divergence.BROKEN;
    }
    if (own.size() > leftWith || hotVersion() != leftVersion) {
      return Divergence.FORKED;
    }
    return brought.size() == leftWith ? Divergence.NONE : Divergence.AHEAD;
  }

  /** Takes over a hot context and the ends of sessions that are not here yet. */
  public void take(JsonObject hot, List<CarriedSession> brought) {
    new HotMemory(tx).take(holder(), hot, brought);
  }

  /** Stores an item of a guest, private to it, with the version that it has at home. */
  public MemoryItem host(CarriedItem item) {
    MemoryItem created = write(item, item.id(), new Scopes(tx).ofHolder(self()));
    new ItemRows(tx).begin(created, item.version());
    return created;
  }

  /** Stores an item in a staging group, for its review. */
  public MemoryItem stage(CarriedItem item, String group) {
    return write(item, Optional.empty(), new Scopes(tx).ofGroup(group));
  }

  private MemoryItem write(CarriedItem item, Optional<String> label, Scopes.Scope scope) {
    ItemDraft draft = item.draft(label);
    new ItemChecks(tx).requireSize(item.body(), draft);
    MemoryItem created = new ItemWriter(tx).keep(Caller.system(), draft, scope, holder(), self());
    tx.update(
        "UPDATE memory_item SET created_ms = ? WHERE id = ?",
        item.createdAt().instant().toEpochMilli(),
        created.id());
    new Causes(tx).add(created.id(), tx.cause(Authority.of(self(), "return")).authorityId());
    return created;
  }

  /** Contradiction of a brought item with what is here. */
  public enum Conflict {
    /** Its text has changed here, too. */
    CHANGED_HERE,
    /** It was deleted here. */
    DELETED_HERE,
    /** Another item has its id. */
    SAME_ID,
    /** Another entity has its name. */
    SAME_NAME;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * Returns whether an item that the agent took along still says what is brought.
   *
   * @param known the id of the item here
   */
  public boolean isSame(String known, CarriedItem brought) {
    return here(known)
        .filter(
            item ->
                new ItemRows(tx).body(item).equals(brought.body())
                    && new ItemRows(tx).tagsOf(item.id()).equals(sorted(brought.tags())))
        .isPresent();
  }

  private static List<String> sorted(List<String> tags) {
    return tags.stream().distinct().sorted().toList();
  }

  private Optional<MemoryItem> here(String id) {
    return MemoryItem.ROWS.first(
        tx, "WHERE id = ? AND owner = ? AND deleted_ms IS NULL", id, self().text());
  }

  /**
   * Finds what contradicts an item. Nothing is resolved here.
   *
   * @param version that the agent left with; 0 for a new item
   */
  public Optional<Conflict> conflict(String known, long version, CarriedItem brought) {
    if (version > 0) {
      Optional<MemoryItem> here = here(known);
      return here.isEmpty()
          ? Optional.of(Conflict.DELETED_HERE)
          : here.get().version() == version ? Optional.empty() : Optional.of(Conflict.CHANGED_HERE);
    }
    Scopes.Scope scope = scope(brought.group());
    if (brought.id().isPresent()
        && new ItemRows(tx).inScope(scope, brought.id().get()).isPresent()) {
      return Optional.of(Conflict.SAME_ID);
    }
    boolean isNamed =
        brought.type() == ItemType.ENTITY
            && tx.exists(
                "SELECT 1 FROM memory_item WHERE scope = ? AND type = 'entity' AND title = ? AND"
                    + " deleted_ms IS NULL",
                scope.scope(),
                PeerText.plain(brought.title()));
    return isNamed ? Optional.of(Conflict.SAME_NAME) : Optional.empty();
  }

  private Scopes.Scope scope(Optional<String> group) {
    Scopes scopes = new Scopes(tx);
    return group.isPresent() ? scopes.ofGroup(group.get()) : scopes.ofHolder(self());
  }

  /** Returns whether the agent may still write in a group. */
  public boolean mayWriteIn(String group) {
    return Groups.memberships(tx, self()).stream()
        .anyMatch(one -> one.groupId().equals(group) && one.role().includes(GroupRole.MEMBER));
  }

  /**
   * Merges an approved item: as the next version of the one that the agent took along, or as a new
   * one.
   *
   * @param known the id of that item here; empty for a new item
   */
  public MemoryItem merge(Optional<String> known, CarriedItem brought, Optional<String> group) {
    Optional<MemoryItem> here = known.flatMap(this::here);
    if (here.isPresent()) {
      return new ItemWriter(tx).next(Caller.system(), here.get(), brought.draft(Optional.empty()));
    }
    Scopes.Scope scope = scope(group);
    Optional<String> label =
        brought.id().filter(id -> new ItemRows(tx).inScope(scope, id).isEmpty());
    return write(brought, label, scope);
  }

  /** Makes a group that the agent may read and its parent owns, in which the node writes. */
  public String stagingGroup(String id) {
    Groups.stage(tx, id, agent.parent(), self());
    return id;
  }

  /** Makes the staging group a tombstone. */
  public void unstage(String group) {
    Groups.end(tx, Caller.system(), group);
  }

  /** Refuses what is not an item of this program. */
  public static void check(CarriedItem item) {
    if (item.version() < 1 || item.key().isBlank()) {
      throw SocietyException.wrong("invalid_bundle", "invalid bundle: an item has no version");
    }
    ItemBody _ = item.type().body(item.body());
  }
}
