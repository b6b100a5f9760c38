package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Result of an agent as its client gets it. It is one text, unless it is the JSON of an object with
 * the one member {@code artifact} or {@code message}, whose {@code parts} are as the protocol has
 * them: text, data, or files with their bytes or an address.
 *
 * @param name the artifact's
 * @param isMessage whether a client that waits gets a message instead of the task
 */
record A2aResult(String name, JsonArray parts, boolean isMessage) {
  private static final String RESULT = "result";
  private static final int MAX_PARTS = 100;
  private static final List<String> CONTENTS = List.of("text", "raw", "url", "data");
  private static final Set<String> WORDS = Set.of("filename", "mediaType");

  static A2aResult of(String text) {
    return text.stripLeading().startsWith("{")
        ? written(text).orElseGet(() -> plain(text))
        : plain(text);
  }

  /** Returns a text, whatever it looks like. */
  static A2aResult plain(String text) {
    return new A2aResult(RESULT, JsonArray.of(JsonObject.empty().with("text", text)), false);
  }

  private static Optional<A2aResult> written(String text) {
    try {
      JsonValue json = JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
      return json instanceof JsonObject all && all.members().size() == 1
          ? Stream.of("artifact", "message")
              .flatMap(kind -> all.object(kind).stream().flatMap(it -> of(kind, it).stream()))
              .findFirst()
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }

  private static Optional<A2aResult> of(String kind, JsonObject json) {
    JsonArray parts = json.array("parts").orElseGet(() -> JsonArray.of());
    int size = parts.values().size();
    boolean isRight =
        size > 0 && size <= MAX_PARTS && parts.values().stream().allMatch(A2aResult::isPart);
    return isRight
        ? Optional.of(
            new A2aResult(json.string("name").orElse(RESULT), parts, kind.equals("message")))
        : Optional.empty();
  }

  /** Returns whether a part has one content, and beside it only what clients can read. */
  private static boolean isPart(JsonValue value) {
    return value instanceof JsonObject part
        && part.members().keySet().stream().filter(CONTENTS::contains).count() == 1
        && part.members().entrySet().stream().allMatch(it -> isMember(it.getKey(), it.getValue()));
  }

  private static boolean isMember(String name, JsonValue value) {
    return name.equals("data")
        || (value instanceof JsonString && (CONTENTS.contains(name) || WORDS.contains(name)));
  }
}
