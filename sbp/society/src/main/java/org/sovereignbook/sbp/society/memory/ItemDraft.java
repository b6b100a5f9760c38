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
 * @param entity whose memory it goes to; the caller's if it is absent
 * @param group whose members may see it
 * @param visibility by default private, or of the group
 * @param domain by default that of the type
 * @param expectedVersion the version that the caller replaces; 0 for a new item
 */
public record ItemDraft(
    Optional<String> id,
    ItemType type,
    JsonObject data,
    Optional<String> entity,
    Optional<String> group,
    Optional<Visibility> visibility,
    Optional<Domain> domain,
    List<String> tags,
    Optional<Long> validFromMs,
    Optional<Long> validToMs,
    Optional<Long> expectedVersion) {
  public ItemDraft {
    tags = List.copyOf(tags);
  }

  /** Returns a draft of a new private item with the usual properties. */
  public static ItemDraft of(ItemType type, JsonObject data) {
    return new ItemDraft(
        Optional.empty(),
        type,
        data,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the same draft for a group. */
  public ItemDraft inGroup(Optional<String> group) {
    return new ItemDraft(
        id,
        type,
        data,
        entity,
        group,
        visibility,
        domain,
        tags,
        validFromMs,
        validToMs,
        expectedVersion);
  }

  /** Returns the same draft, which replaces nothing. */
  ItemDraft asNew() {
    return new ItemDraft(
        id,
        type,
        data,
        entity,
        group,
        visibility,
        domain,
        tags,
        validFromMs,
        validToMs,
        Optional.of(0L));
  }

  ItemDraft unlabelled() {
    return named(Optional.empty());
  }

  /** Returns the same draft with an id. */
  public ItemDraft named(Optional<String> name) {
    return new ItemDraft(
        name,
        type,
        data,
        entity,
        group,
        visibility,
        domain,
        tags,
        validFromMs,
        validToMs,
        expectedVersion);
  }

  ItemDraft called(String name, Domain kept, Optional<String> of) {
    return new ItemDraft(
        Optional.of(name),
        type,
        data,
        of,
        group,
        visibility,
        Optional.of(kept),
        tags,
        validFromMs,
        validToMs,
        expectedVersion);
  }
}
