package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionPiece;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/**
 * Heartbeat of a running turn, which also stores the beginning of its answer for those who watch
 * it, and tells who listens of what is heard from elsewhere. It cancels the turn soon after
 * somebody has asked for its end, which needs only a look; without new words it writes at every
 * tenth one, many times before the turn counts as silent. A beat that fails, such as at a locked
 * database, is tried again at the next look.
 */
final class TurnPulse implements AutoCloseable {
  private static final Duration INTERVAL = Duration.ofMillis(700);
  private static final int LOOKS_FOR_A_BEAT = 10;

  private final Ledger ledger;
  private final AgentTurn turn;
  private final Cancellation cancel;
  private final PartialAnswer answer;
  private final TurnListener listener;
  private final Thread thread;

  /** The number of the newest piece that was told of; of the thread alone, once it runs. */
  private Optional<Long> heard = Optional.empty();

  /** Looks until the next beat; of the thread alone. */
  private int looksLeft;

  private TurnPulse(
      Ledger ledger,
      AgentTurn turn,
      Cancellation cancel,
      PartialAnswer answer,
      TurnListener listener) {
    this.ledger = ledger;
    this.turn = turn;
    this.cancel = cancel;
    this.answer = answer;
    this.listener = listener;
    this.thread = Thread.ofPlatform().daemon().name("pulse of a turn").unstarted(this::run);
  }

  static TurnPulse of(
      Ledger ledger,
      AgentTurn turn,
      Cancellation cancel,
      PartialAnswer answer,
      TurnListener listener) {
    TurnPulse pulse = new TurnPulse(ledger, turn, cancel, answer, listener);
    pulse.begin();
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

  /** Notes where the pieces of this turn begin; what hinders that hinders the turn itself. */
  private void begin() {
    try {
      heard = Optional.of(ledger.<Long>read(SessionPiece::last));
    } catch (RuntimeException e) {
      heard = Optional.empty();
    }
  }

  /** Tells of the pieces that were heard since the last look. */
  private void tell() {
    if (heard.isEmpty()) {
      begin();
    }
    long before = heard.orElse(Long.MAX_VALUE);
    for (SessionPiece piece :
        ledger.<List<SessionPiece>>read(tx -> SessionPiece.after(tx, turn.session(), before))) {
      heard = Optional.of(piece.number());
      listener.hears(piece);
    }
  }

  private boolean goesOn() {
    try {
      tell();
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
