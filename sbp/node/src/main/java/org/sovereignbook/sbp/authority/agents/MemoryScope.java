package org.sovereignbook.sbp.authority.agents;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Scope of memory that may be read or written (CORDELIA §2.2). Immutable.
 *
 * @param layers the agent's own hot context, or shared items
 * @param groups the groups whose items are included, when their visibility is allowed
 */
public record MemoryScope(Set<Layer> layers, Globs groups, Set<Visibility> visibility) {
  /** Empty scope, the meaning of an absent one. */
  public static final MemoryScope NONE = new MemoryScope(Set.of(), Globs.NONE, Set.of());

  public static final MemoryScope ALL =
      new MemoryScope(EnumSet.allOf(Layer.class), Globs.ALL, EnumSet.allOf(Visibility.class));

  /** Layer of memory, hot or warm. */
  public enum Layer {
    L1,
    L2
  }

  /** Audience of an item. */
  public enum Visibility {
    PRIVATE,
    GROUP,
    PUBLIC
  }

  /** Form in JSON; an absent list is empty. */
  record Declared(
      Optional<List<Layer>> layers,
      Optional<List<String>> groups,
      Optional<List<Visibility>> visibility) {
    MemoryScope scope(String name) {
      return new MemoryScope(
          Set.copyOf(layers.orElse(List.of())),
          Globs.declared(name + ".groups", groups.orElse(List.of())),
          Set.copyOf(visibility.orElse(List.of())));
    }
  }

  public MemoryScope {
    layers = Set.copyOf(layers);
    visibility = Set.copyOf(visibility);
  }

  Declared declared() {
    return new Declared(
        Optional.of(layers.stream().sorted().toList()),
        Optional.of(groups.patterns()),
        Optional.of(visibility.stream().sorted().toList()));
  }

  /** Returns the scope of a member's own hot context and one group's items. */
  public static MemoryScope ofGroup(String group) {
    return new MemoryScope(
        EnumSet.allOf(Layer.class), Globs.of(group), EnumSet.of(Visibility.GROUP));
  }

  /** Returns a scope that includes both. */
  public MemoryScope plus(MemoryScope other) {
    return new MemoryScope(
        union(layers, other.layers),
        groups.plus(other.groups),
        union(visibility, other.visibility));
  }

  private static <T> Set<T> union(Set<T> one, Set<T> other) {
    return Stream.concat(one.stream(), other.stream()).collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns whether an item may be touched; the group matters only for the visibility {@code
   * GROUP}.
   */
  public boolean allows(Layer layer, Visibility seenBy, String group) {
    return layers.contains(layer)
        && visibility.contains(seenBy)
        && (seenBy != Visibility.GROUP || groups.contains(group));
  }

  /** Returns whether it is empty, without the record's equality, which each process makes anew. */
  boolean isNone() {
    return layers.isEmpty() && groups.patterns().isEmpty() && visibility.isEmpty();
  }

  MemoryScope meet(MemoryScope other) {
    return new MemoryScope(
        common(layers, other.layers),
        groups.meet(other.groups),
        common(visibility, other.visibility));
  }

  private static <T> Set<T> common(Set<T> one, Set<T> other) {
    return Set.copyOf(one.stream().filter(other::contains).toList());
  }

  /**
   * Returns the parts of this scope that are outside the other, such as {@code memory_read.layers
   * l2}.
   */
  List<String> beyond(MemoryScope other, String name) {
    List<String> beyond = new ArrayList<>();
    layers.stream()
        .filter(layer -> !other.layers.contains(layer))
        .sorted()
        .forEach(layer -> beyond.add(name + ".layers " + Words.of(layer)));
    groups.beyond(other.groups).forEach(group -> beyond.add(name + ".groups " + group));
    visibility.stream()
        .filter(word -> !other.visibility.contains(word))
        .sorted()
        .forEach(word -> beyond.add(name + ".visibility " + Words.of(word)));
    return beyond;
  }
}
