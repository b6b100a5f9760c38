package org.sovereignbook.sbp.society.reputation;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sovereignbook.sbp.authority.ledger.Principal;

/**
 * Judgment of an attempt by the reviews that are in.
 *
 * @param consensus of the agents; empty when none of them has reviewed it
 * @param verified the owner's score, which outranks the consensus
 */
public record Judgment(Optional<Consensus> consensus, OptionalDouble verified) {

  /** Judgment of an attempt that nobody reviewed. */
  public static final Judgment NONE = new Judgment(Optional.empty(), OptionalDouble.empty());

  /** Submitted score of one reviewer, from 0 to 100. */
  public record Score(Principal reviewer, int score) {}

  static Judgment of(ReviewHistory history, Principal target, List<Score> scores) {
    List<Consensus.Review> reviews =
        scores.stream()
            .filter(score -> !score.reviewer().equals(Principal.OWNER))
            .map(score -> new Consensus.Review(score.reviewer().text(), score.score()))
            .toList();
    return new Judgment(
        reviews.isEmpty()
            ? Optional.empty()
            : Optional.of(Consensus.of(history, target.text(), reviews)),
        scores.stream()
            .filter(score -> score.reviewer().equals(Principal.OWNER))
            .mapToDouble(Score::score)
            .findFirst());
  }

  /** Returns the verdict from 0 to 100; empty without any review. */
  public OptionalDouble verdict() {
    return verified.isPresent() || consensus.isEmpty()
        ? verified
        : OptionalDouble.of(consensus.get().verdict());
  }

  /** Returns the distance between the highest and the lowest score of the agents. */
  public double spread() {
    return consensus.map(Consensus::spread).orElse(0.0);
  }

  List<Consensus.Weighed> reviews() {
    return consensus.map(Consensus::reviews).orElse(List.of());
  }
}
