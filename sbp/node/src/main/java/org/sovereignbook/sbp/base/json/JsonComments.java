package org.sovereignbook.sbp.base.json;

/** JSON as other programs' files have it: with comments, and commas behind last members. */
final class JsonComments {
  private final StringBuilder out;
  private int at;

  private JsonComments(String text) {
    this.out = new StringBuilder(text);
  }

  /** Replaces comments and surplus commas by spaces. */
  static String blanked(String text) {
    JsonComments comments = new JsonComments(text);
    comments.blankComments();
    comments.blankLastCommas();
    return comments.out.toString();
  }

  private void blankComments() {
    for (at = 0; at < out.length(); at++) {
      if (out.charAt(at) == '"') {
        skipString();
      } else if (startsWith("//")) {
        blankTo(endOf("\n", 0));
      } else if (startsWith("/*")) {
        blankTo(endOf("*/", 2));
      }
    }
  }

  private void blankLastCommas() {
    int comma = -1;
    for (at = 0; at < out.length(); at++) {
      char c = out.charAt(at);
      if (c == '"') {
        skipString();
        comma = -1;
      } else if (c == ',') {
        comma = at;
      } else if ((c == '}' || c == ']') && comma >= 0) {
        out.setCharAt(comma, ' ');
        comma = -1;
      } else if (!Character.isWhitespace(c)) {
        comma = -1;
      }
    }
  }

  private boolean startsWith(String begin) {
    return out.indexOf(begin, at) == at;
  }

  private int endOf(String end, int length) {
    int found = out.indexOf(end, at + length);
    return found < 0 ? out.length() : found + length;
  }

  private void blankTo(int end) {
    for (; at < end; at++) {
      if (out.charAt(at) != '\n' && out.charAt(at) != '\r') {
        out.setCharAt(at, ' ');
      }
    }
    at--;
  }

  /** Skips to the quotation mark at the end. */
  private void skipString() {
    at++;
    while (at < out.length() && out.charAt(at) != '"') {
      at += out.charAt(at) == '\\' ? 2 : 1;
    }
  }
}
