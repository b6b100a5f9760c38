package org.sovereignbook.sbp.frontend.automation;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.JBangProgram;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.hooks.Dispatch;
import org.sovereignbook.sbp.society.hooks.HookPrograms;
import org.sovereignbook.sbp.society.hooks.HooksSettings;
import org.sovereignbook.sbp.society.status.SocietyKinds;

/** Connection of hooks to the services of a session. */
public final class HookWiring {
  /** How long a tick starts hooks; later runs wait for the next tick. */
  private static final Duration OF_A_TICK = Duration.ofMinutes(5);

  private HookWiring() {}

  public static HookPrograms programs(Session session, Node node) {
    return new HookPrograms(
        node,
        session.world().programWords(),
        JBangProgram.find(session.world()),
        session.world().environment(),
        name -> session.extensions(Optional.of(node)).find(SocietyKinds.HOOK, name));
  }

  public static Dispatch dispatch(Session session, Ledger ledger) {
    return new Dispatch(
        ledger, programs(session, ledger.node()), AccessSettings.zone(ledger.node().config()));
  }

  /** Runs the due hooks of a node. Opens nothing where there are none. */
  public static Dispatch.Done tick(Session session, Node node) throws InterruptedException {
    if (!HookPrograms.isAny(node)) {
      return Dispatch.Done.NOTHING;
    }
    Optional<Ledger> opened = session.ledgerIfAny(node);
    if (opened.isEmpty()) {
      return Dispatch.Done.NOTHING;
    }
    try (Ledger ledger = opened.get()) {
      Dispatch dispatch = dispatch(session, ledger);
      if (!dispatch.isDue()) {
        return Dispatch.Done.NOTHING;
      }
      try (GracefulStop stop = stop(session, node, () -> {})) {
        // If `sbp up` was killed, its successor serves hooks.
        Dispatch.Done done =
            dispatch.run(OF_A_TICK, () -> stop.isAsked() || session.world().isParentGone());
        if (done.runs() > 0 && ledger.read(HandOver::isWaiting)) {
          session.handOver(ledger);
        }
        stop.end();
        return done;
      }
    }
  }

  /** On a signal, lets running hooks finish, and says so. */
  public static GracefulStop stop(Session session, Node node, Runnable onAsked) {
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
