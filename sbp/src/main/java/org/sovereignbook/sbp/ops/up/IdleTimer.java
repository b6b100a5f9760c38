package org.sovereignbook.sbp.ops.up;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.frontend.automation.FeatureTicks;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.turns.DueTurns;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.runtime.health.Alerts;
import org.sovereignbook.sbp.runtime.health.Courier;
import org.sovereignbook.sbp.runtime.health.Health;
import org.sovereignbook.sbp.runtime.scheduler.ShellCommandRunner;
import org.sovereignbook.sbp.runtime.scheduler.Tick;
import org.sovereignbook.sbp.society.memory.MemorySettings;

/**
 * Question whether a tick of a node would do anything, so that none is started to find nothing due.
 * In doubt the answer is yes, and so it is after the usual interval of ticks, whatever is due.
 * Thread-safe.
 */
final class IdleTimer {
  private final Session session;
  private final Node node;
  private final Tick tick;
  private volatile Instant started = Instant.MIN;

  IdleTimer(Session session, Node node) {
    this.session = session;
    this.node = node;
    this.tick =
        new Tick(
            node,
            session.stores(),
            session.world().launcher(),
            new ShellCommandRunner(session.world().environment(), Map.of()),
            name -> session.isMetered(node, name),
            _ -> {});
  }

  /** Records that a tick starts. */
  void starts() {
    started = session.world().clock().instant();
  }

  boolean isDue() {
    try {
      return isLongAgo() || isAnyWork();
    } catch (RuntimeException | Error e) {
      // Such as of a plugin that was built against an earlier interface. The tick says what is
      // wrong, and the thread that asks goes on.
      return true;
    }
  }

  /** Ticks do more than their components, such as a look at the clock. */
  private boolean isLongAgo() {
    Duration ago = Duration.between(started, session.world().clock().instant());
    return ago.isNegative() || ago.compareTo(UpRun.TICK_EVERY) >= 0;
  }

  private boolean isAnyWork() {
    // Valid policies are stored, as by a tick.
    return Health.policies(node, true).isPresent()
        || !tick.plan().idle()
        || HeldTokens.isAny(node)
        || FeatureTicks.isAny(node)
        || !node.config().get(MemorySettings.EMBEDDER).isEmpty()
        || new Alerts(node, new Courier(node, session.world().environment())).isAnyReceiver()
        || new DueTurns(session, node).isAny();
  }
}
