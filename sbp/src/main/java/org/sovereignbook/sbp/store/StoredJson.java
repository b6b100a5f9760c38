package org.sovereignbook.sbp.store;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonValue;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.NodeException;

/** JSON as the bytes of an entry: those of its file. */
public final class StoredJson {
  private StoredJson() {}

  public static byte[] bytes(JsonValue json) {
    return JsonWriter.file(json).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Reads an entry.
   *
   * @param what names it in the error
   * @throws NodeException when somebody has damaged it
   */
  public static JsonObject object(String what, byte[] bytes) {
    try {
      if (JsonReader.file(bytes) instanceof JsonObject json) {
        return json;
      }
    } catch (MalformedJson e) {
      throw new NodeException(what + " is damaged: " + e.getMessage(), e);
    }
    throw new NodeException(what + " is damaged: expected a JSON object");
  }
}
