package org.sovereignbook.sbp.authority.access;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonTexts;

/**
 * Set of names in the notation of CORDELIA §2.2: names, prefixes that end in {@code *}, and {@code
 * *} for all. Two sets are equal when they allow the same names: the form is canonical, sorted,
 * without patterns that another one covers. Immutable.
 *
 * <p>Comparison is exact: a prefix is covered by another prefix or not at all, since no list that
 * can be written ({@link #MAX_PATTERNS}) names every letter that could follow.
 *
 * @param patterns patterns; none covers another
 */
public record Globs(List<String> patterns) implements JsonTexts {
  /** Limit for one declared list. */
  public static final int MAX_PATTERNS = 1_000;

  public static final int MAX_PATTERN_CHARACTERS = 256;

  public static final Globs NONE = new Globs(List.of());
  public static final Globs ALL = new Globs(List.of("*"));

  /** Form of a set in a database column. */
  public static final Rows.Form<Globs> STORED =
      new Rows.Form<>(Globs.class, Globs::ofWords, Globs::words);

  public Globs {
    patterns.forEach(Globs::requirePattern);
    patterns = isCanonical(patterns) ? List.copyOf(patterns) : canonical(patterns);
  }

  /** Stored sets are in this form already, and many are read at each call. */
  private static boolean isCanonical(List<String> patterns) {
    for (int i = 0; i < patterns.size(); i++) {
      String one = patterns.get(i);
      boolean isInOrder = i == 0 || patterns.get(i - 1).compareTo(one) < 0;
      if (!isInOrder || (one.endsWith("*") && coversAnother(one, patterns))) {
        return false;
      }
    }
    return true;
  }

  private static boolean coversAnother(String prefix, List<String> patterns) {
    for (String one : patterns) {
      if (!one.equals(prefix) && covers(prefix, one)) {
        return true;
      }
    }
    return false;
  }

  private static List<String> canonical(List<String> patterns) {
    TreeSet<String> distinct = new TreeSet<>(patterns);
    // Names cover nothing but themselves, and there are many of them.
    List<String> prefixes = distinct.stream().filter(one -> one.endsWith("*")).toList();
    for (String prefix : prefixes) {
      distinct.removeIf(one -> !one.equals(prefix) && covers(prefix, one));
    }
    return List.copyOf(distinct);
  }

  @Override
  public List<String> texts() {
    return patterns;
  }

  public static Globs of(String... patterns) {
    return new Globs(List.of(patterns));
  }

  private static Globs ofWords(String words) {
    return words.isEmpty() ? NONE : of(words.split(" ", -1));
  }

  /** No pattern contains a space. */
  private String words() {
    return String.join(" ", patterns);
  }

  /**
   * Returns the set that a user has declared.
   *
   * @throws IllegalArgumentException when the list is longer than the limits
   */
  public static Globs declared(String name, Collection<String> patterns) {
    if (patterns.size() > MAX_PATTERNS) {
      throw new IllegalArgumentException(
          "%s has more than %d entries".formatted(name, MAX_PATTERNS));
    }
    return new Globs(List.copyOf(patterns));
  }

  private static void requirePattern(String pattern) {
    int star = pattern.indexOf('*');
    if (pattern.isEmpty() || !isPrintable(pattern) || (star >= 0 && star != pattern.length() - 1)) {
      throw new IllegalArgumentException(
          "an entry is a name, a prefix that ends in *, or * alone, without white space");
    }
    if (pattern.length() > MAX_PATTERN_CHARACTERS) {
      throw new IllegalArgumentException(
          "an entry has at most %d characters".formatted(MAX_PATTERN_CHARACTERS));
    }
  }

  private static boolean isPrintable(String pattern) {
    for (int i = 0; i < pattern.length(); i = pattern.offsetByCodePoints(i, 1)) {
      int character = pattern.codePointAt(i);
      boolean isAscii = character > ' ' && character <= '~';
      if (!isAscii && isUnprintable(character)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isUnprintable(int character) {
    return Character.isWhitespace(character)
        || Character.isISOControl(character)
        || Character.getType(character) == Character.FORMAT;
  }

  /** Returns whether a name is in the set; must not be used on a pattern. */
  public boolean contains(String name) {
    return !name.isEmpty() && isCovered(name);
  }

  boolean containsAny(Collection<String> names) {
    for (String name : names) {
      if (contains(name)) {
        return true;
      }
    }
    return false;
  }

  /** Avoids streams: this runs for each policy at each decision. */
  private boolean isCovered(String name) {
    for (int i = 0; i < patterns.size(); i++) {
      if (covers(patterns.get(i), name)) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether every name of this set is in the other one. */
  public boolean isWithin(Globs other) {
    return equals(other) || other.equals(ALL) || beyond(other).isEmpty();
  }

  /** Returns the patterns that the other set does not cover. */
  public List<String> beyond(Globs other) {
    return patterns.stream()
        .filter(mine -> other.patterns.stream().noneMatch(theirs -> covers(theirs, mine)))
        .toList();
  }

  public Globs plus(Globs other) {
    List<String> both = new ArrayList<>(patterns);
    both.addAll(other.patterns);
    return new Globs(both);
  }

  public Globs meet(Globs other) {
    if (equals(other) || other.equals(ALL)) {
      return this;
    }
    if (equals(ALL)) {
      return other;
    }
    List<String> common = new ArrayList<>();
    for (String mine : patterns) {
      for (String theirs : other.patterns) {
        if (covers(theirs, mine)) {
          common.add(mine);
        } else if (covers(mine, theirs)) {
          common.add(theirs);
        }
      }
    }
    return new Globs(common);
  }

  /** Written by hand, like the next two methods: the generated ones are linked at each start. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Globs that && patterns.equals(that.patterns);
  }

  @Override
  public int hashCode() {
    return patterns.hashCode();
  }

  @Override
  public String toString() {
    return patterns.toString();
  }

  /** Works for two patterns, too: two prefixes overlap only when one covers the other. */
  private static boolean covers(String pattern, String other) {
    return pattern.endsWith("*")
        ? other.regionMatches(0, pattern, 0, pattern.length() - 1)
        : pattern.equals(other);
  }
}
