package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.HeldTokens;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.dispatch.OutsideWork;
import org.sovereignbook.sbp.society.sessions.Dispatches;
import org.sovereignbook.sbp.society.sessions.MessageQueue;

/** Turns of all sessions whose messages wait, one after another, as a tick runs them. */
public record DueTurns(Session session, Node node) {
  private static final int MOST_SESSIONS = 100;
  private static final int MOST_TURNS = 200;

  /** Longest wait for messages that are being collected. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  /** Runs them. Opens nothing where there is no society. Returns the number of turns. */
  public int run() throws InterruptedException {
    Optional<Ledger> society = session.ledgerIfAny(node);
    if (society.isEmpty()) {
      return 0;
    }
    try (Ledger ledger = society.get()) {
      if (ledger.<Boolean>read(tx -> !new Dispatches(tx).openOutside().isEmpty())) {
        ledger.run(tx -> new OutsideWork(tx).settle());
      }
      if (due(ledger).isEmpty()) {
        return 0;
      }
      HeldTokens.revokeLeft(ledger);
      try (LentLedger.Lending _ = session.lend(ledger);
          TurnRunner runner = new TurnRunner(session, ledger, TurnRunner.backend(session, node))) {
        int turns = 0;
        for (String label : due(ledger)) {
          turns += run(runner, label, MOST_TURNS - turns);
        }
        return turns;
      }
    }
  }

  private static List<String> due(Ledger ledger) {
    return ledger.<List<String>>read(tx -> new MessageQueue(tx).due(MOST_SESSIONS));
  }

  private int run(TurnRunner runner, String label, int most) throws InterruptedException {
    int turns = 0;
    while (turns < most) {
      TurnRunner.TurnOutcome outcome;
      try {
        outcome = runner.next(label, TurnListener.NONE, new Cancellation());
      } catch (SocietyException e) {
        session.output().note("session " + label + ": " + e.getMessage());
        return turns;
      }
      switch (outcome) {
        case TurnRunner.TurnOutcome.Ended _ -> turns++;
        case TurnRunner.TurnOutcome.Nothing() -> {
          return turns;
        }
        case TurnRunner.TurnOutcome.Later(Instant at, String why) -> {
          Duration left = Duration.between(node.clock().instant(), at);
          if (left.compareTo(PATIENCE) > 0) {
            session.output().note("session " + label + " waits: " + why);
            return turns;
          }
          Thread.sleep(left.isNegative() ? Duration.ofMillis(1) : left);
        }
      }
    }
    return turns;
  }
}
