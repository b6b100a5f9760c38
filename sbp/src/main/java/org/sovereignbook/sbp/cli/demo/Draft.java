package org.sovereignbook.sbp.cli.demo;

import java.util.Optional;

/**
 * A Markdown file for a node's {@code runtime/drafts/}.
 *
 * @param title its heading
 * @param inReplyTo the title of the piece that it answers, from the front matter
 */
record Draft(String fileName, String text, String title, Optional<String> inReplyTo) {
  private static final String HEADING = "# ";
  private static final String IN_REPLY_TO = "in_reply_to:";

  static Draft of(String fileName, String text) {
    return new Draft(
        fileName, text, find(text, HEADING).orElse(fileName), find(text, IN_REPLY_TO));
  }

  private static Optional<String> find(String text, String start) {
    return text.lines()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()).strip())
        .findFirst();
  }
}
