package org.sovereignbook.sbp.model.chat;

import java.util.List;

/** Message of a conversation, as a model gets it. */
public sealed interface ChatMessage {

  /** Text of a person, a peer or the node. */
  record User(String text) implements ChatMessage {}

  /** Message of the model: text, calls of tools, or both. */
  record Assistant(String text, List<ChatCall> calls) implements ChatMessage {
    public Assistant {
      calls = List.copyOf(calls);
    }
  }

  /**
   * Result of a tool.
   *
   * @param callId the id of the call that it answers
   * @param error whether the call failed; then the text states why
   */
  record ToolResult(String callId, String text, boolean error) implements ChatMessage {}
}
