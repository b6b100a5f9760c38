package org.sovereignbook.sbp.society.sessions;

import java.util.List;
import java.util.OptionalInt;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;

/**
 * Limits of prompts, in tokens.
 *
 * @param window the size of the model's context
 */
public record PromptSize(int window, int reserve, int keep) {
  private static final int BYTES_PER_TOKEN = 4;
  private static final int OVERHEAD_TOKENS = 8;
  private static final int LONGEST_CUT = 1 << 18;
  private static final int SHORTEST_CUT = 128;

  private static final String CUT =
      "\n[cut: the middle of this text does not fit into the model's context]\n";

  /** Part of a small window that the reserve may take at most. */
  private static final int RESERVE_PART = 4;

  /** Part of a window that the kept turns may take at most. */
  private static final int KEEP_PART = 3;

  /** Part of a window that a summary may take at most. */
  private static final int SUMMARY_PART = 8;

  /**
   * Returns the limits for a backend; a small window has a smaller reserve.
   *
   * @param backend the size of its context, or the configured one when it is unknown
   */
  public static PromptSize of(Config config, OptionalInt backend) {
    int configured = config.get(SessionsSettings.WINDOW_TOKENS);
    int window = Math.min(configured, backend.orElse(configured));
    int reserve = Math.min(config.get(SessionsSettings.RESERVE_TOKENS), window / RESERVE_PART);
    int keep = Math.min(config.get(SessionsSettings.KEEP_TOKENS), window / KEEP_PART);
    return new PromptSize(window, reserve, keep);
  }

  /** Returns the size from which a prompt is compacted first. */
  public int most() {
    return window - reserve;
  }

  /** Returns limits of one call whose answer fits into the reserve. */
  public LlmRequest.Budget within(LlmRequest.Budget budget) {
    return new LlmRequest.Budget(
        Math.min(budget.maxOutputTokens(), Math.max(1, reserve)),
        budget.maxCostUsd(),
        budget.timeout());
  }

  /** Returns the most bytes of a summary. */
  public int summaryBytes() {
    return window / SUMMARY_PART * BYTES_PER_TOKEN;
  }

  /** Estimates the tokens of a text. */
  public static int estimate(String text) {
    return OVERHEAD_TOKENS + Cut.bytes(text) / BYTES_PER_TOKEN;
  }

  /** Estimates the tokens of messages. */
  public static int estimate(List<ChatMessage> messages) {
    return messages.stream().mapToInt(PromptSize::estimate).sum();
  }

  /**
   * Returns messages of at most this many tokens: the longest texts are cut in their middle, with a
   * mark, the results of tools before what was said.
   */
  public static List<ChatMessage> within(List<ChatMessage> messages, int tokens) {
    List<ChatMessage> cut = messages;
    for (int most = LONGEST_CUT; estimate(cut) > tokens && most >= SHORTEST_CUT; most /= 2) {
      cut = cut(messages, Math.max(SHORTEST_CUT, most / 4), most);
    }
    return cut;
  }

  private static List<ChatMessage> cut(List<ChatMessage> messages, int ofResults, int ofSaid) {
    return messages.stream()
        .map(
            message ->
                switch (message) {
                  case ChatMessage.User(String text) ->
                      (ChatMessage) new ChatMessage.User(cut(text, ofSaid));
                  case ChatMessage.ToolResult(String id, String text, boolean error) ->
                      new ChatMessage.ToolResult(id, cut(text, ofResults), error);
                  case ChatMessage.Assistant(String text, List<ChatCall> calls) ->
                      new ChatMessage.Assistant(cut(text, ofSaid), calls);
                })
        .toList();
  }

  /** Keeps the beginning and the end of a text. */
  private static String cut(String text, int characters) {
    int half = characters / 2;
    return text.length() <= characters + CUT.length()
        ? text
        : Cut.beginning(text, half) + CUT + text.substring(afterPair(text, text.length() - half));
  }

  private static int afterPair(String text, int at) {
    return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
  }

  private static int estimate(ChatMessage message) {
    return switch (message) {
      case ChatMessage.User(String text) -> estimate(text);
      case ChatMessage.ToolResult(String _, String text, boolean _) -> estimate(text);
      case ChatMessage.Assistant(String text, List<ChatCall> calls) ->
          estimate(text)
              + calls.stream()
                  .mapToInt(call -> estimate(call.name() + JsonWriter.compact(call.arguments())))
                  .sum();
    };
  }
}
