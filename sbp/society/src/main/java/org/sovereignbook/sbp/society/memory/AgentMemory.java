package org.sovereignbook.sbp.society.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.GroupRole;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Memory of one agent as a whole, for its way to another node and back (CORDELIA §6). The program
 * writes, with the agent as the author, by the authority of the node that the text comes from: it
 * is a foreign text, whoever wrote it there.
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

  /** Ids as {@link Transaction#newId} makes them: they are shown in lists, so they are no texts. */
  private static final Pattern KEY = Pattern.compile("[0-9a-f]{16}");

  private MemoryHolder holder() {
    return MemoryHolder.of(agent);
  }

  private Principal self() {
    return agent.principal();
  }

  /**
   * Returns the hot context: of a guest all of it, of an agent of this node its own text, beside
   * which stays here what others caused.
   */
  public JsonObject hot(boolean isGuest) {
    HotMemory hot = new HotMemory(tx);
    return (isGuest ? hot.wholeOf(holder()) : hot.textOf(holder())).orElse(JsonObject.empty());
  }

  /** Returns the authorities of all texts that {@link #hot} was made of. */
  public List<Authority> hotCauses(boolean isGuest) {
    HotMemory hot = new HotMemory(tx);
    return Stream.concat(
            hot.causes(holder()).stream(),
            isGuest ? hot.apartCauses(holder()).stream() : Stream.empty())
        .distinct()
        .toList();
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
      carried.add(
          CarriedItem.of(
              items.whole(item, scopes.of(item.holding().scope())),
              items.causes(List.of(item.id()))));
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

  /**
   * Takes over a hot context and the ends of sessions that are not here yet.
   *
   * @param causes of the hot context, as the other node says
   * @param by the other node
   * @param approvedBy who has approved it; else what it says besides is stored apart
   */
  public void take(
      JsonObject hot,
      List<CarriedSession> brought,
      List<Authority> causes,
      PublicKey by,
      Optional<Caller> approvedBy) {
    new HotMemory(tx).take(holder(), hot, brought, Access.handedOver(tx, by, causes), approvedBy);
  }

  /**
   * Stores an item of a guest, private to it, with the version that it has at home.
   *
   * @param by the node that it comes from
   */
  public MemoryItem host(CarriedItem item, PublicKey by) {
    MemoryItem created = write(item, item.id(), new Scopes(tx).ofHolder(self()), by);
    new ItemRows(tx).begin(created, item.version());
    return created;
  }

  /**
   * Stores an item in a staging group, for its review.
   *
   * @param by the node that it comes from
   */
  public MemoryItem stage(CarriedItem item, String group, PublicKey by) {
    return write(item, Optional.empty(), new Scopes(tx).ofGroup(group), by);
  }

  private MemoryItem write(
      CarriedItem item, Optional<String> label, Scopes.Scope scope, PublicKey by) {
    ItemDraft draft = item.draft(label);
    new ItemChecks(tx).requireSize(draft.data(), draft);
    MemoryItem created =
        new ItemWriter(tx)
            .arrived(
                Access.handedOver(tx, by, item.causes()), self(), draft, scope, Optional.empty());
    tx.update(
        "UPDATE memory_item SET created_ms = ? WHERE id = ?",
        item.createdAt().instant().toEpochMilli(),
        created.id());
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
    /** Another item of its type has its name, in its own memory or in a group of the agent. */
    SAME_NAME,
    /** Another item there says nearly the same, or the contrary. */
    SIMILAR;

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
   * Finds what contradicts brought items. Nothing is resolved here.
   *
   * @param versions that the agent left with, by the keys of the items; none for new ones
   * @return the conflicts, by the keys of the items
   */
  public Map<String, Conflict> conflicts(List<CarriedItem> brought, Map<String, Long> versions) {
    ConflictScan scan = ConflictScan.of(tx, self());
    Map<String, Conflict> found = new HashMap<>();
    for (CarriedItem one : brought) {
      conflict(scan, one, versions.getOrDefault(one.key(), 0L))
          .ifPresent(conflict -> found.put(one.key(), conflict));
    }
    return found;
  }

  private Optional<Conflict> conflict(ConflictScan scan, CarriedItem brought, long version) {
    if (version > 0) {
      Optional<MemoryItem> here = here(brought.key());
      if (here.isEmpty()) {
        return Optional.of(Conflict.DELETED_HERE);
      }
      return here.get().version() == version
          ? Optional.<Conflict>empty()
          : Optional.of(Conflict.CHANGED_HERE);
    }
    Scopes.Scope scope = scope(brought.group());
    return brought.id().filter(id -> new ItemRows(tx).inScope(scope, id).isPresent()).isPresent()
        ? Optional.of(Conflict.SAME_ID)
        : scan.of(brought.key(), brought);
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
   * @param by the node that it comes from
   * @param approvedBy whose approval ends the causes of the merged version; without it they stay
   */
  public MemoryItem merge(
      Optional<String> known,
      CarriedItem brought,
      Optional<String> group,
      PublicKey by,
      Optional<Caller> approvedBy) {
    MemoryItem merged = merge(known, brought, group, by);
    return approvedBy.map(caller -> new MemoryApproval(tx).end(caller, merged)).orElse(merged);
  }

  private MemoryItem merge(
      Optional<String> known, CarriedItem brought, Optional<String> group, PublicKey by) {
    Optional<MemoryItem> here = known.flatMap(this::here);
    if (here.isEmpty()) {
      return write(brought, brought.id(), scope(group), by);
    }
    ItemDraft draft = brought.draft(Optional.empty());
    new ItemChecks(tx).requireSize(draft.data(), draft);
    return new ItemWriter(tx)
        .arrived(Access.handedOver(tx, by, brought.causes()), self(), draft, here.get());
  }

  /** Ends what a guest had here for itself, before it comes again with the memory of its home. */
  public void clear() {
    ItemRows rows = new ItemRows(tx);
    MemoryItem.ROWS
        .list(tx, "WHERE scope = ? AND deleted_ms IS NULL", new Scopes(tx).ofHolder(self()).scope())
        .forEach(rows::remove);
    tx.update("DELETE FROM memory_chain WHERE holder = ?", self().text());
    new HotMemory(tx).restart(holder());
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
    if (item.version() < 1 || !KEY.matcher(item.key()).matches()) {
      throw SocietyException.wrong(
          "invalid_bundle", "invalid bundle: an item has no version, or no key of 16 hex digits");
    }
    ItemBody _ = item.type().body(item.body());
  }
}
