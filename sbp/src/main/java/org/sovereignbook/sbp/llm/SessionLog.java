package org.sovereignbook.sbp.llm;

import java.util.List;
import java.util.stream.Collectors;

/** The lines of session-log.md as text and back. */
final class SessionLog {
  private SessionLog() {}

  /** Each line with its end. */
  static String text(List<String> lines) {
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  /** The last lines, at most this many. */
  static List<String> newest(List<String> lines, int count) {
    return lines.subList(Math.max(0, lines.size() - count), lines.size());
  }
}
