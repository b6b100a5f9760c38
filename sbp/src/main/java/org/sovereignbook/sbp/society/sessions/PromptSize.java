package org.sovereignbook.sbp.society.sessions;

import java.util.List;
import java.util.OptionalInt;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.node.Config;

/**
 * Limits of prompts, in tokens.
 *
 * @param window the size of the model's context
 */
public record PromptSize(int window, int reserve, int keep) {
  private static final int BYTES_PER_TOKEN = 4;
  private static final int OVERHEAD_TOKENS = 8;

  /** Parts of a small window that the reserve and the kept turns may take at most. */
  private static final int PARTS = 4;

  /**
   * Returns the limits for a backend; a small window has a smaller reserve.
   *
   * @param backend the size of its context, or the configured one when it is unknown
   */
  public static PromptSize of(Config config, OptionalInt backend) {
    int configured = config.get(SessionsSettings.WINDOW_TOKENS);
    int window = Math.min(configured, backend.orElse(configured));
    int reserve = Math.min(config.get(SessionsSettings.RESERVE_TOKENS), window / PARTS);
    int keep = Math.min(config.get(SessionsSettings.KEEP_TOKENS), (window - reserve) / 2);
    return new PromptSize(window, reserve, keep);
  }

  /** Returns the size from which a prompt is compacted first. */
  public int most() {
    return window - reserve;
  }

  /** Estimates the tokens of a text. */
  public static int estimate(String text) {
    return OVERHEAD_TOKENS + Cut.bytes(text) / BYTES_PER_TOKEN;
  }

  /** Estimates the tokens of messages. */
  public static int estimate(List<ChatMessage> messages) {
    return messages.stream().mapToInt(PromptSize::estimate).sum();
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
