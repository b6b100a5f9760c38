package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.automation.GracefulStop;
import org.sovereignbook.sbp.frontend.command.JBangProgram;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;

/** Connection of hooks to the services of a session. */
final class HookWiring {
  private HookWiring() {}

  static HookPrograms programs(Session session, Node node) {
    return new HookPrograms(
        node,
        session.world().programWords(),
        JBangProgram.find(session.world()),
        session.world().environment(),
        name -> session.extensions(Optional.of(node)).find(HotHooks.KIND, name));
  }

  static Dispatch dispatch(Session session, Ledger ledger) {
    return new Dispatch(
        ledger, programs(session, ledger.node()), AccessSettings.zone(ledger.node().config()));
  }

  /** On a signal, lets running hooks finish, and says so. */
  static GracefulStop stop(Session session, Node node, Runnable onAsked) {
    Duration longest = HooksSettings.longestRun(node.config());
    return GracefulStop.open(
        () -> {
          session
              .output()
              .note(
                  "ending when the hooks that run have ended, within %d s; once more ends them"
                      .formatted(longest.toSeconds()));
          onAsked.run();
        });
  }
}
