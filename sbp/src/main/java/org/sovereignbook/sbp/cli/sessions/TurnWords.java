package org.sovereignbook.sbp.cli.sessions;

import java.util.Optional;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.TurnState;

/** How turns and messages ended, in words for people. */
final class TurnWords {
  private static final String INTERRUPTED = "interrupted";

  private TurnWords() {}

  /** Returns the state of a turn with its reason, such as {@code failed: no model answers}. */
  static String ended(TurnState state, Optional<String> why) {
    String word = state == TurnState.ABORTED ? INTERRUPTED : state.toString();
    return why.filter(reason -> !reason.equals(MessageQueue.ABORTED))
        .map(reason -> word + ": " + PeerText.plain(reason))
        .orElse(word);
  }

  /** Returns the reason why a message has no answer. */
  static String reason(String why) {
    return why.equals(MessageQueue.ABORTED) ? INTERRUPTED : why;
  }
}
