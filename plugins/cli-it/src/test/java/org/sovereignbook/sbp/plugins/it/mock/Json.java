package org.sovereignbook.sbp.plugins.it.mock;

import java.util.List;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** Short words for the JSON that providers write. */
final class Json {
  private Json() {}

  /** An object of one member. */
  static JsonObject of(String name, JsonValue value) {
    return JsonObject.builder().put(name, value).build();
  }

  static JsonObject of(String name, String value) {
    return JsonObject.builder().put(name, value).build();
  }

  static JsonArray list(JsonObject... objects) {
    return JsonArray.of(List.of(objects));
  }

  /** The objects in an array member; none when there is no such member. */
  static Stream<JsonObject> objects(JsonObject object, String name) {
    return object.array(name).map(JsonArray::objects).orElse(List.of()).stream();
  }

  /** One server-sent event without a name. */
  static String event(JsonObject data) {
    return "data: " + JsonWriter.compact(data) + "\n\n";
  }
}
