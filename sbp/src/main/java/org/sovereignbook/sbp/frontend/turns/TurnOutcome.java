package org.sovereignbook.sbp.frontend.turns;

import java.time.Instant;
import org.sovereignbook.sbp.society.sessions.AgentTurn;

/** Result of an attempt to run a turn. */
public sealed interface TurnOutcome {
  /** The turn has ended; {@code text} is its answer, or empty when it has none. */
  record Ended(AgentTurn turn, String text) implements TurnOutcome {}

  /** No message waits, or another process runs a turn. */
  record Nothing() implements TurnOutcome {}

  /** A message waits until this time. */
  record Later(Instant at, String why) implements TurnOutcome {}
}
