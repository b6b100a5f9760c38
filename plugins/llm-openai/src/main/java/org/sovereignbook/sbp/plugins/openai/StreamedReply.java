package org.sovereignbook.sbp.plugins.openai;

import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.llm.LlmException;

/** Reply in the format of one kind of service, read while it arrives. */
interface StreamedReply {
  /** Reads more of the body; it may be cut anywhere. */
  void feed(byte[] bytes) throws LlmException;

  /** Returns how far the protocol says that the reply is complete. */
  Progress progress();

  /** Part of a reply that has come. */
  enum Progress {
    /** More is to come; an end of the body now is a cut. */
    OPEN,
    /** The reply is complete; what may follow, such as its usage, is worth a moment only. */
    ENDED,
    /** Nothing that counts can follow. */
    OVER
  }

  /**
   * Returns the reply after the end of the body.
   *
   * @throws LlmException when the body ended too early or has no usable reply
   */
  ChatReply end() throws LlmException;
}
