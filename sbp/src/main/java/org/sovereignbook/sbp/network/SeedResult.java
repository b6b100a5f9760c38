package org.sovereignbook.sbp.network;

import java.util.Optional;
import org.sovereignbook.sbp.json.Shape;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.protocol.Endpoint;

/**
 * What came of one seed.
 *
 * @param peer the seed, when it is followed now
 * @param why what went wrong, safe to print
 */
public record SeedResult(
    Endpoint endpoint,
    MeetingOutcome outcome,
    @Shape.Inline Optional<FollowResult.Followed> peer,
    Optional<String> why)
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
          "seed %s skipped (%s): %s".formatted(endpoint, outcome, why.orElse(""));
    };
  }
}
