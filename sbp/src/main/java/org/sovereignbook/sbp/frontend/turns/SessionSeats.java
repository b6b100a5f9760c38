package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.memory.SessionNotes;
import org.sovereignbook.sbp.society.memory.SessionStart;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/**
 * Seats of sessions: for each turn a token, and the memory that the turns begin with. Not
 * thread-safe.
 */
final class SessionSeats {
  /** Time for which what an agent began with is shown in its next turns. */
  private static final Duration MEMORY_LIFE = TurnLog.TOKEN_LIFE.dividedBy(2);

  /** Sessions whose beginning is kept for their next turns. */
  private static final int MOST_SEATS = 8;

  private final Ledger ledger;
  private final Map<String, Seat> seats = new HashMap<>();

  SessionSeats(Ledger ledger) {
    this.ledger = ledger;
  }

  /**
   * A session's token with the memory that its agent began with. The token ends with each turn; the
   * memory stays for a while, so that the prompts of its turns begin alike.
   */
  record Seat(TurnSeat token, Memory memory) {
    /** Keeps what is new in texts that a summary is about to replace, with all their causes. */
    void remember(Transaction tx, List<String> texts, List<Authority> causes) {
      int _ = new SessionNotes(tx).keep(caller(tx, token).onBehalfOf(tx, causes), texts);
    }
  }

  /**
   * Memory of an agent as it was when its turns began.
   *
   * @param causes the authors, who bind each token with which the text is shown
   */
  record Memory(String text, List<Authority> causes, Instant readAt) {}

  /** Issues a token for the next turn of a session, which binds it as its agent's memory does. */
  Seat of(String label) {
    Seat known = seats.get(label);
    String agent = ledger.<String>read(tx -> new Sessions(tx).agentOf(label));
    TurnSeat token = TurnSeat.of(ledger, agent);
    try {
      Memory memory =
          Optional.ofNullable(known)
              .map(Seat::memory)
              .filter(this::isFresh)
              .orElseGet(() -> memory(token));
      bind(token, memory.causes());
      Seat seat = new Seat(token, memory);
      seats.put(label, seat);
      return seat;
    } catch (RuntimeException e) {
      token.close();
      throw e;
    }
  }

  /** Returns whether what an agent began with is still good for its next turn. */
  private boolean isFresh(Memory memory) {
    return ledger.node().clock().instant().isBefore(memory.readAt().plus(MEMORY_LIFE));
  }

  /** Returns the agent's memory as it is now. */
  private Memory memory(TurnSeat token) {
    return ledger.write(
        tx -> {
          SessionStart.Shown shown =
              new SessionStart(tx).begin(caller(tx, token), Optional.empty());
          return new Memory(shown.text(), shown.causes(), ledger.node().clock().instant());
        });
  }

  /** Lets the authors of the agent's memory bind a token. */
  private void bind(TurnSeat token, List<Authority> causes) {
    ledger.run(
        tx ->
            new ShownText(tx)
                .note(
                    caller(tx, token).principal(),
                    Optional.of(token.id()),
                    Channel.SESSION,
                    "memory_read_hot",
                    causes));
  }

  static Caller caller(Transaction tx, TurnSeat token) {
    return Agents.caller(tx, Optional.empty(), Optional.of(token.secret()), Channel.SESSION);
  }

  /** Forgets the memories that agents began with when they are many. */
  void trim() {
    if (seats.size() > MOST_SEATS) {
      seats.clear();
    }
  }

  void clear() {
    seats.clear();
  }
}
