package org.sovereignbook.sbp.builtin;

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

/**
 * What an agent cares about, as the words of the Interests section of its ethos (AGENT.md).
 *
 * <p>A piece gets two points for each interest in its title or tags, and one for each that its body
 * comes back to: at least once in every 200 words, so that a long text does not touch everything.
 */
record Interests(Set<String> terms) {
  private static final int TITLE_POINTS = 2;
  private static final int BODY_POINTS = 1;
  private static final int BODY_TERMS_FOR_EACH_MENTION = 100;
  private static final Pattern HEADING = Pattern.compile("^(#{1,6})\\s+(.*?)\\s*#*\\s*$");

  /** How close a piece is, and by which words; those that count most first. */
  record Closeness(int points, SequencedMap<String, Integer> matched) {

    String words() {
      return String.join(", ", matched.sequencedKeySet());
    }
  }

  /** The interests that an ethos names; the whole text counts when it has no such section. */
  static Interests of(String ethos) {
    String section = section(ethos);
    return new Interests(new LinkedHashSet<>(Terms.of(section.isBlank() ? ethos : section)));
  }

  /** Compares a piece with the interests. */
  Closeness closeness(String title, List<String> tags, String body) {
    Set<String> named = new LinkedHashSet<>(Terms.of(title));
    tags.forEach(tag -> named.addAll(Terms.of(tag)));
    List<String> words = Terms.of(body);
    Map<String, Long> mentions =
        words.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    Map<String, Integer> points = new LinkedHashMap<>();
    for (String term : terms) {
      int got = named.contains(term) ? TITLE_POINTS : 0;
      int needed = 1 + words.size() / BODY_TERMS_FOR_EACH_MENTION;
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

  /** The text below the heading "Interests", up to the next heading of its level. */
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
}
