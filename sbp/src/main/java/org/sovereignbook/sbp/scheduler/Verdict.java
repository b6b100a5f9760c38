package org.sovereignbook.sbp.scheduler;

import java.util.Optional;
import org.sovereignbook.sbp.protocol.Timestamp;

/** What the scheduler decided about one component at one moment, and why. */
public sealed interface Verdict {

  /** What made a component run. */
  enum Trigger {
    INTERVAL,
    INBOX,
    RUN_AFTER
  }

  /** One sentence for a person. */
  String why();

  /** It runs. */
  record Run(Trigger trigger, String why) implements Verdict {}

  /**
   * It does not run.
   *
   * @param nextDue when its interval will be over
   */
  record Wait(String why, Optional<Timestamp> nextDue) implements Verdict {}
}
