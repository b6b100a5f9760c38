package org.sovereignbook.sbp.network;

import java.util.Locale;
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
 * @param seed whether it was followed as a seed of the network
 * @param peer the peer's row, when it is followed now
 * @param endorsement our identity endorsement of it; none of a seed
 * @param why what went wrong, safe to print; empty when nothing did
 */
public record FollowResult(
    boolean seed,
    Endpoint endpoint,
    Outcome outcome,
    Optional<Peer> peer,
    Optional<ContentHash> endorsement,
    String why)
    implements StepResult {

  /** How it went when the operator pointed at a peer. Written in lower case. */
  public enum Outcome {
    /** Something changed. */
    DONE,
    /** All of it was so already; nothing changed. */
    ALREADY,
    /** Nobody answered there, or not with 200. */
    UNREACHABLE,
    /** What answered is no valid identity document. */
    INVALID,
    /** The peer is blocked, and stays so. */
    BLOCKED,
    /** The endpoint is this node's own. */
    OURSELVES,
    /** The document may not take the place of the one that is held, or the table is damaged. */
    REFUSED;

    /** Whether the peer is now followed. */
    public boolean isSuccess() {
      return this == DONE || this == ALREADY;
    }

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public boolean idle() {
    return outcome == Outcome.ALREADY;
  }

  @Override
  public String summary() {
    String name = peer.map(row -> PeerText.quote(row.name())).orElse("");
    return switch (outcome) {
      case DONE ->
          seed
              ? "seed %s: %s is endorsed and subscribed".formatted(endpoint, name)
              : "follows %s at %s".formatted(name, endpoint);
      case ALREADY ->
          seed
              ? "seed %s: %s was endorsed and subscribed before".formatted(endpoint, name)
              : "followed %s at %s before".formatted(name, endpoint);
      case UNREACHABLE, INVALID, BLOCKED, OURSELVES, REFUSED ->
          (seed ? "seed %s skipped (%s): %s" : "cannot follow %s (%s): %s")
              .formatted(endpoint, outcome, why);
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
