package org.sovereignbook.sbp.plugins.openai;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.llm.LlmException;

/**
 * Reply of Ollama's own {@code /api/chat}: a JSON object a line, the last one with {@code "done":
 * true}, each tool call whole.
 */
final class OllamaReply implements StreamedReply {
  private final ReplyBuilder reply;
  private final ChatListener listener;
  private final int contextTokens;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean isDone;
  private boolean hasWarned;

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
  public Progress progress() {
    return isDone ? Progress.OVER : reply.hasEnded() ? Progress.ENDED : Progress.OPEN;
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
    CompletionReply.failIfError(json);
    json.string("model").filter(name -> !name.isBlank()).ifPresent(reply::model);
    JsonObject message = json.object("message").orElse(JsonObject.empty());
    CompletionReply.said(message, reply);
    for (JsonObject call : CompletionReply.calls(message)) {
      reply.calls().addWhole(call);
    }
    // Some servers in front of a model give the reason alone.
    json.string("done_reason").filter(why -> !why.isBlank()).ifPresent(reply::ends);
    if (json.bool("done").orElse(false)) {
      isDone = true;
      reply.ends("stop");
    }
    counts(json);
  }

  /** Warns of a full context, because Ollama drops the beginning of a longer prompt silently. */
  private void counts(JsonObject json) {
    reply.usage(json, "prompt_eval_count", "eval_count");
    long read = json.integer("prompt_eval_count").orElse(0);
    if (read >= contextTokens && !hasWarned) {
      hasWarned = true;
      listener.warning(
          "the prompt fills the whole context of %d tokens, so the model has not seen all of it; set llm.openai.context_tokens higher"
              .formatted(contextTokens));
    }
  }
}
