package org.sovereignbook.sbp.testkit.vectors;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SequencedMap;

/**
 * One case: a head of {@code name: value} lines, an empty line, and the raw bytes to judge.
 *
 * @param path of the file below {@code testkit/vectors}
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared or changed.
public record VectorFile(String path, SequencedMap<String, String> head, byte[] body) {
  /** Returns the bytes of the file. */
  public byte[] bytes() {
    StringBuilder lines = new StringBuilder();
    for (Map.Entry<String, String> line : head.entrySet()) {
      lines.append(line.getKey()).append(": ").append(line.getValue()).append('\n');
    }
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes(lines.append('\n').toString().getBytes(StandardCharsets.UTF_8));
    file.writeBytes(body);
    return file.toByteArray();
  }

  /** Returns the verdict that the specification asks for. */
  public String expected() {
    return String.valueOf(head.get("expected"));
  }
}
