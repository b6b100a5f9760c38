package org.sovereignbook.sbp.runtime.scheduler;

import java.util.List;
import org.sovereignbook.sbp.node.Feature;

/** A feature with commands that the scheduler runs again and again, each in a process. */
public interface TimerFeature extends Feature {
  /** Returns its timers. */
  default List<Timer> timers() {
    return List.of();
  }
}
