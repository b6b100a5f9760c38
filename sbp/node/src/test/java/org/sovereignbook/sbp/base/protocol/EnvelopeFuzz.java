package org.sovereignbook.sbp.base.protocol;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.testing.Fuzzed;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;

/** Target for fuzzing: the bytes of an envelope, and the JSON in general. */
public final class EnvelopeFuzz {
  private EnvelopeFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Checked<Envelope> checked =
        new EnvelopeValidator(TestKeys.bob().publicKey()).validate(input, TestClock.NOON);
    Checked.object(input)
        .toOptional()
        .ifPresent(
            json -> {
              Fuzzed.same(json, again(JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8)));
              byte[] canonical = Jcs.canonicalize(json);
              Fuzzed.same(
                  new String(canonical, StandardCharsets.UTF_8),
                  new String(Jcs.canonicalize(again(canonical)), StandardCharsets.UTF_8));
            });
    Fuzzed.same(checked.isValid(), checked.why().isEmpty());
  }

  private static JsonObject again(byte[] bytes) {
    return Checked.object(bytes).toOptional().orElseThrow();
  }
}
