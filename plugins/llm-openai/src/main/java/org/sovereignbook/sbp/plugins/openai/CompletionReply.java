package org.sovereignbook.sbp.plugins.openai;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Chat completion, whole or as a stream of chunks. A stream is complete with a reason for its end
 * or with {@code [DONE]}; one that ends before is a failure, never a shorter answer. Whole objects
 * in answer to a request for a stream are taken too.
 */
final class CompletionReply implements StreamedReply {
  private static final String DONE = "[DONE]";

  private final ReplyBuilder reply;
  private final SseReader events = new SseReader(this::event);
  private final ByteArrayOutputStream whole = new ByteArrayOutputStream();
  private final List<LlmException> failures = new ArrayList<>();
  private boolean isStream;
  private boolean isWhole;
  private boolean isDone;
  private boolean isEnding;

  CompletionReply(ReplyBuilder reply) {
    this.reply = reply;
  }

  /** Decides by the first character: no line of a stream begins with a brace or a bracket. */
  @Override
  public void feed(byte[] bytes) throws LlmException {
    if (isStream) {
      events.feed(bytes);
      failIfFailed();
      return;
    }
    whole.writeBytes(bytes);
    if (isWhole) {
      return;
    }
    String beginning = whole.toString(StandardCharsets.UTF_8).stripLeading();
    isWhole = beginning.startsWith("{") || beginning.startsWith("[");
    if (!isWhole && !beginning.isEmpty()) {
      isStream = true;
      events.feed(whole.toByteArray());
      failIfFailed();
    }
  }

  @Override
  public Progress progress() {
    return isDone ? Progress.OVER : reply.hasEnded() ? Progress.ENDED : Progress.OPEN;
  }

  @Override
  public ChatReply end() throws LlmException {
    if (!isStream) {
      return whole(whole.toByteArray(), reply);
    }
    isEnding = true;
    events.end();
    failIfFailed();
    if (!isDone && !reply.hasEnded()) {
      throw LlmException.provider("the service cut the reply off").withUsage(reply.usage());
    }
    return reply.end();
  }

  private void failIfFailed() throws LlmException {
    if (!failures.isEmpty()) {
      throw failures.getFirst().withUsage(reply.usage());
    }
  }

  /** Reads a whole completion. */
  static ChatReply whole(byte[] body, ReplyBuilder reply) throws LlmException {
    JsonObject json = object(body);
    failIfError(json);
    about(json, reply);
    JsonObject choice =
        choice(json).orElseThrow(() -> LlmException.provider("the reply has no choices"));
    JsonObject message =
        choice
            .object("message")
            .orElseThrow(() -> LlmException.provider("the reply has no message"));
    delta(message, reply);
    reply.ends(choice.string("finish_reason").orElse("stop"));
    return reply.end();
  }

  private void event(String type, List<String> data) {
    if (isDone || !failures.isEmpty()) {
      return;
    }
    List<String> texts = isJson(String.join("\n", data)) ? List.of(String.join("\n", data)) : data;
    for (String text : texts) {
      try {
        chunk(text.strip());
      } catch (LlmException e) {
        failures.add(e);
        return;
      }
    }
  }

  private void chunk(String text) throws LlmException {
    if (text.equals(DONE)) {
      isDone = true;
      return;
    }
    // A cut stream ends anywhere; its last line then says nothing.
    if (text.isEmpty() || (isEnding && !isJson(text))) {
      return;
    }
    JsonObject chunk = object(text.getBytes(StandardCharsets.UTF_8));
    failIfError(chunk);
    about(chunk, reply);
    for (JsonObject choice : choice(chunk).stream().toList()) {
      Optional<JsonObject> delta = choice.object("delta").or(() -> choice.object("message"));
      if (delta.isPresent()) {
        delta(delta.get(), reply);
      }
      choice.string("finish_reason").filter(why -> !why.isBlank()).ifPresent(reply::ends);
    }
  }

  /** Throws what a service reports in place of a message or amid them. */
  static void failIfError(JsonObject json) throws LlmException {
    Optional<String> error =
        json.object("error")
            .map(it -> it.string("message").orElseGet(() -> it.string("code").orElse("an error")))
            .or(() -> json.string("error"));
    if (error.isPresent()) {
      String said = "the service failed: " + PeerText.quote(error.get());
      LlmException failure = LlmException.refused(said);
      throw failure.kind() == LlmException.Kind.SETUP ? LlmException.provider(said) : failure;
    }
  }

  private static void about(JsonObject json, ReplyBuilder reply) {
    json.string("model").filter(name -> !name.isBlank()).ifPresent(reply::model);
    json.object("usage")
        .ifPresent(usage -> reply.usage(usage, "prompt_tokens", "completion_tokens"));
  }

  /** Returns the first choice; of others nothing was asked. */
  private static Optional<JsonObject> choice(JsonObject json) {
    return json.array("choices").map(JsonArray::objects).stream()
        .flatMap(List::stream)
        .filter(choice -> choice.integer("index").orElse(0) == 0)
        .findFirst();
  }

  private static void delta(JsonObject delta, ReplyBuilder reply) throws LlmException {
    said(delta, reply);
    for (JsonObject fragment : calls(delta)) {
      reply.calls().add(fragment);
    }
  }

  /** Adds the text and the refusal of a message, or of a part of one. */
  static void said(JsonObject message, ReplyBuilder reply) {
    reply.text().add(content(message));
    message.string("refusal").ifPresent(reply::refusal);
  }

  /** Returns the calls of a message, or their fragments, under each name that services use. */
  static List<JsonObject> calls(JsonObject message) {
    return message
        .array("tool_calls")
        .map(JsonArray::objects)
        .or(() -> message.object("tool_calls").map(List::of))
        .or(() -> message.object("function_call").map(List::of))
        .orElse(List.of());
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

  private static boolean isJson(String text) {
    try {
      JsonValue _ = JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
      return true;
    } catch (MalformedJson e) {
      return false;
    }
  }

  private static JsonObject object(byte[] body) throws LlmException {
    try {
      if (JsonReader.file(body) instanceof JsonObject json) {
        return json;
      }
    } catch (MalformedJson e) {
      throw new LlmException(
          LlmException.Kind.PROVIDER, "the reply is not JSON: " + e.getMessage(), e);
    }
    throw LlmException.provider("the reply is JSON, but not an object");
  }
}
