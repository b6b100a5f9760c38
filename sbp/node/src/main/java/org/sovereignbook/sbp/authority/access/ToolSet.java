package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Set of tools in an authority: a tool is in it when every clause allows it and none denies it. The
 * intersection of two sets has the clauses of both, so it is never wider. The form is canonical.
 * Immutable.
 *
 * @param clauses clauses; each restricts the set
 */
public record ToolSet(List<Clause> clauses) {
  /**
   * People never need more. A set with more clauses becomes empty, since such a set is built from
   * others' messages.
   */
  static final int MAX_CLAUSES = 64;

  public static final ToolSet ALL = new ToolSet(List.of());
  public static final ToolSet NONE = new ToolSet(List.of(new Clause(Globs.NONE, Globs.NONE)));

  public record Clause(Globs allow, Globs deny) implements Comparable<Clause> {
    boolean contains(String tool) {
      return allow.contains(tool) && !deny.contains(tool);
    }

    private boolean saysNothing() {
      return allow.equals(Globs.ALL) && deny.equals(Globs.NONE);
    }

    private boolean isEmpty() {
      return allow.patterns().isEmpty() || allow.isWithin(deny);
    }

    /** Drops the denials of tools that are not allowed anyway. */
    private Clause plain() {
      return new Clause(allow, new Globs(deny.patterns().stream().filter(this::matters).toList()));
    }

    private boolean matters(String denied) {
      return !allow.meet(new Globs(List.of(denied))).patterns().isEmpty();
    }

    @Override
    public int compareTo(Clause other) {
      int byAllow = allow.toString().compareTo(other.allow.toString());
      return byAllow == 0 ? deny.toString().compareTo(other.deny.toString()) : byAllow;
    }
  }

  public ToolSet {
    TreeSet<Clause> distinct = new TreeSet<>();
    clauses.stream()
        .map(Clause::plain)
        .filter(clause -> !clause.saysNothing())
        .forEach(distinct::add);
    boolean isNothing =
        distinct.size() > MAX_CLAUSES || distinct.stream().anyMatch(Clause::isEmpty);
    clauses = isNothing ? List.of(new Clause(Globs.NONE, Globs.NONE)) : List.copyOf(distinct);
  }

  /** Written by hand, like the next method: the generated one is linked at each start. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ToolSet that && clauses.equals(that.clauses);
  }

  @Override
  public int hashCode() {
    return clauses.hashCode();
  }

  /** Returns the tools of one list without those of another. */
  public static ToolSet of(Globs allow, Globs deny) {
    return new ToolSet(List.of(new Clause(allow, deny)));
  }

  public boolean contains(String tool) {
    return clauses.stream().allMatch(clause -> clause.contains(tool));
  }

  public ToolSet meet(ToolSet other) {
    List<Clause> both = new ArrayList<>(clauses);
    both.addAll(other.clauses);
    return new ToolSet(both);
  }

  public boolean isEmpty() {
    return equals(NONE);
  }

  /** Returns the form that an authority's limits store. */
  JsonArray json() {
    return JsonArray.of(
        clauses.stream()
            .map(
                clause ->
                    JsonObject.builder()
                        .put("allow", JsonArray.ofStrings(clause.allow().patterns()))
                        .put("deny", JsonArray.ofStrings(clause.deny().patterns()))
                        .build())
            .toList());
  }

  /** Reads the form that {@link #json} writes; anything else allows nothing. */
  static ToolSet read(JsonArray json) {
    List<Clause> clauses = new ArrayList<>();
    for (JsonValue value : json.values()) {
      Optional<Globs> allow = globs(value, "allow");
      Optional<Globs> deny = globs(value, "deny");
      if (allow.isEmpty() || deny.isEmpty()) {
        return NONE;
      }
      clauses.add(new Clause(allow.get(), deny.get()));
    }
    return new ToolSet(clauses);
  }

  private static Optional<Globs> globs(JsonValue clause, String name) {
    return clause instanceof JsonObject object
        ? object.array(name).flatMap(JsonArray::strings).map(Globs::new)
        : Optional.empty();
  }
}
