package org.sovereignbook.sbp.plugins.openai;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Reply of Ollama's own {@code /api/chat}: a JSON object a line, the last one with {@code "done":
 * true}, each tool call whole.
 */
final class OllamaReply implements StreamedReply {
  private final ReplyBuilder reply;
  private final ChatListener listener;
  private final int contextTokens;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  /**
   * Creates an empty reply.
   *
   * @param contextTokens the size of the context that was asked for
   */
  OllamaReply(ReplyBuilder reply, ChatListener listener, int contextTokens) {
    this.reply = reply;
    this.listener = listener;
    this.contextTokens = contextTokens;
  }

  @Override
  public void feed(byte[] bytes) throws LlmException {
    for (byte each : bytes) {
      if (each == '\n') {
        lineEnds(false);
      } else {
        line.write(each);
      }
    }
  }

  @Override
  public ChatReply end() throws LlmException {
    lineEnds(true);
    if (!reply.hasEnded()) {
      throw LlmException.provider("the service cut the reply off").withUsage(reply.usage());
    }
    return reply.end();
  }

  private void lineEnds(boolean isLast) throws LlmException {
    String text = line.toString(StandardCharsets.UTF_8).strip();
    line.reset();
    if (text.isEmpty()) {
      return;
    }
    try {
      if (JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json) {
        line(json);
        return;
      }
    } catch (MalformedJson e) {
      if (!isLast) {
        throw new LlmException(
                LlmException.Kind.PROVIDER, "the reply is not JSON: " + e.getMessage(), e)
            .withUsage(reply.usage());
      }
      return;
    }
    throw LlmException.provider("the reply is JSON, but not an object");
  }

  private void line(JsonObject json) throws LlmException {
    Optional<String> error = json.string("error");
    if (error.isPresent()) {
      String said = "the service failed: " + PeerText.quote(error.get());
      LlmException failure = LlmException.refused(said);
      throw failure.kind() == LlmException.Kind.SETUP ? LlmException.provider(said) : failure;
    }
    json.string("model").ifPresent(reply::model);
    JsonObject message = json.object("message").orElse(JsonObject.empty());
    reply.text().add(message.string("content").orElse(""));
    for (JsonObject call : message.array("tool_calls").map(JsonArray::objects).orElse(List.of())) {
      JsonObject function = call.object("function").orElse(call);
      reply.calls().addWhole(function.string("name").orElse(""), arguments(function));
    }
    if (json.bool("done").orElse(false)) {
      done(json);
    }
  }

  private static JsonObject arguments(JsonObject function) throws LlmException {
    JsonValue arguments = function.get("arguments").orElse(JsonObject.empty());
    try {
      // Some models' templates give the text of an object.
      JsonValue value =
          arguments instanceof JsonString(String text)
              ? JsonReader.file(text.getBytes(StandardCharsets.UTF_8))
              : arguments;
      if (value instanceof JsonObject object) {
        return object;
      }
    } catch (MalformedJson e) {
      throw new LlmException(
          LlmException.Kind.ANSWER, "the arguments of a tool are not JSON: " + e.getMessage(), e);
    }
    return JsonObject.empty();
  }

  /** Warns of a full context, because Ollama drops the beginning of a longer prompt silently. */
  private void done(JsonObject json) {
    reply.usage(json, "prompt_eval_count", "eval_count");
    reply.ends(json.string("done_reason").filter(why -> !why.isBlank()).orElse("stop"));
    long read = json.integer("prompt_eval_count").orElse(0);
    if (read >= contextTokens) {
      listener.warning(
          "the prompt fills the whole context of %d tokens, so the model has not seen all of it; set llm.openai.context_tokens higher"
              .formatted(contextTokens));
    }
  }
}
