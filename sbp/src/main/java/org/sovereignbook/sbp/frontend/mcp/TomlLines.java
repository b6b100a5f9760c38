package org.sovereignbook.sbp.frontend.mcp;

import java.util.ArrayList;
import java.util.List;

/** The lines of a TOML text, grouped by statement: a value may span several lines. */
final class TomlLines {
  private final String text;
  private int at;

  TomlLines(String text) {
    this.text = text;
  }

  /** Returns the statements with their line ends; joined they are the text. */
  List<String> statements() {
    List<String> statements = new ArrayList<>();
    at = 0;
    while (at < text.length()) {
      int start = at;
      skipStatement();
      statements.add(text.substring(start, at));
    }
    return statements;
  }

  /** Skips to the end of the first line on which no bracket and no string is open. */
  private void skipStatement() {
    int depth = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      switch (c) {
        case '#' -> skipTo("\n");
        case '"', '\'' -> skipString(c);
        case '[', '{' -> depth++;
        case ']', '}' -> depth--;
        default -> {
          // Part of a key or a value.
        }
      }
      boolean isEnd = at < text.length() && text.charAt(at) == '\n' && depth <= 0;
      at = Math.min(at + 1, text.length());
      if (isEnd) {
        return;
      }
    }
  }

  /** Skips to the character before the text, or to the end. */
  private void skipTo(String end) {
    int found = text.indexOf(end, at);
    at = found < 0 ? text.length() : found;
  }

  /**
   * Skips to the last quotation mark of a string; a single-line string ends with its line at the
   * latest.
   */
  private void skipString(char quote) {
    String three = String.valueOf(quote).repeat(3);
    boolean isLong = text.startsWith(three, at);
    at += isLong ? three.length() : 1;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\' && quote == '"') {
        at++;
      } else if (isLong ? text.startsWith(three, at) : c == quote) {
        at += isLong ? three.length() - 1 : 0;
        return;
      } else if (c == '\n' && !isLong) {
        return;
      }
      at++;
    }
  }
}
