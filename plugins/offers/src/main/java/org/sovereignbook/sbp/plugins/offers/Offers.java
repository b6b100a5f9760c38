package org.sovereignbook.sbp.plugins.offers;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.TaskOffer;
import org.sovereignbook.sbp.base.protocol.TaskResult;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.TaskEnd;
import org.sovereignbook.sbp.society.board.TaskRow;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.mail.Correspondent;

/**
 * Tasks across nodes, on both sides (docs/protocol-mail.md). On the offering node's board an offer
 * is a claim in the peer's name, and its lease is the offer's time. It therefore ends like any
 * other claim, and anything that arrives later is stale.
 */
public final class Offers {
  private static final int MAX_LABELS = 16;

  private Offers() {}

  /**
   * Offers a ready task to a peer.
   *
   * @param time how long to wait for the result
   * @return the id of the offer
   * @throws SocietyException {@code not-ready}, {@code too-large}
   */
  public static String offer(
      Transaction tx, Caller caller, String given, Correspondent peer, Duration time) {
    Board board = Board.in(tx);
    Task task = board.task(board.idOf(given));
    String description = task.description().orElse("");
    if (!OfferMail.fits(description)) {
      throw SocietyException.refused(
          "too-large",
          "the description is longer than " + TaskOffer.MAX_TEXT_BYTES + " bytes of an offer");
    }
    OfferUpkeep.catchUp(tx, task.id());
    Instant until = Instant.ofEpochMilli(tx.nowMs() + time.toMillis());
    Claim claim = board.lend(task.id(), authority(peer), until);
    String id = tx.newId();
    Offer offer =
        new Offer(
            id,
            TaskCrossing.Way.OUT,
            peer,
            id,
            task.id(),
            claim.fence(),
            TaskCrossing.State.OFFERED,
            Optional.empty(),
            tx.now(),
            until,
            tx.cause(caller.authority()));
    offer.add(tx, Optional.empty(), Optional.empty(), 0);
    emit(tx, offer, offer.state(), caller.authority());
    OfferMail.send(
        tx,
        peer,
        name(caller),
        new TaskOffer(
            id,
            TaskOffer.State.OFFERED,
            task.title().isEmpty() ? "(erased)" : task.title(),
            description,
            task.labels().stream().sorted().limit(MAX_LABELS).toList(),
            task.row().conditions().priority()),
        new Timestamp(until));
    return id;
  }

  /**
   * Withdraws an offer and returns the task to the board. Allowed for the owner, and for the caller
   * that made the offer.
   *
   * @return the id of the offer
   * @throws SocietyException {@code not-offered}, {@code not-yours}
   */
  static String withdraw(Transaction tx, Caller caller, String given) {
    Board board = Board.in(tx);
    Task task = board.task(board.idOf(given));
    Offer offer =
        Offer.open(tx, task.id())
            .filter(one -> one.way() == TaskCrossing.Way.OUT)
            .orElseThrow(
                () ->
                    SocietyException.refused(
                        "not-offered",
                        "no offer of the task " + task.id() + " stands",
                        "what was offered:  sbp task offers"));
    if (caller.agent().isPresent() && !offer.cause().principal().equals(caller.principal())) {
      throw SocietyException.refused(
          "not-yours",
          "the offer of the task " + task.id() + " is not " + name(caller) + "'s to withdraw",
          "ask its creator:  sbp mail send owner TEXT");
    }
    close(tx, offer, TaskCrossing.State.WITHDRAWN, Optional.empty(), caller.authority());
    if (task.row().fence() == offer.fence() && task.state() == TaskState.CLAIMED) {
      board.giveBack(task.id(), "withdrawn", Optional.empty(), caller.authority());
    }
    return offer.id();
  }

  /**
   * Notifies other nodes that a task has ended: the peer that offered it gets the outcome; a peer
   * that it was offered to gets a withdrawal.
   */
  static void ended(Transaction tx, TaskEnd end) {
    if (end.task().far().originPeer().isPresent() || end.task().far().offeredTo().isPresent()) {
      Offer.open(tx, end.task().id()).ifPresent(offer -> ended(tx, offer, end));
    }
  }

  static void ended(Transaction tx, Offer offer, TaskEnd end) {
    if (offer.way() == TaskCrossing.Way.OUT) {
      TaskCrossing.State state =
          end.state().isOpen() ? TaskCrossing.State.EXPIRED : TaskCrossing.State.WITHDRAWN;
      close(tx, offer, state, Optional.empty(), onBehalf(tx, offer));
    } else if (!end.state().isOpen()) {
      answer(tx, offer, end);
    }
  }

  /** Returns the program's own authority, within what the task's cause permits. */
  static Authority onBehalf(Transaction tx, Offer offer) {
    return Access.within(
        tx,
        Authority.SYSTEM,
        tx.authorities("SELECT authority_id FROM task WHERE id = ?", offer.task()));
  }

  /** Closes an offer to a peer, which gets a withdrawal. */
  static void close(
      Transaction tx,
      Offer offer,
      TaskCrossing.State state,
      Optional<String> reason,
      Authority by) {
    offer.become(tx, state, reason);
    emit(tx, offer, state, by);
    OfferMail.send(
        tx,
        offer.peer(),
        AgentMail.OWNER,
        new TaskOffer(offer.id(), TaskOffer.State.WITHDRAWN, "(ended)", "", List.of(), 0),
        new Timestamp(offer.expiresAt()));
  }

  private static void answer(Transaction tx, Offer offer, TaskEnd end) {
    TaskCrossing.State state =
        switch (end.state()) {
          case COMPLETED -> TaskCrossing.State.COMPLETED;
          case CANCELLED -> TaskCrossing.State.REFUSED;
          default -> TaskCrossing.State.FAILED;
        };
    String text =
        state == TaskCrossing.State.COMPLETED
            ? result(tx, end.task())
            : end.reason().orElse("").strip();
    offer.become(tx, state, Optional.empty());
    emit(tx, offer, state, onBehalf(tx, offer));
    OfferMail.send(
        tx,
        offer.peer(),
        new TaskResult(
            offer.peerId(), TaskResult.State.valueOf(state.name()), OfferMail.fitting(text)),
        tx.authority(end.task().authorityId()).orElse(Authority.SYSTEM));
  }

  /** Returns the result of the current attempt; empty when there is none. */
  private static String result(Transaction tx, TaskRow task) {
    return Board.in(tx).attempts(task.id()).stream()
        .filter(attempt -> attempt.row().number() == task.attempt())
        .flatMap(attempt -> attempt.result().stream())
        .findFirst()
        .orElse("");
  }

  static void emit(Transaction tx, Offer offer, TaskCrossing.State state, Authority by) {
    boolean _ =
        tx.append(
            LedgerEvent.of(
                "offer:" + offer.id() + ":" + state, "offer." + state, by, offer.subject()));
  }

  /** Returns the authority under which a peer holds a task of this node. */
  static Authority authority(Correspondent peer) {
    return Authority.of(Principal.peer(peer.key()), "offer");
  }

  private static String name(Caller caller) {
    return caller.agent().map(Agent::name).orElse(AgentMail.OWNER);
  }
}
