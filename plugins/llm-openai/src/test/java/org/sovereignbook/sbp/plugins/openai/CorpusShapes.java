package org.sovereignbook.sbp.plugins.openai;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Shapes of the corpus in another protocol than the one that they were seen in. A part is a
 * message, or a piece of one, with its {@code reason} for the end, its {@code usage} and its {@code
 * error}.
 */
final class CorpusShapes {
  private static final List<String> MEMBERS =
      List.of("content", "refusal", "tool_calls", "function_call");

  private CorpusShapes() {}

  /** Returns the parts of a stream. */
  static List<JsonObject> parts(byte[] stream, boolean isOllama) {
    String text = new String(stream, StandardCharsets.UTF_8).strip();
    if (text.startsWith("{") && !isOllama) {
      return List.of(part(json(text).orElseThrow(), "message"));
    }
    List<JsonObject> parts = new ArrayList<>();
    for (String line : text.split("\\R")) {
      String json = line.startsWith("data:") ? line.substring("data:".length()).strip() : line;
      if (json.equals("[DONE]")) {
        // The mark is an end without a reason of its own.
        parts.add(JsonObject.empty().with("reason", "stop"));
      }
      json(json).map(CorpusShapes::part).ifPresent(parts::add);
    }
    return parts;
  }

  private static JsonObject part(JsonObject json) {
    boolean isDelta = json.has("choices") || json.has("usage");
    return isDelta ? part(json, "delta") : ofOllama(json);
  }

  private static JsonObject ofOllama(JsonObject json) {
    JsonObject part = json.object("message").orElse(JsonObject.empty());
    Optional<String> reason =
        json.string("done_reason")
            .or(() -> json.bool("done").filter(done -> done).map(_ -> "stop"));
    part = reason.isPresent() ? part.with("reason", reason.get()) : part;
    return json.get("error").isPresent() ? part.with("error", json.get("error").get()) : part;
  }

  private static JsonObject part(JsonObject json, String member) {
    Optional<JsonObject> choice =
        json.array("choices").map(JsonArray::objects).stream().flatMap(List::stream).findFirst();
    JsonObject part =
        choice
            .flatMap(it -> it.object(member).or(() -> it.object("message")))
            .orElse(JsonObject.empty());
    Optional<String> reason =
        choice.flatMap(it -> it.string("finish_reason")).filter(why -> !why.isBlank());
    part = reason.isPresent() ? part.with("reason", reason.get()) : part;
    return json.get("error").isPresent() ? part.with("error", json.get("error").get()) : part;
  }

  private static Optional<JsonObject> json(String text) {
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private static JsonObject message(JsonObject part) {
    JsonObject message = JsonObject.empty().with("role", "assistant");
    for (String member : MEMBERS) {
      if (part.get(member).isPresent()) {
        message = message.with(member, part.get(member).get());
      }
    }
    return message;
  }

  /** Returns the parts as the lines of Ollama. */
  static byte[] lines(List<JsonObject> parts) {
    return parts.stream()
        .map(
            part -> {
              JsonObject line = JsonObject.empty().with("message", message(part));
              if (part.get("error").isPresent()) {
                line = line.with("error", part.get("error").get());
              }
              return part.string("reason").isPresent()
                  ? line.with("done_reason", part.string("reason").get())
                  : line;
            })
        .map(JsonWriter::compact)
        .collect(Collectors.joining("\n"))
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the parts as the events of the other services. */
  static byte[] events(List<JsonObject> parts) {
    return parts.stream()
        .map(
            part -> {
              JsonObject choice = JsonObject.empty().with("delta", message(part));
              JsonObject event =
                  JsonObject.empty().with("choices", JsonArray.of(List.of(reasoned(choice, part))));
              return part.get("error").isPresent()
                  ? event.with("error", part.get("error").get())
                  : event;
            })
        .map(event -> "data: " + JsonWriter.compact(event) + "\n\n")
        .collect(Collectors.joining())
        .getBytes(StandardCharsets.UTF_8);
  }

  private static JsonObject reasoned(JsonObject choice, JsonObject part) {
    return part.string("reason").isPresent()
        ? choice.with("finish_reason", part.string("reason").get())
        : choice;
  }

  /** Returns the parts as one completion; empty where several parts have calls. */
  static Optional<byte[]> whole(List<JsonObject> parts) {
    List<JsonObject> calling =
        parts.stream().filter(part -> part.has("tool_calls") || part.has("function_call")).toList();
    if (calling.size() > 1) {
      return Optional.empty();
    }
    JsonObject message = calling.isEmpty() ? JsonObject.empty() : message(calling.getFirst());
    for (String member : List.of("content", "refusal")) {
      String text =
          parts.stream()
              .flatMap(part -> part.string(member).stream())
              .collect(Collectors.joining());
      message = text.isEmpty() ? message : message.with(member, text);
    }
    Optional<JsonObject> ended =
        parts.stream().filter(part -> part.string("reason").isPresent()).findFirst();
    JsonObject choice = JsonObject.empty().with("message", message);
    JsonObject json =
        JsonObject.empty()
            .with(
                "choices",
                JsonArray.of(List.of(ended.map(part -> reasoned(choice, part)).orElse(choice))));
    Optional<JsonObject> failed = parts.stream().filter(part -> part.has("error")).findFirst();
    return Optional.of(
        JsonWriter.bytes(
            failed.isPresent()
                ? json.with("error", failed.get().get("error").orElseThrow())
                : json));
  }
}
