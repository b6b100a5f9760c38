package org.sovereignbook.sbp.plugins.a2a.client;

import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.Fuzzed;
import org.sovereignbook.sbp.testing.TestKeys;

/** Target for fuzzing: the card of a remote agent, its signatures and its key set. */
public final class CardFuzz {
  private static final URI AT = URI.create("https://agent.example.org/card.json");

  private CardFuzz() {}

  public static void fuzzerTestOneInput(byte[] input) {
    if (!(Fuzzed.jsonIn(input).orElse(null) instanceof JsonObject json)) {
      return;
    }
    RemoteCard card = new RemoteCard(AT, json, Optional.empty(), JsonObject.empty());
    card.places()
        .forEach(place -> Fuzzed.same(true, RemoteCard.isSameHost(AT, URI.create(place.url()))));
    boolean _ = card.streams() && card.takesProof();
    for (JsonObject each : json.array("signatures").map(JsonArray::objects).orElse(List.of())) {
      CardSignature.of(each).ifPresent(signature -> judge(json, signature));
    }
    boolean _ =
        CardKeys.lead(
            json, TestKeys.alice().publicKey(), TestKeys.bob().publicKey(), Instant.EPOCH);
  }

  private static void judge(JsonObject json, CardSignature signature) {
    Fuzzed.same(Optional.empty(), signature.covered(json, TestKeys.alice().publicKey()));
    CardKeys.ofDid(signature.keyId());
    CardKeys.in(json, signature.keyId());
    boolean _ =
        signature
            .json()
            .parsed("jku", URI::create)
            .filter(set -> RemoteCard.isSameHost(AT, set))
            .isPresent();
  }
}
