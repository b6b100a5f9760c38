package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/** Heartbeat of a running turn. It cancels the turn when somebody has asked for its end. */
final class TurnPulse implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(700);

  private final Thread thread;

  private TurnPulse(Thread thread) {
    this.thread = thread;
  }

  static TurnPulse of(Ledger ledger, AgentTurn turn, Cancellation cancel) {
    return new TurnPulse(
        Thread.ofPlatform()
            .daemon()
            .name("pulse of a turn")
            .start(() -> beat(ledger, turn, cancel)));
  }

  private static void beat(Ledger ledger, AgentTurn turn, Cancellation cancel) {
    try {
      Polling polling = new Polling(ledger.node().clock(), INTERVAL);
      polling.pause();
      polling.until(() -> !ledger.<Boolean>write(tx -> new TurnLog(tx).beat(turn)));
      cancel.cancel();
    } catch (InterruptedException e) {
      // The turn has ended.
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
