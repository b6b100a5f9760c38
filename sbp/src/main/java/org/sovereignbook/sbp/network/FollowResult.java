package org.sovereignbook.sbp.network;

import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.store.Peer;

/**
 * What came of following a peer.
 *
 * @param peer the peer's row, when it is followed now
 * @param endorsement our identity endorsement of it
 * @param why what went wrong, safe to print; empty when nothing did
 */
public record FollowResult(
    Endpoint endpoint,
    MeetingOutcome outcome,
    Optional<Peer> peer,
    Optional<ContentHash> endorsement,
    String why)
    implements StepResult {

  @Override
  public boolean idle() {
    return outcome == MeetingOutcome.ALREADY;
  }

  @Override
  public String summary() {
    String name = peer.map(row -> PeerText.quote(row.name())).orElse("");
    return switch (outcome) {
      case DONE -> "follows %s at %s".formatted(name, endpoint);
      case ALREADY -> "followed %s at %s before".formatted(name, endpoint);
      case UNREACHABLE, INVALID, BLOCKED, OURSELVES, REFUSED ->
          "cannot follow %s (%s): %s".formatted(endpoint, outcome, why);
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
        .putIfPresent("endorsement", endorsement.map(ContentHash::toString))
        .putIfPresent("why", Optional.of(why).filter(text -> !text.isEmpty()))
        .build();
  }
}
