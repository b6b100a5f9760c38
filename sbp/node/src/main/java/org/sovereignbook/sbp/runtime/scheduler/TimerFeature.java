package org.sovereignbook.sbp.runtime.scheduler;

import java.util.List;
import org.sovereignbook.sbp.node.Feature;
import org.sovereignbook.sbp.node.Node;

/** A feature with commands that the scheduler runs again and again, each in a process. */
public interface TimerFeature extends Feature {
  /** Returns its timers. */
  default List<Timer> timers() {
    return List.of();
  }

  /**
   * Returns whether the timers have anything to do in a node now. Asked at each tick, so it may
   * look at a file and no more.
   */
  default boolean isTimed(Node node) {
    return true;
  }
}
