package org.sovereignbook.sbp.plugins.offers;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.TaskEnd;
import org.sovereignbook.sbp.society.board.TaskRow;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.mail.Departures;
import org.sovereignbook.sbp.store.Store;

/** Regular upkeep of offers, before and after each delivery. */
final class OfferUpkeep {
  /** Open offers of tasks that have ended, or are no longer held by their peer. */
  private static final String STALE =
      "state IN ('offered', 'accepted') AND NOT EXISTS (SELECT 1 FROM task WHERE task.id ="
          + " offer.task AND task.state IN ('pending', 'claimed', 'review') AND (offer.way = 'in'"
          + " OR task.fence = offer.fence)) AND "
          + SetAsides.isNotAside(SetAsides.ItemList.OUTBOX, "'offer:' || offer.id");

  private static final String OFFERED =
      "(SELECT MAX(o.expires_ms) FROM offer o WHERE o.task = task.id AND o.way = 'out')";

  /** Claims of peers that last longer than their offers, because the clock was set back. */
  private static final String TOO_LONG =
      "state = 'claimed' AND worker LIKE 'peer:%' AND lease_until_ms > 60000 + " + OFFERED;

  private OfferUpkeep() {}

  /** Closes offers of tasks that ended while nobody followed them, and shortens wrong claims. */
  static void catchUp(Ledger ledger) {
    boolean isAny =
        ledger.read(
            tx ->
                tx.exists("SELECT 1 FROM offer WHERE " + STALE)
                    || tx.exists("SELECT 1 FROM task WHERE " + TOO_LONG));
    if (isAny) {
      ledger.run(
          tx -> {
            tx.update(
                "UPDATE task SET lease_until_ms = %s, due_ms = %1$s WHERE ".formatted(OFFERED)
                    + TOO_LONG);
            each(tx, Offer.ROWS.list(tx, "WHERE " + STALE), offer -> end(tx, offer));
          });
    }
  }

  /** Does the same for the offers of one task. */
  static void catchUp(Transaction tx, String task) {
    Offer.ROWS.list(tx, "WHERE task = ? AND " + STALE, task).forEach(offer -> end(tx, offer));
  }

  private static void end(Transaction tx, Offer offer) {
    Optional<TaskRow> task = Board.in(tx).find(offer.task()).map(Task::row);
    if (task.isEmpty()) {
      offer.become(tx, TaskCrossing.State.EXPIRED, Optional.empty());
    } else if (Offer.find(tx, offer.id()).state().isOpen()) {
      Offers.ended(tx, offer, new TaskEnd(task.get(), task.get().state(), task.get().failure()));
    }
  }

  /** Closes offers that can no longer reach their peer. Called after each delivery. */
  static void settle(Ledger ledger, Store store) {
    List<Departures.Handed> handed =
        ledger.read(
            tx ->
                Departures.handed(
                    tx,
                    "offer JOIN outbox ON outbox.id = 'offer:' || offer.id || ':offered'",
                    "offer.way = 'out' AND offer.state = 'offered'"));
    List<Departures.End> lost =
        Departures.ends(store, handed).stream().filter(end -> !end.sent()).toList();
    if (!lost.isEmpty()) {
      ledger.run(
          tx ->
              new SetAsides(tx)
                  .each(
                      SetAsides.ItemList.OUTBOX,
                      "offers",
                      lost,
                      end -> "offer:" + end.what().id(),
                      end -> lose(tx, end.what().id(), end.reason().orElse(""))));
    }
  }

  private static void each(Transaction tx, List<Offer> offers, Consumer<Offer> work) {
    new SetAsides(tx)
        .each(SetAsides.ItemList.OUTBOX, "offers", offers, one -> "offer:" + one.id(), work);
  }

  private static void lose(Transaction tx, String id, String reason) {
    Board board = Board.in(tx);
    Offer offer = Offer.find(tx, id);
    // First apply the deadline of the claim.
    TaskState state = board.task(offer.task()).state();
    if (Offer.find(tx, id).state() == TaskCrossing.State.OFFERED && state == TaskState.CLAIMED) {
      // The peer may have the task after all, if its answer was lost.
      Offers.close(
          tx, offer, TaskCrossing.State.FAILED, Optional.of(reason), Offers.onBehalf(tx, offer));
      board.giveBack(
          offer.task(),
          reason,
          Optional.of("the offer could not be delivered to the peer; see sbp outbox failed"),
          Offers.authority(offer.peer()));
    }
  }
}
