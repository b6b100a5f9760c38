package org.sovereignbook.sbp.society.memory;

import java.util.List;
import java.util.regex.Pattern;

/** Patterns of texts that will soon be wrong, such as that a tool is broken. Immutable. */
record Transience(List<Pattern> patterns) {
  static final Transience PATTERNS = read();

  /** Longest beginning of a text that is looked at. */
  private static final int LOOKED_AT_CHARACTERS = 2_000;

  private static Transience read() {
    return new Transience(
        DataLines.of("transient.txt")
            .map(line -> Pattern.compile(line, Pattern.CASE_INSENSITIVE))
            .toList());
  }

  boolean fits(List<String> passages) {
    return passages.stream()
        .map(text -> text.substring(0, Math.min(text.length(), LOOKED_AT_CHARACTERS)))
        .anyMatch(text -> patterns.stream().anyMatch(one -> one.matcher(text).find()));
  }
}
