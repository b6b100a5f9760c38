package org.sovereignbook.sbp.society.recall;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Words of a text. */
public final class Analysis {
  private Analysis() {}

  /** Returns the stemmed words in their order. */
  public static List<String> stems(String text) {
    return Stream.of(text.toLowerCase(Locale.ROOT).split("[^\\p{L}\\p{N}]+"))
        .filter(word -> !word.isEmpty())
        .map(PorterStemmer::stem)
        .toList();
  }
}
