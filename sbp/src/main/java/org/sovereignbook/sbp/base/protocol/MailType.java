package org.sovereignbook.sbp.base.protocol;

import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/** What a mail between agents is (docs/protocol-mail.md). Written in lower case. */
@Shape.Def("mail_type")
public enum MailType {
  /** Something said to an agent. */
  MESSAGE,
  /** Somebody's work waits for the recipient's judgment. */
  REVIEW_REQUEST,
  /** The recipient's process is to end; never leaves the node. */
  SHUTDOWN,
  /** A task for another node's board, or the end of one offered before. */
  TASK_OFFER,
  /** How an offered task goes on or ended. */
  TASK_RESULT,
  /** What became of earlier mail; never answered. */
  RECEIPT;

  /** Whether its recipient is an agent, and not the other node itself. */
  public boolean isForAgent() {
    return this == MESSAGE || this == REVIEW_REQUEST || this == SHUTDOWN;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
