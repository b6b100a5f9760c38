package org.sovereignbook.sbp.reader;

import org.sovereignbook.sbp.node.PeerText;

/**
 * Text of an LLM in a log: on one line, in quotes, nothing in it can act (ARCHITECTURE, rule 7).
 */
public final class LlmText {
  /** Longest {@code session_notes} in the log; other texts are cut as peers' texts are. */
  static final int MAX_NOTES_CHARACTERS = 4_000;

  private LlmText() {}

  public static String quote(String text) {
    return PeerText.quote(text);
  }

  public static String quoteNotes(String notes) {
    return PeerText.quote(notes, MAX_NOTES_CHARACTERS);
  }
}
