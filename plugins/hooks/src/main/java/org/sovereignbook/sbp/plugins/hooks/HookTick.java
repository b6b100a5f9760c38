package org.sovereignbook.sbp.plugins.hooks;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.automation.AutomationFeature;
import org.sovereignbook.sbp.frontend.automation.GracefulStop;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;

/** The hooks that are due in one tick. */
final class HookTick implements AutomationFeature.TickWork {
  /** How long a tick starts hooks; later runs wait for the next tick. */
  private static final Duration OF_A_TICK = Duration.ofMinutes(5);

  private final Session session;
  private final Node node;
  private Dispatch.Done done = Dispatch.Done.NOTHING;

  HookTick(Session session, Node node) {
    this.session = session;
    this.node = node;
  }

  /** Runs the due hooks of the node. Opens nothing where there are none. */
  @Override
  public void run() throws InterruptedException {
    Optional<Ledger> opened =
        HookPrograms.isAny(node) ? session.ledgerIfAny(node) : Optional.empty();
    if (opened.isPresent()) {
      try (Ledger ledger = opened.get()) {
        done = done.plus(run(ledger));
      }
    }
  }

  private Dispatch.Done run(Ledger ledger) throws InterruptedException {
    Dispatch dispatch = HookWiring.dispatch(session, ledger);
    if (!dispatch.isDue()) {
      return Dispatch.Done.NOTHING;
    }
    try (GracefulStop stop = HookWiring.stop(session, node, () -> {})) {
      // If `sbp up` was killed, its successor serves hooks.
      Dispatch.Done now =
          dispatch.run(OF_A_TICK, () -> stop.isAsked() || session.world().isParentGone());
      if (now.runs() > 0 && ledger.read(HandOver::isWaiting)) {
        session.handOver(ledger);
      }
      stop.end();
      return now;
    }
  }

  @Override
  public Optional<String> done() {
    return done.runs() > 0 ? Optional.of(done.toString()) : Optional.empty();
  }
}
