package org.sovereignbook.sbp.plugins.openai;

import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.llm.LlmException;

/** Reply in the format of one kind of service, read while it arrives. */
interface StreamedReply {
  /** Reads more of the body; it may be cut anywhere. */
  void feed(byte[] bytes) throws LlmException;

  /**
   * Returns the reply after the end of the body.
   *
   * @throws LlmException when the body ended too early or has no usable reply
   */
  ChatReply end() throws LlmException;
}
