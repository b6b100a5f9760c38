package org.sovereignbook.sbp.peer.network;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.store.Peer;

/**
 * Result of following a peer, or of joining the network through it.
 *
 * @param peer the peer, when it is followed now
 * @param endorsement our identity endorsement of it; none of a seed
 * @param why the problem, safe to print
 * @param namedEndpoint the endpoint in the peer's identity, when it is another one
 */
public record FollowResult(
    Endpoint endpoint,
    FollowStatus outcome,
    @Shape.Inline Optional<Followed> peer,
    Optional<ContentHash> endorsement,
    Optional<String> why,
    Optional<Endpoint> namedEndpoint)
    implements StepResult {

  /** Printed view of a peer that is followed now. */
  public record Followed(PublicKey publicKey, String name, TrustState trust, boolean subscribed) {
    static Followed of(Peer peer) {
      return new Followed(peer.publicKey(), peer.name(), peer.trust(), peer.subscribed());
    }
  }

  /** Outcome of the operator's request. Written in lower case. */
  @Shape.Def("follow_status")
  public enum FollowStatus {
    /** Something changed. */
    DONE,
    /** Everything was done already; nothing changed. */
    ALREADY,
    /** No answer came, or none with status 200. */
    UNREACHABLE,
    /** The answer is no valid identity document. */
    INVALID,
    /** The peer is blocked, and stays so. */
    BLOCKED,
    /** The endpoint is this node's own. */
    OURSELVES,
    /** The document may not replace the stored one, or the table is damaged. */
    REFUSED;

    /** Returns whether another try would have the same outcome. */
    boolean isSettled() {
      return isSuccess() || this == BLOCKED || this == OURSELVES;
    }

    /** Returns whether the peer is now followed. */
    public boolean isSuccess() {
      return this == DONE || this == ALREADY;
    }

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  @Override
  public boolean idle() {
    return outcome == FollowStatus.ALREADY;
  }

  @Override
  public String summary() {
    return switch (outcome) {
      case DONE -> "follows %s at %s%s".formatted(name(), endpoint, onceItAgrees());
      case ALREADY ->
          "nothing to do: follows %s at %s%s".formatted(name(), endpoint, onceItAgrees());
      case UNREACHABLE, INVALID, BLOCKED, OURSELVES, REFUSED ->
          "cannot follow %s (%s): %s".formatted(endpoint, outcome, why.orElse(""));
    };
  }

  /** Works like {@link #summary}, for a seed. */
  public String summaryOfSeed() {
    return switch (outcome) {
      case DONE -> "seed %s: endorsed, follows %s%s".formatted(endpoint, name(), onceItAgrees());
      case ALREADY ->
          "seed %s: nothing to do, follows %s%s".formatted(endpoint, name(), onceItAgrees());
      case UNREACHABLE, INVALID, BLOCKED, OURSELVES, REFUSED ->
          "seed %s skipped (%s): %s".formatted(endpoint, outcome, why.orElse(""));
    };
  }

  /** Returns a warning about a peer that is followed now, if there is one. */
  public Optional<String> warning() {
    return namedEndpoint.map(
        named ->
            "the identity at %s names %s as its endpoint: all that is sent goes there"
                .formatted(endpoint, named));
  }

  private String onceItAgrees() {
    return peer.filter(Followed::subscribed).isPresent() ? "" : " once it agrees";
  }

  private String name() {
    return peer.map(row -> PeerText.quote(row.name())).orElse("");
  }
}
