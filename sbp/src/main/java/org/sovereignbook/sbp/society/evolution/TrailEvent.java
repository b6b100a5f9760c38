package org.sovereignbook.sbp.society.evolution;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;

/** Row of the trail of evolution: something that happened to an agent, or to a change of it. */
public record TrailEvent(
    @Rows.Serial @Shape.Hidden long number,
    @Shape.Hidden Principal principal,
    @Shape.Named("change") Optional<String> changeId,
    String kind,
    JsonObject detail,
    Instant at) {
  static final Rows<TrailEvent> ROWS = new Rows<>("evolution_event", TrailEvent.class);
}
