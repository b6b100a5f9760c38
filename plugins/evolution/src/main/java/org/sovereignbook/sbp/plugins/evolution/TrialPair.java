package org.sovereignbook.sbp.plugins.evolution;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Row of a task on which a changed prompt is compared with the present one.
 *
 * @param oldScore from 0 to 100, of the answer with the prompt before the change
 * @param reviews the number of reviews that the scores are means of
 */
record TrialPair(
    @Rows.Key @Shape.Hidden String changeId,
    @Rows.Key Part part,
    @Rows.Key int place,
    String task,
    Optional<Double> oldScore,
    Optional<Double> newScore,
    int reviews,
    Optional<Instant> judgedAt) {
  static final Rows<TrialPair> ROWS = new Rows<>("evolution_pair", TrialPair.class);

  /** Part of a trial. */
  public enum Part {
    HELD_OUT,
    /** Fresh tasks, because the best of several candidates may be lucky on the first ones. */
    CONFIRMATION,
    /** Tasks that were done well and may not get worse. */
    ANCHOR,
    /** Tasks that came after the adoption. */
    LIVE;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /** Returns the new score less the old one; only of a judged pair. */
  double difference() {
    return newScore.orElseThrow() - oldScore.orElseThrow();
  }
}
