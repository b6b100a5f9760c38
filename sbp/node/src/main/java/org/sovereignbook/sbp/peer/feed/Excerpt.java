package org.sovereignbook.sbp.peer.feed;

import java.util.List;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.TextWords;

/** A short part of a long text, on one line. */
public final class Excerpt {
  private static final int MAX_CHARACTERS = 120;
  private static final int BEFORE_CHARACTERS = 30;
  private static final String CUT = "…";

  private Excerpt() {}

  /** Returns the beginning of a text. */
  public static String of(String text, int maxCharacters) {
    return cut(text, 0, maxCharacters);
  }

  /** Returns the surroundings of the word that comes first, or the beginning if there is none. */
  static String around(String text, List<String> words) {
    // Mostly as long as the text; a few characters more or less do not matter here.
    String lower = TextWords.folded(text);
    int first = words.stream().mapToInt(lower::indexOf).filter(at -> at >= 0).min().orElse(0);
    int from = Math.min(text.length(), Math.max(0, first - BEFORE_CHARACTERS));
    return cut(text, from, MAX_CHARACTERS);
  }

  private static String cut(String text, int from, int maxCharacters) {
    int start = text.codePointCount(0, from);
    String rest = text.substring(text.offsetByCodePoints(0, start));
    String part = Cut.beginning(rest, maxCharacters);
    return (from > 0 ? CUT : "")
        + part.strip().replaceAll("\\s+", " ")
        + (part.length() < rest.length() ? CUT : "");
  }
}
