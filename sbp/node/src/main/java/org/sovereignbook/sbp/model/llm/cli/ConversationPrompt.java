package org.sovereignbook.sbp.model.llm.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.model.llm.PromptAssembly;

/**
 * Conversation as one prompt, for programs that take no list of messages. Each message is one line
 * of JSON, so that no text in it can pass for another message.
 */
public final class ConversationPrompt {
  private static final String RULE =
      """

      ## The conversation

      The input holds the conversation so far, one message a line, as JSON with `role` and `text`. Yours have the role \
      `assistant`; the last line is the one to answer. Write your next message and nothing else: plain text, in Markdown \
      if it helps.
      """;

  /** A fixed beginning: some programs take a prompt that begins with a slash for a command. */
  private static final String OPENING = "Conversation of a sovereign agent";

  private ConversationPrompt() {}

  /** Returns the request as a job. */
  static LlmRequest asJob(ChatRequest request) {
    return new LlmRequest(
        "conversation",
        LlmRequest.Mode.ANSWER,
        request.system() + RULE,
        List.of(new LlmRequest.Input("conversation.jsonl", lines(request.messages()), false)),
        new LlmRequest.OutputFile("reply.md", Optional.empty()),
        Optional.empty(),
        request.budget(),
        request.context());
  }

  /** Returns the whole conversation as one text. */
  public static String whole(ChatRequest request) {
    return OPENING + "\n\n" + PromptAssembly.of(asJob(request)).text();
  }

  /** Returns the messages since its own last one, for a program that remembers the others. */
  public static String further(List<ChatMessage> messages) {
    return OPENING
        + ", continued: one message a line, as JSON; the last line is the one to answer.\n\n"
        + lines(messages);
  }

  private static String lines(List<ChatMessage> messages) {
    return messages.stream()
        .map(message -> JsonWriter.compact(json(message)) + "\n")
        .collect(Collectors.joining());
  }

  private static JsonObject json(ChatMessage message) {
    return switch (message) {
      case ChatMessage.User(String text) -> said("user", text);
      case ChatMessage.Assistant(String text, List<ChatCall> calls) ->
          calls.isEmpty()
              ? said("assistant", text)
              : said("assistant", text)
                  .with(
                      "calls", JsonArray.of(calls.stream().map(ConversationPrompt::json).toList()));
      case ChatMessage.ToolResult(String id, String text, boolean error) ->
          said("tool", text).with("call", id).with("error", error);
    };
  }

  private static JsonObject said(String role, String text) {
    return JsonObject.builder().put("role", role).put("text", text).build();
  }

  private static JsonObject json(ChatCall call) {
    return JsonObject.builder()
        .put("id", call.id())
        .put("tool", call.name())
        .put("arguments", call.arguments())
        .build();
  }
}
