package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Transcript of a coding CLI's session, in JSON Lines: one message a line, under {@code message}
 * (Claude Code), {@code payload} (Codex) or bare; or one object with a list {@code messages}. Lines
 * of another form are skipped. Pure.
 */
public final class Transcript {
  private static final Set<String> SPEAKERS = Set.of("user", "assistant", "gemini", "model");

  private Transcript() {}

  /**
   * Returns the last texts of user and assistant, oldest first.
   *
   * @param end of the file; a line that it cuts is skipped
   * @param most the maximum number of texts
   */
  public static List<String> lastTexts(byte[] end, int most) {
    String text = new String(end, StandardCharsets.UTF_8);
    Optional<JsonArray> whole = object(text).flatMap(it -> it.array("messages"));
    List<JsonObject> messages =
        whole.isPresent()
            ? whole.get().objects()
            : text.lines().flatMap(line -> object(line).stream()).toList();
    List<String> texts = new ArrayList<>();
    for (int i = messages.size() - 1; i >= 0 && texts.size() < most; i--) {
      text(messages.get(i)).ifPresent(texts::add);
    }
    Collections.reverse(texts);
    return texts;
  }

  private static Optional<JsonObject> object(String line) {
    try {
      return JsonReader.file(line.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject object
          ? Optional.of(object)
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private static Optional<String> text(JsonObject line) {
    JsonObject message = line.object("message").or(() -> line.object("payload")).orElse(line);
    return message
        .string("role")
        .or(() -> message.string("type"))
        .filter(SPEAKERS::contains)
        .flatMap(_ -> message.get("content"))
        .map(Transcript::content)
        .filter(text -> !text.isBlank());
  }

  private static String content(JsonValue content) {
    return switch (content) {
      case JsonString(String text) -> text;
      case JsonArray(List<JsonValue> parts) ->
          parts.stream()
              .filter(JsonObject.class::isInstance)
              .flatMap(part -> ((JsonObject) part).string("text").stream())
              .collect(Collectors.joining("\n"));
      default -> "";
    };
  }
}
