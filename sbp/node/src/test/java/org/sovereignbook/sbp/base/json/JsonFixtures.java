package org.sovereignbook.sbp.base.json;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.MalformedJson.Problem;

/** Short ways to hand bytes to the reader and to see what it says. */
final class JsonFixtures {

  private JsonFixtures() {}

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The bytes of {"a":"…"} with these raw bytes, in hex, inside the string. */
  static byte[] objectWithRaw(String hex) {
    byte[] middle = HexFormat.of().parseHex(hex);
    byte[] bytes = new byte[middle.length + 8];
    System.arraycopy(utf8("{\"a\":\""), 0, bytes, 0, 6);
    System.arraycopy(middle, 0, bytes, 6, middle.length);
    System.arraycopy(utf8("\"}"), 0, bytes, 6 + middle.length, 2);
    return bytes;
  }

  static Optional<Problem> wireProblem(String text) {
    return wireProblem(utf8(text));
  }

  static Optional<Problem> wireProblem(byte[] bytes) {
    try {
      JsonReader.wireObject(bytes);
      return Optional.empty();
    } catch (MalformedJson e) {
      return Optional.of(e.problem());
    }
  }

  static Optional<Problem> fileProblem(String text) {
    try {
      JsonReader.file(utf8(text));
      return Optional.empty();
    } catch (MalformedJson e) {
      return Optional.of(e.problem());
    }
  }

  static JsonObject wire(String text) throws MalformedJson {
    return JsonReader.wireObject(utf8(text));
  }

  static JsonValue file(String text) throws MalformedJson {
    return JsonReader.file(utf8(text));
  }
}
