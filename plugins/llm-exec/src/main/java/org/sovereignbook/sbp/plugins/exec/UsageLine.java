package org.sovereignbook.sbp.plugins.exec;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.model.llm.LlmUsage;

/**
 * Token counts that a program prints in a line of JSON among its output, as {@code codex exec
 * --json} does: the last object with a member {@code usage}.
 */
final class UsageLine {
  private UsageLine() {}

  /** Reads the usage; unknown if no line has it. */
  static LlmUsage in(String stdout) {
    List<String> lines = stdout.lines().toList();
    for (String line : lines.reversed()) {
      Optional<JsonObject> usage =
          line.startsWith("{") && line.contains("\"usage\"") ? usage(line) : Optional.empty();
      if (usage.isPresent()) {
        return tokens(usage.get());
      }
    }
    return LlmUsage.unknown();
  }

  private static LlmUsage tokens(JsonObject usage) {
    OptionalLong input = usage.integer("input_tokens");
    OptionalLong output = usage.integer("output_tokens");
    boolean told =
        input.isPresent()
            && output.isPresent()
            && input.getAsLong() >= 0
            && output.getAsLong() >= 0;
    return told ? LlmUsage.tokens(input.getAsLong(), output.getAsLong()) : LlmUsage.unknown();
  }

  private static Optional<JsonObject> usage(String line) {
    try {
      return JsonReader.file(line.getBytes(StandardCharsets.UTF_8)) instanceof JsonObject json
          ? json.object("usage")
          : Optional.empty();
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
