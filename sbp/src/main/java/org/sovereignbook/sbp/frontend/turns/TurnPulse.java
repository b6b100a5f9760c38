package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/**
 * Heartbeat of a running turn, which also stores the beginning of its answer for those who watch
 * it. It cancels the turn soon after somebody has asked for its end, which needs only a look;
 * without new words it writes at every tenth one, many times before the turn counts as silent. A
 * beat that fails, such as at a locked database, is tried again at the next look.
 */
final class TurnPulse implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(700);
  private static final int LOOKS_FOR_A_BEAT = 10;

  private final Ledger ledger;
  private final AgentTurn turn;
  private final Cancellation cancel;
  private final PartialAnswer answer;
  private final Thread thread;

  /** Looks until the next beat; of the thread alone. */
  private int looksLeft;

  private TurnPulse(Ledger ledger, AgentTurn turn, Cancellation cancel, PartialAnswer answer) {
    this.ledger = ledger;
    this.turn = turn;
    this.cancel = cancel;
    this.answer = answer;
    this.thread = Thread.ofPlatform().daemon().name("pulse of a turn").unstarted(this::run);
  }

  static TurnPulse of(Ledger ledger, AgentTurn turn, Cancellation cancel, PartialAnswer answer) {
    TurnPulse pulse = new TurnPulse(ledger, turn, cancel, answer);
    pulse.thread.start();
    return pulse;
  }

  private void run() {
    try {
      Polling polling = new Polling(ledger.node().clock(), INTERVAL);
      polling.pause();
      polling.until(() -> !goesOn());
      cancel.cancel();
    } catch (InterruptedException e) {
      // The turn has ended.
    }
  }

  private boolean goesOn() {
    try {
      return beat();
    } catch (RuntimeException e) {
      // The turn's own next step reports a database that stays away.
      return true;
    }
  }

  private boolean beat() {
    Optional<PartialAnswer.Beginning> beginning = answer.unstored();
    if (beginning.isEmpty() && looksLeft > 0) {
      looksLeft--;
      return ledger.<Boolean>read(tx -> new TurnLog(tx).goesOn(turn));
    }
    boolean goesOn =
        ledger.<Boolean>write(
            tx -> {
              TurnLog log = new TurnLog(tx);
              beginning.ifPresent(one -> log.partial(turn, one.after(), one.text()));
              return log.beat(turn);
            });
    beginning.ifPresent(answer::stored);
    looksLeft = LOOKS_FOR_A_BEAT - 1;
    return goesOn;
  }

  @Override
  public void close() {
    Workers.end(thread);
  }
}
