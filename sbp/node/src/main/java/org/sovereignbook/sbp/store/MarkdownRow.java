package org.sovereignbook.sbp.store;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.node.PeerText;

/**
 * A row of a Markdown table. Any text survives {@link #render} and {@link #parse} exactly; none can
 * add a cell, a row or a line (THREATS, Markdown injection).
 */
final class MarkdownRow {
  private static final int HEX = 16;
  private static final int UNICODE_ESCAPE_CHARACTERS = 4;

  private MarkdownRow() {}

  static boolean isRow(String line) {
    return line.strip().startsWith("|");
  }

  static boolean isSeparator(String line) {
    return line.strip().matches("\\|(\\s*:?-+:?\\s*\\|)+\\s*");
  }

  static String separator(int cells) {
    return "| --- ".repeat(cells) + "|";
  }

  static String render(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.isEmpty() ? " " : " " + escape(cell) + " ")
        .collect(Collectors.joining("|", "|", "|"));
  }

  static List<String> parse(String line) {
    String row = line.strip();
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    boolean closed = false;
    for (int i = 1; i < row.length(); i++) {
      char c = row.charAt(i);
      closed = false;
      if (c == '|') {
        cells.add(unescape(cell.toString().strip()));
        cell.setLength(0);
        closed = true;
      } else if (c == '\\' && i + 1 < row.length()) {
        cell.append(c).append(row.charAt(i + 1));
        i++;
      } else {
        cell.append(c);
      }
    }
    if (!closed) {
      cells.add(unescape(cell.toString().strip()));
    }
    return List.copyOf(cells);
  }

  /** Escapes what could end a cell or a line, what Markdown might render, and outer spaces. */
  static String escape(String text) {
    return keepOuterSpaces(PeerText.inMarkdown(PeerText.escape(text)));
  }

  private static String keepOuterSpaces(String text) {
    String result = text;
    if (!result.isEmpty() && Character.isWhitespace(result.charAt(0))) {
      result = unicode(result.charAt(0)) + result.substring(1);
    }
    int last = result.length() - 1;
    if (last >= 0 && Character.isWhitespace(result.charAt(last))) {
      result = result.substring(0, last) + unicode(result.charAt(last));
    }
    return result;
  }

  private static String unicode(char c) {
    return "\\u%04x".formatted((int) c);
  }

  /** Reverses {@link #escape}; a backslash that escapes nothing stays, as people write it. */
  static String unescape(String text) {
    StringBuilder out = new StringBuilder(text.length());
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (c != '\\' || i + 1 == text.length()) {
        out.append(c);
        i++;
        continue;
      }
      char next = text.charAt(i + 1);
      i += 2;
      switch (next) {
        case '\\', '|', '<', '`', '[' -> out.append(next);
        case 'n' -> out.append('\n');
        case 'r' -> out.append('\r');
        case 't' -> out.append('\t');
        case 'u' -> {
          if (isUnicodeEscape(text, i)) {
            out.append(
                (char) Integer.parseInt(text.substring(i, i + UNICODE_ESCAPE_CHARACTERS), HEX));
            i += UNICODE_ESCAPE_CHARACTERS;
          } else {
            out.append("\\u");
          }
        }
        default -> out.append('\\').append(next);
      }
    }
    return out.toString();
  }

  private static boolean isUnicodeEscape(String text, int from) {
    return from + UNICODE_ESCAPE_CHARACTERS <= text.length()
        && text.substring(from, from + UNICODE_ESCAPE_CHARACTERS).matches("[0-9a-fA-F]{4}");
  }
}
