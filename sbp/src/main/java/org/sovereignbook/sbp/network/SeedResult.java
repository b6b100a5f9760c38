package org.sovereignbook.sbp.network;

import java.util.Optional;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.store.Peer;

/**
 * What came of one seed.
 *
 * @param peer the seed's row, when it is followed now
 * @param why what went wrong, safe to print; empty when nothing did
 */
public record SeedResult(Endpoint endpoint, MeetingOutcome outcome, Optional<Peer> peer, String why)
    implements StepResult {

  @Override
  public boolean idle() {
    return outcome == MeetingOutcome.ALREADY;
  }

  @Override
  public String summary() {
    String name = peer.map(row -> PeerText.quote(row.name())).orElse("");
    return switch (outcome) {
      case DONE -> "seed %s: %s is endorsed and subscribed".formatted(endpoint, name);
      case ALREADY -> "seed %s: %s was endorsed and subscribed before".formatted(endpoint, name);
      case UNREACHABLE, INVALID, BLOCKED, OURSELVES, REFUSED ->
          "seed %s skipped (%s): %s".formatted(endpoint, outcome, why);
    };
  }

  @Override
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("endpoint", endpoint.toString())
        .put("outcome", outcome.toString())
        .putIfPresent("public_key", peer.map(row -> row.publicKey().toString()))
        .putIfPresent("name", peer.map(Peer::name))
        .putIfPresent("trust", peer.map(row -> row.trust().toString()))
        .putIfPresent("why", Optional.of(why).filter(text -> !text.isEmpty()))
        .build();
  }
}
