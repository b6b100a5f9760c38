package org.sovereignbook.sbp.model.chat;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.model.llm.LlmRequest;

/**
 * Request for the next message of a model.
 *
 * @param system the system prompt; trusted
 * @param messages by the rules of {@link MessagePairs}
 * @param tools the tools that it may call; none when the server has them
 * @param budget the limits of this call
 * @param server the tools' server, for a backend that {@linkplain ChatBackend#runsTools runs tools}
 * @param conversation names the conversation, for a backend that can go on in one; empty text for a
 *     request of its own
 */
public record ChatRequest(
    String system,
    List<ChatMessage> messages,
    List<ChatTool> tools,
    LlmRequest.Budget budget,
    LlmRequest.Context context,
    Optional<ToolServer> server,
    String conversation) {

  /**
   * Checks the request.
   *
   * @throws IllegalArgumentException when messages break a rule or two tools have one name
   */
  public ChatRequest {
    messages = List.copyOf(messages);
    tools = List.copyOf(tools);
    Optional<String> problem = MessagePairs.problem(messages);
    if (problem.isPresent()) {
      throw new IllegalArgumentException("invalid conversation: " + problem.get());
    }
    Set<String> names = new HashSet<>();
    for (ChatTool tool : tools) {
      if (!names.add(tool.name())) {
        throw new IllegalArgumentException("two tools are called " + tool.name());
      }
    }
  }

  /** Creates a request of its own, which goes on in no conversation. */
  public ChatRequest(
      String system,
      List<ChatMessage> messages,
      List<ChatTool> tools,
      LlmRequest.Budget budget,
      LlmRequest.Context context,
      Optional<ToolServer> server) {
    this(system, messages, tools, budget, context, server, "");
  }

  /** Returns a copy with other limits. */
  public ChatRequest within(LlmRequest.Budget limits) {
    return new ChatRequest(system, messages, tools, limits, context, server, conversation);
  }
}
