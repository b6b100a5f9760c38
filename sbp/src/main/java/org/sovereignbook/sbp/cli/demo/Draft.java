package org.sovereignbook.sbp.cli.demo;

import java.util.Optional;
import org.sovereignbook.sbp.author.DraftException;

/**
 * A Markdown file for a node's {@code runtime/drafts/}.
 *
 * @param title what it will be published as
 * @param inReplyTo the title of the piece that it answers, from the front matter
 */
record Draft(String fileName, String text, String title, Optional<String> inReplyTo) {

  /**
   * Reads it as the author will.
   *
   * @throws IllegalArgumentException when the author would skip it
   */
  static Draft of(String fileName, String text) {
    try {
      var parsed = org.sovereignbook.sbp.author.Draft.parse(fileName, text);
      return new Draft(fileName, text, parsed.title(), parsed.inReplyTo());
    } catch (DraftException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }
}
