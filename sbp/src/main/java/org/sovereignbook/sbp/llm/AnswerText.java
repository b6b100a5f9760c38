package org.sovereignbook.sbp.llm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.json.MalformedJson;

/** Reads the text of an answer; models like to put a code fence around JSON, so one is allowed. */
public final class AnswerText {
  /** Far above what any role needs. */
  static final int MAX_ANSWER_BYTES = 4 * 1024 * 1024;

  private static final Pattern FENCED =
      Pattern.compile("\\A\\s*```[a-z]*[ \\t]*\\n(.*?)\\n?```\\s*\\z", Pattern.DOTALL);

  private AnswerText() {}

  /** One JSON object. */
  public static JsonObject object(String answer) throws LlmException {
    if (json(answer) instanceof JsonObject object) {
      return object;
    }
    throw LlmException.answer("the answer is JSON, but not an object");
  }

  /**
   * Zero or more JSON objects: nothing, one object, or an array of them; the array may be the only
   * member of an object, since some providers' schemas allow objects only.
   */
  public static List<JsonObject> objects(String answer, String member) throws LlmException {
    if (answer.isBlank()) {
      return List.of();
    }
    JsonValue value = json(answer);
    if (value instanceof JsonObject object) {
      if (object.array(member).isEmpty() || object.members().size() > 1) {
        return List.of(object);
      }
      value = object.array(member).get();
    }
    if (!(value instanceof JsonArray(List<JsonValue> elements))) {
      throw LlmException.answer("the answer is JSON, but neither an object nor an array");
    }
    List<JsonObject> objects = new ArrayList<>();
    for (JsonValue element : elements) {
      if (!(element instanceof JsonObject object)) {
        throw LlmException.answer("the answer's array holds something that is not an object");
      }
      objects.add(object);
    }
    return List.copyOf(objects);
  }

  /** The answer within the size limit. */
  public static String limited(String answer) throws LlmException {
    if (answer.getBytes(StandardCharsets.UTF_8).length > MAX_ANSWER_BYTES) {
      throw LlmException.answer("the answer is larger than " + MAX_ANSWER_BYTES + " bytes");
    }
    return answer;
  }

  private static JsonValue json(String answer) throws LlmException {
    Matcher fenced = FENCED.matcher(limited(answer));
    String text = fenced.matches() ? fenced.group(1) : answer;
    try {
      return JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new LlmException(
          LlmException.Kind.ANSWER,
          "the answer is not the JSON that was asked for: " + e.getMessage(),
          e);
    }
  }
}
