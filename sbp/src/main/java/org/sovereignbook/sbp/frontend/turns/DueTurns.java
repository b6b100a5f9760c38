package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.dispatch.OutsideWork;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.store.ItemFault;

/** Turns of all sessions whose messages wait, one after another, as a tick runs them. */
public record DueTurns(Session session, Node node) {
  private static final int MOST_TURNS = 200;

  /** Longest wait for messages that are being collected. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /**
   * Returns whether there is a society in which anything waits for a turn, such as the report of
   * work that has just ended elsewhere.
   */
  public boolean isAny() {
    Optional<Ledger> society = session.ledgerIfAny(node);
    if (society.isEmpty()) {
      return false;
    }
    try (Ledger ledger = society.get()) {
      OutsideWork.settle(ledger);
      return !TurnWorkers.due(ledger).isEmpty();
    }
  }

  /**
   * Runs them, unless {@code sbp up} does. Opens nothing where there is no society. Returns the
   * number of turns.
   */
  public int run() throws InterruptedException {
    if (NodeLock.holder(NodeLock.sessions(node.home())).isPresent()) {
      return 0;
    }
    Optional<Ledger> society = session.ledgerIfAny(node);
    if (society.isEmpty()) {
      return 0;
    }
    try (Ledger ledger = society.get()) {
      OutsideWork.settle(ledger);
      if (TurnWorkers.due(ledger).isEmpty()) {
        return 0;
      }
      HeldTokens.revokeLeft(ledger);
      try (LentLedger.Lending _ = session.lend(ledger);
          TurnRunner runner = new TurnRunner(session, ledger, TurnRunner.backend(session, node))) {
        return run(runner, ledger);
      }
    }
  }

  private int run(TurnRunner runner, Ledger ledger) throws InterruptedException {
    FairOrder order = new FairOrder();
    int turns = 0;
    int failures = 0;
    while (turns + failures < MOST_TURNS) {
      Optional<MessageQueue.Due> due = order.next(TurnWorkers.due(ledger), Instant.MIN);
      if (due.isEmpty()) {
        return turns;
      }
      // Whatever ends without a turn rests until the next tick.
      Optional<Instant> rests = Optional.of(Instant.MAX);
      try {
        if (isTurn(runner, due.get())) {
          turns++;
          rests = Optional.empty();
        }
      } catch (RuntimeException e) {
        failures++;
        if (ItemFault.isOfItem(e)) {
          TurnWorkers.setAside(session, ledger, due.get(), e);
          rests = Optional.empty();
        } else {
          session.output().note("session " + due.get().session() + ": " + e.getMessage());
        }
      } finally {
        order.done(due.get(), rests);
        runner.trim();
      }
    }
    return turns;
  }

  private boolean isTurn(TurnRunner runner, MessageQueue.Due due) throws InterruptedException {
    while (true) {
      TurnOutcome outcome;
      try {
        outcome = runner.next(due.session(), TurnListener.NONE, new Cancellation());
      } catch (SocietyException e) {
        session.output().note("session " + due.session() + ": " + e.getMessage());
        return false;
      }
      switch (outcome) {
        case TurnOutcome.Ended _ -> {
          return true;
        }
        case TurnOutcome.Nothing() -> {
          return false;
        }
        case TurnOutcome.Later(Instant at, String why) -> {
          Duration left = Duration.between(node.clock().instant(), at);
          if (left.compareTo(PATIENCE) > 0) {
            session.output().note("session " + due.session() + " waits: " + why);
            return false;
          }
          Polling.pause(node.clock(), left.isNegative() ? Duration.ofMillis(1) : left);
        }
      }
    }
  }
}
