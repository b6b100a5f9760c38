package org.sovereignbook.sbp.society.memory;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.node.TextWords;
import org.sovereignbook.sbp.society.recall.RecallIndex;

/**
 * Words of a text, for finding another that says the contrary about the same matter. A rough
 * judgment: what it finds is proposed to somebody who decides. Immutable.
 *
 * @param matter stems of the words that no group of exclusive words has
 * @param exclusive words of such groups, and numbers
 */
record Statement(Set<String> matter, Set<String> exclusive, boolean denies) {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}\\p{M}'\u2019.:-]+");
  private static final Pattern NUMBER = Pattern.compile("[\\d][\\d.:-]*");

  /** Share of the stems of the shorter text, in percent, from which two texts are on one matter. */
  private static final int SAME_MATTER_PERCENT = 60;

  private static final int LEAST_SHARED = 2;

  /** Share of the stems of the longer text, in percent, from which two texts are nearly equal. */
  private static final int NEAR_PERCENT = 75;

  private static final int LEAST_NEAR = 3;
  private static final int MOST_CHARACTERS = 2_000;

  /** The words that deny, and groups of words; a text has one of a group. */
  private static final List<Set<String>> GROUPS =
      DataLines.of("contradictions.txt").map(line -> Set.of(line.split(" ", -1))).toList();

  static Statement of(List<String> passages) {
    String text = String.join(" ", passages).toLowerCase(Locale.ROOT);
    List<String> words =
        WORD.matcher(text.substring(0, Math.min(text.length(), MOST_CHARACTERS)))
            .results()
            .map(found -> found.group().replace('\u2019', '\'').replaceAll("[.:-]+$", ""))
            .flatMap(Statement::parts)
            .toList();
    Set<String> exclusive =
        words.stream().filter(Statement::isExclusive).collect(Collectors.toUnmodifiableSet());
    String matter =
        words.stream().filter(word -> !isExclusive(word)).collect(Collectors.joining(" "));
    return new Statement(
        Set.copyOf(RecallIndex.stems(matter)),
        exclusive,
        words.stream().anyMatch(Statement::isDenying));
  }

  /** Returns a word whole; the runs of one that has a script without spaces. */
  private static Stream<String> parts(String word) {
    List<TextWords.Run> runs = TextWords.runs(word);
    return runs.stream().allMatch(TextWords.Run::isSpaced)
        ? Stream.of(word)
        : runs.stream().map(TextWords.Run::text);
  }

  /** Returns whether a text with this word, in small letters, says that something is not so. */
  static boolean isDenying(String word) {
    return GROUPS.getFirst().contains(word) || word.endsWith("n't");
  }

  private static boolean isExclusive(String word) {
    return NUMBER.matcher(word).matches() || GROUPS.stream().anyMatch(it -> it.contains(word));
  }

  /** Returns whether both are on one matter and say different things about it. */
  boolean contradicts(Statement other) {
    Set<String> shared = new HashSet<>(matter);
    shared.retainAll(other.matter);
    int shorter = Math.min(matter.size(), other.matter.size());
    boolean isOnSameMatter =
        shared.size() >= LEAST_SHARED && shared.size() * 100 >= shorter * SAME_MATTER_PERCENT;
    return isOnSameMatter
        && (denies != other.denies
            || groups().anyMatch(group -> differ(of(group), other.of(group)))
            || differ(numbers(), other.numbers()));
  }

  /** Returns whether both say nearly the same: most words of the longer one are in the other. */
  boolean isNear(Statement other) {
    Set<String> shared = new HashSet<>(matter);
    shared.retainAll(other.matter);
    int longer = Math.max(matter.size(), other.matter.size());
    return shared.size() >= LEAST_NEAR && shared.size() * 100 >= longer * NEAR_PERCENT;
  }

  private static Stream<Set<String>> groups() {
    return GROUPS.stream().skip(1);
  }

  private Set<String> of(Set<String> group) {
    return exclusive.stream().filter(group::contains).collect(Collectors.toSet());
  }

  private Set<String> numbers() {
    return exclusive.stream()
        .filter(word -> NUMBER.matcher(word).matches())
        .collect(Collectors.toSet());
  }

  private static boolean differ(Set<String> one, Set<String> other) {
    return !one.isEmpty() && !other.isEmpty() && one.stream().noneMatch(other::contains);
  }
}
