package org.sovereignbook.sbp.society.reputation;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Row of a review of an attempt that has its verdict.
 *
 * @param corrected the score without the reviewer's usual bias
 * @param others the weighted median of the other reviews
 * @param verified the owner's score
 */
public record StoredReview(
    @Rows.Serial long number,
    String task,
    int attempt,
    Principal reviewer,
    Principal target,
    double score,
    double corrected,
    double weight,
    Factors factors,
    Optional<Double> others,
    Optional<Double> verified,
    Instant at) {
  static final Rows<StoredReview> ROWS = new Rows<>("peer_review", StoredReview.class);

  PastReview past() {
    return new PastReview(
        reviewer.text(), target.text(), score, optional(others), optional(verified));
  }

  private static OptionalDouble optional(Optional<Double> value) {
    return value.isPresent() ? OptionalDouble.of(value.get()) : OptionalDouble.empty();
  }
}
