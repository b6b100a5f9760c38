package org.sovereignbook.sbp.model.llm;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonSearch;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.json.Misfit;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Answer of a backend. Models wrap their answers: in a code fence, in prose, behind their
 * reasoning. The answer is found leniently ({@link JsonSearch}) and then checked strictly.
 *
 * @param output the text for the role's output; empty when the agent decided to write nothing
 * @param notes one line for the operator's log
 * @param used the names of the inputs that this answer consumes, such as a draft that it publishes
 * @param usage the usage of the call
 */
public record LlmAnswer(String output, String notes, List<String> used, LlmUsage usage) {
  /** Far above the need of any role. */
  static final int MAX_ANSWER_BYTES = 4 * 1024 * 1024;

  private static final Pattern FENCED =
      Pattern.compile("\\A\\s*```[a-z]*[ \\t]*\\r?\\n(.*?)\\n?```\\s*\\z", Pattern.DOTALL);

  public LlmAnswer {
    used = List.copyOf(used);
  }

  /** Creates an answer that consumes no input, like every model's. */
  public LlmAnswer(String output, String notes, LlmUsage usage) {
    this(output, notes, List.of(), usage);
  }

  /** Creates an answer of rules, not of a model. */
  public LlmAnswer(String output, String notes, List<String> used) {
    this(output, notes, used, LlmUsage.unknown());
  }

  /** Creates an answer without usage and consumed inputs. */
  public LlmAnswer(String output, String notes) {
    this(output, notes, List.of(), LlmUsage.unknown());
  }

  /** Returns the output, within the limit of size, without the model's reasoning before it. */
  public String text() throws LlmException {
    return JsonSearch.withoutReasoning(whole());
  }

  private String whole() throws LlmException {
    if (output.getBytes(StandardCharsets.UTF_8).length > MAX_ANSWER_BYTES) {
      throw LlmException.answer("the answer is larger than " + MAX_ANSWER_BYTES + " bytes");
    }
    return output;
  }

  /** Reader of one JSON value of the answer; rejects values of another form. */
  @FunctionalInterface
  public interface Reading<V extends JsonValue, T> {
    T read(V json) throws LlmException;
  }

  /** Returns the text without the code fence around it. */
  public String unfenced() throws LlmException {
    String text = text();
    Matcher fenced = FENCED.matcher(text);
    return fenced.matches() ? fenced.group(1) : text;
  }

  /** Returns the last JSON object of the answer. */
  public JsonObject object() throws LlmException {
    return last(value -> object(value));
  }

  /**
   * Returns the last JSON object of the answer that has the record's shape.
   *
   * @param what the subject of an error message, such as {@code the answer}
   */
  public <T extends Record> T shaped(Class<T> shape, String what) throws LlmException {
    return last(value -> shaped(shape, object(value), what));
  }

  /**
   * Returns zero or more JSON objects: nothing, one object, or an array of them; the array may be
   * the only member of an object, since some providers' schemas allow objects only.
   */
  public List<JsonObject> objects(String member) throws LlmException {
    return list(member, json -> json);
  }

  /**
   * Returns the elements that {@code element} reads from the objects of {@link #objects}; takes the
   * last list that fits.
   */
  public <T> List<T> list(String member, Reading<JsonObject, T> element) throws LlmException {
    if (output.isBlank()) {
      return List.of();
    }
    return last(
        value -> {
          List<T> all = new ArrayList<>();
          for (JsonObject json : elements(value, member)) {
            all.add(element.read(json));
          }
          return List.copyOf(all);
        });
  }

  /**
   * Reads an object of the answer as the record whose shape was asked for.
   *
   * @param what the subject of an error message, such as {@code the answer}
   */
  public static <T extends Record> T shaped(Class<T> shape, JsonObject json, String what)
      throws LlmException {
    try {
      return Shape.of(shape).readExactly(json);
    } catch (Misfit e) {
      throw new LlmException(LlmException.Kind.ANSWER, e.in(what), e);
    }
  }

  /** Accepts an array with one object, which some models return in place of the object. */
  private static JsonObject object(JsonValue value) throws LlmException {
    if (value instanceof JsonArray(List<JsonValue> elements)
        && elements.size() == 1
        && elements.getFirst() instanceof JsonObject only) {
      return only;
    }
    if (value instanceof JsonObject object) {
      return object;
    }
    throw LlmException.answer("the answer is JSON, but not an object");
  }

  private static List<JsonObject> elements(JsonValue value, String member) throws LlmException {
    JsonValue list = value;
    if (value instanceof JsonObject object) {
      if (object.array(member).isEmpty() || object.members().size() > 1) {
        return List.of(object);
      }
      list = object.array(member).get();
    }
    if (!(list instanceof JsonArray(List<JsonValue> elements))) {
      throw LlmException.answer("the answer is JSON, but neither an object nor an array");
    }
    List<JsonObject> objects = new ArrayList<>();
    for (JsonValue element : elements) {
      if (!(element instanceof JsonObject object)) {
        throw LlmException.answer("the answer's array holds something that is not an object");
      }
      objects.add(object);
    }
    return objects;
  }

  private <T> T last(Reading<JsonValue, T> reading) throws LlmException {
    Optional<LlmException> first = Optional.empty();
    for (JsonValue value : values()) {
      try {
        return reading.read(value);
      } catch (LlmException e) {
        first = first.or(() -> Optional.of(e));
      }
    }
    throw first.orElseThrow();
  }

  private List<JsonValue> values() throws LlmException {
    try {
      return JsonSearch.lastFirst(whole());
    } catch (MalformedJson e) {
      throw new LlmException(
          LlmException.Kind.ANSWER,
          "the answer is not the JSON that was asked for: " + e.getMessage(),
          e);
    }
  }
}
