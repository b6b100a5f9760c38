package org.sovereignbook.sbp.plugins.sql;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.json.JsonWriter;
import org.sovereignbook.sbp.json.MalformedJson;
import org.sovereignbook.sbp.node.NodeException;

/** JSON objects as the text of a column: as the file store would write them. */
final class StoredJson {
  private StoredJson() {}

  static String text(JsonObject json) {
    return JsonWriter.file(json);
  }

  /**
   * Reads a column.
   *
   * @param what names the row in the error
   * @throws NodeException when somebody has damaged it
   */
  static JsonObject parse(String what, String text) {
    try {
      if (JsonReader.file(text.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json) {
        return json;
      }
    } catch (MalformedJson e) {
      throw new NodeException(what + " is damaged in the database: " + e.getMessage(), e);
    }
    throw new NodeException(what + " is damaged in the database: expected a JSON object");
  }
}
