package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.Optional;

/**
 * Selection of items.
 *
 * @param tags any of these; all items if there are none
 * @param group only items of this group
 * @param hidden also the caller's doubtful items that nobody has confirmed
 */
public record ItemFilter(
    Optional<ItemType> type,
    List<String> tags,
    Optional<String> group,
    Optional<Domain> domain,
    boolean hidden) {
  /** All items that are found by default. */
  public static final ItemFilter ALL =
      new ItemFilter(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), false);

  public ItemFilter {
    tags = List.copyOf(tags);
  }

  boolean fits(Items.Whole item) {
    return type.filter(it -> it != item.item().type()).isEmpty()
        && (tags.isEmpty() || tags.stream().anyMatch(item.tags()::contains))
        && group.filter(it -> !item.group().equals(Optional.of(it))).isEmpty()
        && domain.filter(it -> it != item.item().domain()).isEmpty();
  }
}
