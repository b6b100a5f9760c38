package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * An item to write.
 *
 * @param id of an item to replace, or the id of a new one; a random one if it is absent
 * @param data the members of the type's body
 * @param domain by default that of the type
 * @param expectedVersion the version that the caller replaces; 0 for a new item
 */
public record ItemDraft(
    Optional<String> id,
    ItemType type,
    JsonObject data,
    Where where,
    Optional<Domain> domain,
    List<String> tags,
    Validity validity,
    Optional<Long> expectedVersion) {
  /**
   * Memory and readers of an item.
   *
   * @param entity whose memory it goes to; the caller's if it is absent
   * @param group whose members may see it
   * @param visibility by default private, or of the group
   */
  public record Where(
      Optional<String> entity, Optional<String> group, Optional<Visibility> visibility) {
    /** The memory of the caller, who alone reads it. */
    public static final Where OWN = new Where(Optional.empty(), Optional.empty(), Optional.empty());

    /** Returns the caller's memory with these readers. */
    public static Where of(Optional<String> group, Visibility visibility) {
      return new Where(Optional.empty(), group, Optional.of(visibility));
    }
  }

  public ItemDraft {
    tags = List.copyOf(tags);
  }

  /** Returns a draft of a new private item with the usual properties. */
  public static ItemDraft of(ItemType type, JsonObject data) {
    return new ItemDraft(
        Optional.empty(),
        type,
        data,
        Where.OWN,
        Optional.empty(),
        List.of(),
        Validity.ALWAYS,
        Optional.empty());
  }

  /** Returns the same draft for a group. */
  public ItemDraft inGroup(Optional<String> group) {
    return at(new Where(where.entity(), group, where.visibility()));
  }

  /** Returns the same draft for another memory, or other readers. */
  public ItemDraft at(Where other) {
    return new ItemDraft(id, type, data, other, domain, tags, validity, expectedVersion);
  }

  /** Returns the same draft, which replaces nothing. */
  ItemDraft asNew() {
    return over(Optional.of(0L));
  }

  /** Returns the same draft, which replaces this version. */
  public ItemDraft over(Optional<Long> version) {
    return new ItemDraft(id, type, data, where, domain, tags, validity, version);
  }

  ItemDraft unlabelled() {
    return named(Optional.empty());
  }

  /** Returns the same draft with an id. */
  public ItemDraft named(Optional<String> name) {
    return new ItemDraft(name, type, data, where, domain, tags, validity, expectedVersion);
  }

  /** Returns the same draft of another domain. */
  public ItemDraft about(Domain other) {
    return new ItemDraft(
        id, type, data, where, Optional.of(other), tags, validity, expectedVersion);
  }

  /** Returns the same draft with these tags. */
  public ItemDraft tagged(List<String> others) {
    return new ItemDraft(id, type, data, where, domain, others, validity, expectedVersion);
  }

  /** Returns the same draft, true in this time. */
  public ItemDraft within(Validity time) {
    return new ItemDraft(id, type, data, where, domain, tags, time, expectedVersion);
  }

  ItemDraft called(String name, Domain kept, Optional<String> of) {
    return named(Optional.of(name))
        .about(kept)
        .at(new Where(of, where.group(), where.visibility()));
  }
}
