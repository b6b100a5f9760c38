package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;

/** Stored texts of memory. */
final class MemoryTexts {
  private MemoryTexts() {}

  /** Parses a JSON object that the program stored. */
  static JsonObject parse(String text) {
    return Node.jsonObject(
        "a text of the society's database", text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns whether a directory is the other, or within it. */
  static boolean isWithin(String directory, String prefix) {
    return Path.of(directory).normalize().startsWith(Path.of(prefix).normalize());
  }
}
