package org.sovereignbook.sbp.frontend.command;

import java.util.regex.Pattern;

/**
 * What a word means, which colours show. A styled text goes wherever text does; {@link Output}
 * takes the style off again where no colours are wanted, and {@link Table} knows how wide it is.
 */
public enum Style {
  PASS("32"),
  FAIL("31"),
  WARNING("33"),
  /** What came since the last look. */
  NEW("1;36"),
  HEADING("1"),
  /** What one needs seldom, such as an id. */
  QUIET("2");

  static final char ESCAPE = '\033';
  private static final String END = "\033[0m";
  private static final Pattern SEQUENCE = Pattern.compile("\033\\[[0-9;]*m");

  private final String begin;

  Style(String code) {
    this.begin = "\033[" + code + "m";
  }

  /** The text in this style; it must be harmless ({@code PeerText}) and hold no style yet. */
  public String on(String text) {
    return text.isEmpty() ? text : begin + text + END;
  }

  /** Without any style. */
  static String strip(String text) {
    return text.indexOf(ESCAPE) < 0 ? text : SEQUENCE.matcher(text).replaceAll("");
  }
}
