package org.sovereignbook.sbp.node;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Guesses what a mistyped word was meant to be. */
public final class Suggestion {
  private static final int MAX_EDITS = 3;
  private static final int LETTERS_PER_SLIP = 3;
  private static final String UNDO = "un";

  private Suggestion() {}

  /** Returns the word that differs only in case, or in blanks, dashes and underscores. */
  private static Optional<String> alike(String typed, List<String> all) {
    String plain = plain(typed);
    return all.stream().filter(word -> !plain.isEmpty() && plain(word).equals(plain)).findFirst();
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replaceAll("[\\s_-]+", "");
  }

  /**
   * Returns the word that begins like the typed one, or is the fewest edits away; never its
   * opposite, which is one with {@code un} before it; empty if none is near.
   */
  public static Optional<String> nearest(String typed, List<String> all) {
    Optional<String> alike = alike(typed, all);
    if (alike.isPresent()) {
      return alike;
    }
    List<String> words =
        all.stream().filter(word -> word.startsWith(UNDO) == typed.startsWith(UNDO)).toList();
    Optional<String> begun =
        words.stream().filter(word -> typed.length() > 1 && word.startsWith(typed)).findFirst();
    if (begun.isPresent()) {
      return begun;
    }
    int letters = typed.replaceFirst("^-+", "").length();
    int allowed = Math.clamp(letters / LETTERS_PER_SLIP, 1, MAX_EDITS);
    return words.stream()
        // Longer by more than the edits that are allowed: a word of a megabyte is not compared.
        .filter(word -> Math.abs(typed.length() - word.length()) <= allowed)
        .filter(word -> edits(typed, word) <= allowed)
        .min(Comparator.comparingInt(word -> edits(typed, word)));
  }

  /** Computes Damerau's distance, which counts two swapped characters as one slip. */
  private static int edits(String from, String to) {
    int[][] edits = new int[from.length() + 1][to.length() + 1];
    for (int i = 0; i <= from.length(); i++) {
      for (int j = 0; j <= to.length(); j++) {
        edits[i][j] = i == 0 || j == 0 ? i + j : fewest(edits, from, to, i, j);
      }
    }
    return edits[from.length()][to.length()];
  }

  private static int fewest(int[][] edits, String from, String to, int i, int j) {
    boolean same = from.charAt(i - 1) == to.charAt(j - 1);
    int replaced = edits[i - 1][j - 1] + (same ? 0 : 1);
    int fewest = Math.min(replaced, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
    boolean swapped =
        i > 1
            && j > 1
            && from.charAt(i - 1) == to.charAt(j - 2)
            && from.charAt(i - 2) == to.charAt(j - 1);
    return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
  }
}
