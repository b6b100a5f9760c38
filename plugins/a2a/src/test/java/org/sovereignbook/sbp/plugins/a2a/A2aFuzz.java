package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: requests of clients of A2A, in both of its versions. */
public final class A2aFuzz {
  private A2aFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    if (!(Fuzzed.jsonIn(input).orElse(null) instanceof JsonObject json)) {
      return;
    }
    JsonObject named = A2aParams.named(json);
    Fuzzed.same(named, A2aParams.named(named));
    judge(named);
    judge(Version03Binding.params(named));
  }

  private static void judge(JsonObject params) {
    try {
      A2aMessage message = A2aMessage.of(params);
      Fuzzed.same(
          message.json(),
          Fuzzed.json(JsonWriter.compact(message.json()).getBytes(StandardCharsets.UTF_8)));
      String _ = message.hash();
    } catch (A2aException e) {
      String _ = e.getMessage();
    }
  }
}
