package org.sovereignbook.sbp.society.reputation;

import java.time.Instant;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;

/**
 * Verdict on an attempt that was reviewed.
 *
 * @param target the agent whose work it was
 * @param verdict from 0 to 100
 * @param spread the distance between the highest and the lowest score
 * @param thin whether fewer than three agents reviewed it
 * @param verified whether the owner's score decided
 * @param reviews the number of reviews
 */
public record ReviewVerdict(
    String task,
    int attempt,
    Principal target,
    double verdict,
    double spread,
    boolean thin,
    boolean verified,
    int reviews,
    Instant at) {
  static final Rows<ReviewVerdict> ROWS = new Rows<>("review_verdict", ReviewVerdict.class);

  /** The number of reviews below which a verdict is thin. */
  public static final int ENOUGH_REVIEWS = 3;
}
