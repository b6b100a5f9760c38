package org.sovereignbook.sbp.cli.sessions;

import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.sessions.AgentTurn;

/** Words for a summary of earlier turns, which say who made it. */
final class SummaryWords {
  private SummaryWords() {}

  /** Returns the line of a command that has made it. */
  static String compacted(AgentTurn compaction) {
    return "compacted: " + compaction.id() + ", summarized " + by(compaction);
  }

  /** Returns the line of a conversation in which it was made. */
  static String summarized(AgentTurn compaction) {
    return "earlier turns are summarized now, " + by(compaction);
  }

  private static String by(AgentTurn compaction) {
    return compaction.summarizedBy().equals(AgentTurn.RULES)
        ? "by rules, since no model gave a usable summary"
        : "by " + PeerText.plain(compaction.summarizedBy());
  }
}
