package org.sovereignbook.sbp.cli.command;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Guesses what a mistyped word was meant to be. */
public final class Suggestion {
  private static final int MAX_EDITS = 3;

  private Suggestion() {}

  /** The word that begins like the typed one, or is the fewest edits away; empty for a stranger. */
  public static Optional<String> nearest(String typed, List<String> words) {
    Optional<String> begun =
        words.stream().filter(word -> typed.length() > 1 && word.startsWith(typed)).findFirst();
    if (begun.isPresent()) {
      return begun;
    }
    int allowed = Math.min(MAX_EDITS, Math.max(1, typed.length() / 2));
    return words.stream()
        .filter(word -> edits(typed, word) <= allowed)
        .min(Comparator.comparingInt(word -> edits(typed, word)));
  }

  /** Levenshtein's distance. */
  private static int edits(String from, String to) {
    int[] previous = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      previous[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] current = new int[to.length() + 1];
      current[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        current[j] = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
      }
      previous = current;
    }
    return previous[to.length()];
  }
}
