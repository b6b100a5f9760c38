package org.sovereignbook.sbp.network;

import java.util.Optional;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.TrustState;
import org.sovereignbook.sbp.store.Peer;

/**
 * What came of following a peer.
 *
 * @param peer the peer, when it is followed now
 * @param endorsement our identity endorsement of it
 * @param why what went wrong, safe to print
 */
public record FollowResult(
    Endpoint endpoint,
    MeetingOutcome outcome,
    @Shape.Inline Optional<Followed> peer,
    Optional<ContentHash> endorsement,
    Optional<String> why)
    implements StepResult {

  /** What is printed of a peer that is followed now. */
  public record Followed(PublicKey publicKey, String name, TrustState trust) {
    static Followed of(Peer peer) {
      return new Followed(peer.publicKey(), peer.name(), peer.trust());
    }
  }

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
          "cannot follow %s (%s): %s".formatted(endpoint, outcome, why.orElse(""));
    };
  }
}
