package org.sovereignbook.sbp.base.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JSON array, immutable.
 *
 * @param values the elements in order
 */
public record JsonArray(List<JsonValue> values) implements JsonValue {

  public JsonArray {
    values = List.copyOf(values);
  }

  public static JsonArray of(JsonValue... values) {
    return new JsonArray(List.of(values));
  }

  /** Creates an array of values of one kind, such as objects. */
  public static JsonArray of(List<? extends JsonValue> values) {
    return new JsonArray(List.copyOf(values));
  }

  public static JsonArray ofStrings(List<String> texts) {
    List<JsonValue> values = new ArrayList<>(texts.size());
    for (String text : texts) {
      values.add(new JsonString(text));
    }
    return new JsonArray(values);
  }

  /** Returns all elements as text; empty when any element is not a string. */
  public Optional<List<String>> strings() {
    List<String> texts = new ArrayList<>(values.size());
    for (JsonValue value : values) {
      if (!(value instanceof JsonString(String text))) {
        return Optional.empty();
      }
      texts.add(text);
    }
    return Optional.of(List.copyOf(texts));
  }

  /** Returns the elements that are objects, without the others. */
  public List<JsonObject> objects() {
    List<JsonObject> objects = new ArrayList<>();
    for (JsonValue value : values) {
      if (value instanceof JsonObject object) {
        objects.add(object);
      }
    }
    return List.copyOf(objects);
  }
}
