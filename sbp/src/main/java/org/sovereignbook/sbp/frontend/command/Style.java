package org.sovereignbook.sbp.frontend.command;

import java.util.regex.Pattern;
import org.sovereignbook.sbp.node.PeerText;

/**
 * The meaning of a word, shown by colours. A styled text can be used like any text; {@link Output}
 * removes the style where no colours are wanted, and {@link Table} computes its width without it.
 */
public enum Style {
  PASS("32"),
  FAIL("31"),
  WARNING("33"),
  /** New since the last look. */
  NEW("1;36"),
  HEADING("1"),
  EMPHASIS("3"),
  CODE("36"),
  LINK("4"),
  /** Rarely needed, such as an id. */
  QUIET("2"),
  /** White on black in every theme, for a drawing whose light parts are blocks. */
  WHITE_ON_BLACK("97;40");

  static final char ESCAPE = '\033';
  private static final String END = "\033[0m";
  private static final Pattern SEQUENCE = Pattern.compile("\033\\[[0-9;]*m");

  private final String begin;

  Style(String code) {
    this.begin = "\033[" + code + "m";
  }

  /** Returns the text in this style; it must be safe ({@code PeerText}) and hold no style yet. */
  public String on(String text) {
    return text.isEmpty() ? text : begin + text + END;
  }

  /**
   * Returns the text with every character spelled out that could steer a terminal or hide text; the
   * styles of this program stay. The last barrier, for texts that nobody made safe before.
   *
   * @param kept further characters that stay, such as a line end
   */
  static String safe(String text, String kept) {
    if (text.codePoints().noneMatch(c -> PeerText.isUnsafe(c) && kept.indexOf(c) < 0)) {
      return text;
    }
    StringBuilder safe = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); ) {
      int c = text.codePointAt(i);
      String style = c == ESCAPE ? styleAt(text, i) : "";
      String one = style.isEmpty() ? Character.toString(c) : style;
      boolean stays = !style.isEmpty() || !PeerText.isUnsafe(c) || kept.indexOf(c) >= 0;
      safe.append(stays ? one : PeerText.escape(one));
      i += one.length();
    }
    return safe.toString();
  }

  private static String styleAt(String text, int at) {
    if (text.startsWith(END, at)) {
      return END;
    }
    for (Style style : values()) {
      if (text.startsWith(style.begin, at)) {
        return style.begin;
      }
    }
    return "";
  }

  /** Returns the text without styles. */
  static String strip(String text) {
    return text.indexOf(ESCAPE) < 0 ? text : SEQUENCE.matcher(text).replaceAll("");
  }
}
