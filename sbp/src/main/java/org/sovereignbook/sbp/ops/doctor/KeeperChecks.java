package org.sovereignbook.sbp.ops.doctor;

import java.util.Optional;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.automation.Keepers;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.ServiceAdvice;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.runtime.health.Health;

/**
 * Checks that server and ticks are restarted automatically (IMPLEMENTATION §8, Phase 3, and §10).
 */
record KeeperChecks(Node node, Keepers keepers) {
  /** Passes only with a service or process that starts ticks. */
  Finding timer(Optional<Timestamp> last) {
    String when = last.map(at -> "; the last tick was at " + at).orElse("; no tick ran yet");
    boolean isTicking = NodeLock.holder(NodeLock.tick(node.home())).isPresent();
    boolean isLate =
        last.filter(_ -> !isTicking)
            .filter(at -> !TimeJudge.isPausing(at, Health.TICK_IS_LATE, node.now()))
            .isPresent();
    Keepers.Keeper keeper = keepers.timer();
    if (keeper.by().isEmpty()) {
      String found = keeper.stopped().orElse("nothing makes it tick") + when;
      return isLate || keeper.stopped().isPresent()
          ? Finding.fail(found, ServiceAdvice.command(node))
          : Finding.todo(
              last.isPresent() ? "by hand: " + found : found, ServiceAdvice.command(node));
    }
    String found = keeper.by().get() + when;
    if (isLate) {
      return Finding.fail(found + ", and it should come every 15 minutes", "sbp tick");
    }
    return keeper.byCron() && last.isEmpty()
        ? Finding.todo(found + ", so whether cron runs cannot be told", "sbp status")
        : Finding.pass(found);
  }

  /** Passes only with a service or process that restarts the server after a kill. */
  Finding server() {
    Optional<NodeLock.Holder> holder = NodeLock.holder(NodeLock.server(node.home()));
    Keepers.Keeper keeper = keepers.server();
    if (holder.isPresent()) {
      return keeper.by().isPresent()
          ? Finding.pass(holder.get() + "; it is started again by: " + keeper.by().get())
          : Finding.todo(
              "by hand: " + holder.get() + "; nothing starts it again after a kill",
              ServiceAdvice.command(node));
    }
    // A lock's file stays after its holder has ended.
    boolean ranBefore = node.disk().exists(NodeLock.server(node.home()));
    Optional<String> more = keeper.stopped().or(keeper::by);
    return ranBefore || more.isPresent()
        ? Finding.fail(
            "not running" + more.map(": "::concat).orElse(""), ServiceAdvice.command(node))
        : Finding.todo("not started yet", ServiceAdvice.command(node));
  }
}
