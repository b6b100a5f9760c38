package org.sovereignbook.sbp.frontend.turns;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.TurnPrompts;

/** Record of one call of the model in a turn. The first word may come in another thread. */
final class PromptTrace {
  private final Ledger ledger;
  private final AgentTurn turn;
  private final String backend;
  private final TurnPrompts.Fit fit;
  private final List<TurnPrompts.Part> parts;
  private Optional<Integer> number = Optional.empty();
  private volatile Optional<Instant> first = Optional.empty();

  PromptTrace(
      Ledger ledger,
      AgentTurn turn,
      String backend,
      TurnPrompts.Fit fit,
      List<TurnPrompts.Part> parts) {
    this.ledger = ledger;
    this.turn = turn;
    this.backend = backend;
    this.fit = fit;
    this.parts = parts;
  }

  /** Notes that the call is about to be made. */
  void begins(Optional<String> callId) {
    number =
        Optional.of(
            ledger.<Integer>write(
                tx ->
                    new TurnPrompts(tx)
                        .began(turn, new TurnPrompts.Sent(backend, fit, parts, callId))));
  }

  /** Notes a word of the answer. */
  void hears() {
    if (first.isEmpty()) {
      first = Optional.of(ledger.node().clock().instant());
    }
  }

  void answered(Transaction tx) {
    ends(tx, Optional.empty());
  }

  void failed(String why) {
    if (number.isPresent()) {
      ledger.run(tx -> ends(tx, Optional.of(why)));
    }
  }

  private void ends(Transaction tx, Optional<String> why) {
    number.ifPresent(one -> new TurnPrompts(tx).ended(turn.id(), one, first, why));
  }
}
