package org.sovereignbook.sbp.society.board;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.node.Config;

/** The board's settings, read once for one transaction. */
record BoardPolicy(
    long leaseMs,
    long reviewMs,
    ReviewGate gate,
    int maxRejections,
    int maxExpiries,
    int maxTextBytes,
    int maxBlockers,
    int maxComments,
    int maxCommentBytes,
    int maxPlanTasks,
    int maxOfferedPriority) {

  static BoardPolicy of(Config config) {
    return new BoardPolicy(
        config.get(BoardSettings.LEASE).toMillis(),
        config.get(BoardSettings.REVIEW).toMillis(),
        new ReviewGate(config.get(BoardSettings.LEAST_SCORE)),
        config.get(BoardSettings.MAX_REJECTIONS),
        config.get(BoardSettings.MAX_EXPIRIES),
        config.get(BoardSettings.MAX_TEXT_BYTES),
        config.get(BoardSettings.MAX_BLOCKERS),
        config.get(BoardSettings.MAX_COMMENTS),
        config.get(BoardSettings.MAX_COMMENT_BYTES),
        config.get(BoardSettings.MAX_PLAN_TASKS),
        config.get(BoardSettings.MAX_OFFERED_PRIORITY));
  }

  /** Requires that a comment says something, and is within its limit. */
  void requireComment(String text) {
    if (text.isBlank()) {
      throw SocietyException.wrong(
          "no-text", "the comment is empty", "say it behind the id:  sbp task comment ID TEXT");
    }
    if (text.getBytes(StandardCharsets.UTF_8).length > maxCommentBytes) {
      throw SocietyException.wrong(
          "too-long",
          "the comment is longer than board.max_comment_bytes allows: " + maxCommentBytes,
          "put it into a file, and name that");
    }
  }

  /** Requires that a text is within the limit for one text. */
  void requireShort(String text) {
    if (text.getBytes(StandardCharsets.UTF_8).length > maxTextBytes) {
      throw SocietyException.wrong(
          "too-long", "the text is longer than board.max_text_bytes allows: " + maxTextBytes);
    }
  }
}
