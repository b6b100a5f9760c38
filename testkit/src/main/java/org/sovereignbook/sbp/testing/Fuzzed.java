package org.sovereignbook.sbp.testing;

import java.util.Objects;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.MalformedJson;

/**
 * Checks of targets for fuzzing: classes whose name ends in {@code Fuzz}, with a method {@code
 * fuzzerTestOneInput} that takes any bytes and throws nothing. The trial {@code fuzz} feeds them
 * with what reaches new code; a test with their corpora and mutations of these.
 */
public final class Fuzzed {
  private Fuzzed() {}

  /** Requires that what was saved and loaded again, or read in another way, is the same. */
  public static void same(Object first, Object second) {
    if (!Objects.equals(first, second)) {
      throw new AssertionError("not the same:\n" + first + "\n" + second);
    }
  }

  /** Reads JSON that was written by the program. */
  public static JsonValue json(byte[] utf8) {
    return jsonIn(utf8).orElseThrow(() -> new AssertionError("what was written cannot be read"));
  }

  /** Reads JSON of somebody else. */
  public static Optional<JsonValue> jsonIn(byte[] utf8) {
    try {
      return Optional.of(JsonReader.file(utf8));
    } catch (MalformedJson e) {
      return Optional.empty();
    }
  }
}
