package org.sovereignbook.sbp.json;

/**
 * Bytes that are not the JSON asked for (PROTOCOL.md §1), with the line and column of the fault.
 *
 * <p>The message is one line of printable ASCII and safe to log: input appears in it only shortened
 * and with everything unprintable replaced.
 */
public final class MalformedJson extends Exception {

  private static final long serialVersionUID = 1L;
  private static final int MAX_REASON_CHARACTERS = 200;

  /** What is wrong, in the two classes that PROTOCOL.md §5.3 tells apart. */
  public enum Problem {
    /** Not well-formed I-JSON. */
    MALFORMED,
    /** Well-formed, but with a number that is not allowed here. */
    INVALID_NUMBER
  }

  private final Problem problem;

  MalformedJson(Problem problem, String reason, int line, int column) {
    super("%s at line %d, column %d".formatted(printable(reason), line, column));
    this.problem = problem;
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
}
