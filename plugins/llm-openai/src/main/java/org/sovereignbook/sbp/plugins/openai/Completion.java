package org.sovereignbook.sbp.plugins.openai;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSearch;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmUsage;
import org.sovereignbook.sbp.node.PeerText;

/**
 * A completion as the service sent it. Nothing in it is trusted: the model has read strangers'
 * texts, and the service may be anything that speaks this protocol.
 */
record Completion(JsonObject json) {
  private static final int MAX_MODEL_CHARACTERS = 200;

  /**
   * Returns the text of the answer.
   *
   * @throws LlmException when there is none, or not all of it
   */
  String text() throws LlmException {
    JsonObject choice =
        json.array("choices").map(JsonArray::objects).stream()
            .flatMap(List::stream)
            .findFirst()
            .orElseThrow(() -> failure(LlmException.Kind.PROVIDER, "the reply has no choices"));
    JsonObject message =
        choice
            .object("message")
            .orElseThrow(() -> failure(LlmException.Kind.PROVIDER, "the reply has no message"));
    switch (choice.string("finish_reason").orElse("stop")) {
      case "length" ->
          throw failure(
              LlmException.Kind.ANSWER,
              "the answer was cut off; it must be shorter, or llm.max_output_tokens larger");
      case "content_filter" ->
          throw failure(LlmException.Kind.ANSWER, "the service filtered the answer out");
      default -> {
        // Complete, or this service gives no reason.
      }
    }
    Optional<String> refusal = message.string("refusal").filter(text -> !text.isBlank());
    if (refusal.isPresent()) {
      throw failure(
          LlmException.Kind.ANSWER, "the model refused: " + PeerText.quote(refusal.get()));
    }
    String text = content(message);
    // Some local servers put a model's thoughts before its answer.
    if (JsonSearch.withoutReasoning(text).isBlank()) {
      throw failure(LlmException.Kind.ANSWER, "the answer is empty");
    }
    return text;
  }

  /** Returns the tokens used; invalid numbers count as unknown. */
  LlmUsage usage() {
    Optional<JsonObject> usage = json.object("usage");
    OptionalLong input = tokens(usage, "prompt_tokens");
    OptionalLong output = tokens(usage, "completion_tokens");
    LlmUsage told = new LlmUsage(Optional.empty(), input, output, Optional.empty());
    return json.string("model")
        .map(model -> told.withModel(Cut.beginning(model, MAX_MODEL_CHARACTERS)))
        .orElse(told);
  }

  private static OptionalLong tokens(Optional<JsonObject> usage, String name) {
    return usage.flatMap(object -> object.get(name)).stream()
        .filter(value -> value instanceof JsonInteger(long count) && count >= 0)
        .mapToLong(value -> value instanceof JsonInteger(long count) ? count : 0)
        .findFirst();
  }

  /** Returns the content: a text, or the texts among several parts. */
  private static String content(JsonObject message) {
    Optional<JsonValue> content = message.get("content");
    if (content.isPresent() && content.get() instanceof JsonArray parts) {
      return parts.objects().stream()
          .flatMap(part -> part.string("text").stream())
          .collect(Collectors.joining());
    }
    return message.string("content").orElse("");
  }

  private LlmException failure(LlmException.Kind kind, String message) {
    return new LlmException(kind, message).withUsage(usage());
  }
}
