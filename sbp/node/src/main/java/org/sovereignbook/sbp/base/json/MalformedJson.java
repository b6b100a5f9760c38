package org.sovereignbook.sbp.base.json;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Bytes that are not the JSON asked for (PROTOCOL.md §1), with the line and column of the fault.
 *
 * <p>The message is one line of printable ASCII and safe to log: input appears in it only shortened
 * and with everything unprintable replaced.
 */
public final class MalformedJson extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int MAX_REASON_CHARACTERS = 200;

  /** Kind of error, in the two classes that PROTOCOL.md §5.3 distinguishes. */
  public enum Problem {
    /** Not well-formed I-JSON. */
    MALFORMED,
    /** Well-formed, but with a number that is not allowed here. */
    INVALID_NUMBER
  }

  private static final int MAX_EXCERPT_CHARACTERS = 60;

  private final Problem problem;
  private final int line;
  private final int column;

  MalformedJson(Problem problem, String reason, int line, int column) {
    super("%s at line %d, column %d".formatted(printable(reason), line, column));
    this.problem = problem;
    this.line = line;
    this.column = column;
  }

  /**
   * Returns the message with the line itself, and a hint on commas, the cause of most such errors:
   * for a file that a person edits and that contains no secret.
   */
  public String in(byte[] bytes) {
    List<String> lines = new String(bytes, StandardCharsets.UTF_8).lines().toList();
    if (line > lines.size() || column > lines.get(line - 1).length()) {
      return String.valueOf(getMessage());
    }
    String faulty = lines.get(line - 1).strip();
    boolean isLong = faulty.length() > MAX_EXCERPT_CHARACTERS;
    String excerpt = isLong ? faulty.substring(0, MAX_EXCERPT_CHARACTERS) + "..." : faulty;
    return getMessage() + ", in `" + printable(excerpt) + "`" + comma(lines);
  }

  private String comma(List<String> lines) {
    char found = lines.get(line - 1).charAt(column - 1);
    int before = line;
    String text = lines.get(before - 1).substring(0, column - 1).strip();
    while (text.isEmpty() && before > 1) {
      text = lines.get(--before - 1).strip();
    }
    char last = text.isEmpty() ? '{' : text.charAt(text.length() - 1);
    if (last == ',' && "}]".indexOf(found) >= 0) {
      return "; is the comma at the end of line " + before + " one too many?";
    }
    if ("\"{[".indexOf(found) < 0 || ",:{[".indexOf(last) >= 0) {
      return "";
    }
    return before == line
        ? "; is a comma or a colon missing before column " + column + "?"
        : "; is a comma missing at the end of line " + before + "?";
  }

  public Problem problem() {
    return problem;
  }

  private static String printable(String reason) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < Math.min(reason.length(), MAX_REASON_CHARACTERS); i++) {
      char c = reason.charAt(i);
      safe.append(c >= ' ' && c < 0x7f ? c : '?');
    }
    return safe.toString();
  }

  @Override
  public String getMessage() {
    return String.valueOf(super.getMessage());
  }
}
