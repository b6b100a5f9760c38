package org.sovereignbook.sbp.plugins.returning;

import java.nio.charset.StandardCharsets;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.testing.Fuzzed;

/** Target for fuzzing: the bundle of an agent that comes back. */
public final class BundleFuzz {
  private BundleFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    try {
      Bundle _ = Bundle.parse(new String(input, StandardCharsets.UTF_8));
    } catch (SocietyException e) {
      String _ = e.getMessage();
    }
    if (Fuzzed.jsonIn(input).orElse(null) instanceof JsonObject json) {
      try {
        Bundle bundle = Shape.of(Bundle.class).readExactly(json);
        Fuzzed.same(bundle, Shape.of(Bundle.class).readExactly(Shape.write(bundle)));
      } catch (IllegalArgumentException e) {
        String _ = e.getMessage();
      }
    }
  }
}
