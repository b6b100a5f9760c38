package org.sovereignbook.sbp.cli.sessions;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnMessage;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.society.sessions.TurnTime;

/** The newest turn of a session, for somebody who comes back to it. */
final class LastExchange {
  /** Turns among which the newest is looked for that is no summary. */
  private static final int LOOKED_AT = 10;

  private static final int ASKED_BYTES = 300;
  private static final int ANSWERED_BYTES = 1_500;

  private LastExchange() {}

  /** Shows it with its time; nothing in a session without a turn. */
  static void show(Session session, Ledger ledger, String label) {
    Optional<TurnThread.Whole> last =
        ledger.<Optional<TurnThread.Whole>>read(
            tx -> newest(tx, label).map(turn -> new TurnThread(tx).whole(turn)));
    last.ifPresent(whole -> show(session, ledger, whole));
  }

  private static Optional<AgentTurn> newest(Transaction tx, String label) {
    TurnThread thread = new TurnThread(tx);
    return newest(thread.newestOf(label, LOOKED_AT))
        .or(
            () ->
                new Sessions(tx)
                    .find(label)
                    .flatMap(of -> newest(thread.newest(of.head(), LOOKED_AT))));
  }

  private static Optional<AgentTurn> newest(List<AgentTurn> turns) {
    return turns.reversed().stream()
        .filter(turn -> turn.type() == AgentTurn.Type.NORMAL)
        .findFirst();
  }

  private static void show(Session session, Ledger ledger, TurnThread.Whole whole) {
    Output output = session.output();
    AgentTurn turn = whole.turn();
    String when =
        Wording.ago(new Timestamp(turn.startedAt()), ledger.node().now())
            + ", "
            + TurnTime.of(turn.startedAt(), AccessSettings.zone(ledger.node().config()));
    output.line(Style.QUIET.on("last here " + when + ":"));
    for (TurnMessage message : whole.messages()) {
      String text = message.text().orElse("(erased)");
      switch (message.role()) {
        case USER ->
            output.line("> " + PeerText.plain(Cut.within(text.replace('\n', ' '), ASKED_BYTES)));
        case ASSISTANT, PARTIAL -> {
          if (!text.isBlank()) {
            output.markdown("", Cut.within(text, ANSWERED_BYTES));
          }
        }
        case TOOL, NOTE, SUMMARY -> {
          // Belongs to the agent's own work.
        }
      }
    }
    if (turn.state() != TurnState.COMPLETED) {
      output.line(Style.QUIET.on("-- " + TurnWords.ended(turn.state(), turn.why())));
    }
  }
}
