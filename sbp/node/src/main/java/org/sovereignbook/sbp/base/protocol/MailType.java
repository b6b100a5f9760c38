package org.sovereignbook.sbp.base.protocol;

import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/** Type of a mail between agents (docs/protocol-mail.md). Written in lower case. */
@Shape.Def("mail_type")
public enum MailType {
  /** Something said to an agent. */
  MESSAGE,
  /** A result waits for the recipient's judgment. */
  REVIEW_REQUEST,
  /** The recipient's process is to end; never leaves the node. */
  SHUTDOWN,
  /** A task for another node's board, or the end of one offered before. */
  TASK_OFFER,
  /** Progress or end of an offered task. */
  TASK_RESULT,
  /** Outcome of earlier mail; never answered. */
  RECEIPT;

  /** Returns whether its recipient is an agent, and not the other node itself. */
  public boolean isForAgent() {
    return this == MESSAGE || this == REVIEW_REQUEST || this == SHUTDOWN;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
