package org.sovereignbook.sbp.base.protocol;

import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.Fuzzed;
import org.sovereignbook.sbp.testing.TestClock;

/** Target for fuzzing: an identity document, a piece or an endorsement. */
public final class IdentityFuzz {
  private IdentityFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    Checked.object(input).toOptional().ifPresent(IdentityFuzz::judge);
  }

  private static void judge(JsonObject json) {
    Checked<IdentityDocument> document = IdentityDocument.validate(json, TestClock.NOON);
    document
        .toOptional()
        .ifPresent(one -> Fuzzed.same(one, IdentityDocument.parse(one.json()).toOptional().get()));
    IdentityDocument.parse(json)
        .toOptional()
        .ifPresent(
            one -> {
              Fuzzed.same(one.endpoint(), Endpoint.parse(one.endpoint().toString()));
              Fuzzed.same(one.createdAt(), Timestamp.parse(one.createdAt().toString()));
              String _ = one.endpoint().host();
            });
    Content.validate(json).why();
    Endorsement.validate(json).why();
  }
}
