package org.sovereignbook.sbp.model.chat;

import java.util.List;

/** Message of a conversation, as a model gets it. */
public sealed interface ChatMessage {

  /** Text of a person, a peer or the node. */
  record User(String text) implements ChatMessage {
    private static final String BESIDE = "[beside this conversation]\n";

    /** Makes one of what nobody has said in the conversation, such as mail that waits. */
    public static User beside(String text) {
      return new User(BESIDE + text);
    }

    public boolean isBeside() {
      return text.startsWith(BESIDE);
    }
  }

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
