package org.sovereignbook.sbp.runtime.builtin;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.node.TextWords;

/**
 * An agent's interests: the words of the Interests section of its ethos (AGENT.md).
 *
 * <p>A piece gets two points for each interest in its title or tags, and one for each that recurs
 * in its body: at least once in every 200 words, so that a long text does not match everything.
 */
record Interests(Set<String> terms) {
  private static final int TITLE_POINTS = 2;
  private static final int BODY_POINTS = 1;
  private static final int BODY_TERMS_FOR_EACH_MENTION = 100;
  private static final Pattern HEADING = Pattern.compile("^(#{1,6})\\s+(.*?)\\s*#*\\s*$");

  /** Points of a piece, and the matched words with the highest counts first. */
  record Closeness(int points, SequencedMap<String, Integer> matched) {

    String words() {
      return String.join(", ", matched.sequencedKeySet());
    }
  }

  /** Returns the interests in an ethos; the whole text counts when it has no such section. */
  static Interests of(String ethos) {
    String section = section(ethos);
    return new Interests(new LinkedHashSet<>(Terms.wanted(section.isBlank() ? ethos : section)));
  }

  /** Compares a piece with the interests. */
  Closeness closeness(String title, List<String> tags, String body) {
    Set<String> named = new LinkedHashSet<>(Terms.of(title));
    tags.forEach(tag -> named.addAll(Terms.of(tag)));
    List<String> words = Terms.of(body);
    int length = Terms.wanted(body).size();
    Map<String, Long> mentions =
        words.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    Map<String, Integer> points = new LinkedHashMap<>();
    for (String term : terms) {
      int got = named.contains(term) ? TITLE_POINTS : 0;
      int needed = 1 + length / BODY_TERMS_FOR_EACH_MENTION;
      got += mentions.getOrDefault(term, 0L) >= needed ? BODY_POINTS : 0;
      if (got > 0) {
        points.put(term, got);
      }
    }
    return new Closeness(
        points.values().stream().mapToInt(Integer::intValue).sum(), mostFirst(points));
  }

  private static SequencedMap<String, Integer> mostFirst(Map<String, Integer> points) {
    SequencedMap<String, Integer> sorted = new LinkedHashMap<>();
    points.entrySet().stream()
        .sorted(
            Map.Entry.<String, Integer>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
    return sorted;
  }

  /** Returns the text below the heading "Interests", up to the next heading of its level. */
  private static String section(String ethos) {
    List<String> lines = new ArrayList<>();
    int level = 0;
    for (String line : ethos.lines().toList()) {
      Matcher heading = HEADING.matcher(line);
      boolean isHeading = heading.matches();
      if (isHeading && level > 0 && heading.group(1).length() <= level) {
        break;
      }
      if (level > 0) {
        lines.add(line);
      } else if (isHeading && heading.group(2).toLowerCase(Locale.ROOT).startsWith("interest")) {
        level = heading.group(1).length();
      }
    }
    return String.join("\n", lines);
  }

  /**
   * Reduction of text to meaningful words: words of {@link TextWords}, no stop words, plural forms
   * folded. Made for English; in other languages only identical words match.
   */
  static final class Terms {
    private static final Pattern POSSESSIVE = Pattern.compile("['’](s|re|ve|ll|d|m|t)\\b");
    private static final int MIN_CHARACTERS = 2;

    /** First character of the scripts of East Asia, where a single one may be a word. */
    private static final int FIRST_BEYOND = 0x2E80;

    private static final int MIN_PLURAL_CHARACTERS = 4;

    /** Words without a subject, and words found in every text about interests. */
    private static final Set<String> STOP_WORDS =
        Set.of(
            """
            a about above across actual actually after again against all almost alone along already
            also although always am among an and another any anyone anything are around as at away
            back be became because become been before being below best better between both but by
            came can cannot catch come could did different do does doing done don down during each
            either else enough especially etc even ever every everything eye few find first for form
            from full further general get give go going good got great had has have having he her
            here hers him his how however i idea if in instead interest interested interesting into
            is it its itself just keep kind know last least less let like likely look lot made mainly
            make many may maybe me mean might mine more most mostly much must my myself near need
            never new next no none nor not nothing now of off often old on once one only or other
            our out over own part particular people per perhaps piece quite rather read real really
            same say see seem several she should show since so some someone something sort still
            such take talk tell than that the their them then there these they thing think thinking
            this those though through thus time to today together too topic toward try two under
            until up upon us use used using various very via want was way we well went were what
            whatever when where whether which while who whole whom whose why will with within
            without won word work world would write writing yet you your
            """
                .strip()
                .split("\\s+"));

    private Terms() {}

    /** Returns the terms by which a text is found, in order, with repetitions. */
    static List<String> of(String text) {
      return terms(TextWords.known(plain(text)));
    }

    /** Returns the terms of a text to look for, in order, with repetitions. */
    static List<String> wanted(String text) {
      return terms(TextWords.wanted(plain(text)));
    }

    private static String plain(String text) {
      return POSSESSIVE.matcher(TextWords.folded(text)).replaceAll("");
    }

    private static List<String> terms(List<String> words) {
      return words.stream()
          .filter(word -> word.length() >= MIN_CHARACTERS || word.codePointAt(0) >= FIRST_BEYOND)
          .filter(word -> !STOP_WORDS.contains(word))
          .map(Terms::singular)
          .filter(word -> !STOP_WORDS.contains(word))
          .toList();
    }

    private static String singular(String word) {
      if (word.length() < MIN_PLURAL_CHARACTERS || !word.endsWith("s")) {
        return word;
      }
      if (word.endsWith("ies") && word.length() > MIN_PLURAL_CHARACTERS) {
        return word.substring(0, word.length() - 3) + "y";
      }
      if (word.endsWith("sses")) {
        return word.substring(0, word.length() - 2);
      }
      return word.endsWith("ss") || word.endsWith("us") || word.endsWith("is")
          ? word
          : word.substring(0, word.length() - 1);
    }
  }
}
