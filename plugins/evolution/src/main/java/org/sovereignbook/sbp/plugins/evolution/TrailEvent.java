package org.sovereignbook.sbp.plugins.evolution;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.society.reputation.ReputationSettings;

/** Row of the trail of evolution: something that happened to an agent, or to a change of it. */
record TrailEvent(
    @Rows.Serial @Shape.Hidden long number,
    @Shape.Hidden Principal principal,
    @Shape.Named("change") Optional<String> changeId,
    String kind,
    JsonObject detail,
    Instant at) {
  static final Rows<TrailEvent> ROWS = new Rows<>("evolution_event", TrailEvent.class);

  /** Deletes what is older than {@code reputation.keep_days}. Returns how many rows. */
  static int forget(Ledger ledger) {
    return ledger.<Integer>write(
        tx ->
            tx.update(
                "DELETE FROM evolution_event WHERE at_ms < ?",
                tx.nowMs()
                    - Duration.ofDays(tx.config().get(ReputationSettings.KEEP_DAYS)).toMillis()));
  }
}
