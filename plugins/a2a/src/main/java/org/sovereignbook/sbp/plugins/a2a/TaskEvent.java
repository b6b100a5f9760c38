package org.sovereignbook.sbp.plugins.a2a;

import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Words;

/**
 * Something that happened to a task of a client.
 *
 * @param what a state, or {@link #ARTIFACT}
 */
record TaskEvent(@Rows.Serial long number, String task, String what, Instant at) {
  static final Rows<TaskEvent> ROWS = new Rows<>("a2a_event", TaskEvent.class);
  static final String ARTIFACT = "artifact";

  Optional<A2aState> state() {
    return Words.find(A2aState.class, what);
  }
}
