package org.sovereignbook.sbp.llm.cli;

import java.time.Duration;
import org.sovereignbook.sbp.node.PeerText;

/**
 * What a program did that ended by itself and in time.
 *
 * @param stdout all of it; a program that prints more than the limit has failed before
 */
public record CliOutcome(int exitCode, String stdout, String stderr, Duration duration) {

  /** The end of what it complained about, on one line, for an error message. */
  public String complaint() {
    String text = stderr.isBlank() ? stdout : stderr;
    String end = text.strip();
    int from = Math.max(0, end.length() - PeerText.MAX_LOGGED_CHARACTERS);
    return end.isEmpty() ? "it said nothing" : PeerText.quote(end.substring(from));
  }
}
