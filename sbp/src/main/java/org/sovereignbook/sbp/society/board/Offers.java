package org.sovereignbook.sbp.society.board;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.TaskOffer;
import org.sovereignbook.sbp.base.protocol.TaskResult;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.society.mail.Correspondent;
import org.sovereignbook.sbp.society.mail.Departures;
import org.sovereignbook.sbp.store.Store;

/**
 * Tasks across nodes, on both sides (docs/protocol-mail.md). On the offering node's board an offer
 * is a claim in the peer's name, and its lease is the offer's time. It therefore ends like any
 * other claim, and anything that arrives later is stale.
 */
public final class Offers {
  /** Leaves space for the rest of an envelope. */
  private static final int MAX_ESCAPED = 200_000;

  private Offers() {}

  /**
   * Offers a ready task to a peer.
   *
   * @param time how long to wait for the result
   * @throws SocietyException {@code not-ready}, {@code too-large}
   */
  public static Offer offer(
      Transaction tx, Caller caller, String given, Correspondent peer, Duration time) {
    TaskTable tasks = new TaskTable(tx);
    BoardPolicy policy = BoardPolicy.of(tx.node().config());
    Deadlines deadlines = new Deadlines(tx, tasks, new Outcomes(tx, tasks, policy), policy);
    TaskRow task = deadlines.current(tasks.idOf(given));
    long untilMs = tx.nowMs() + time.toMillis();
    String description =
        task.descriptionId().isPresent() ? tx.text(task.descriptionId().get()).orElse("") : "";
    if (!fits(description)) {
      throw SocietyException.refused(
          "too-large",
          "the description is longer than " + TaskOffer.MAX_TEXT_BYTES + " bytes of an offer");
    }
    Claim claim =
        new Claims(tx, tasks, policy).one(task, Worker.peer(authority(peer), task.requiredRole()));
    new Move(tasks.lock(task.id()), TaskAction.RENEW).until(untilMs).store(tx, tx.nowMs());
    String id = tx.newId();
    Offer offer =
        new Offer(
            id,
            Offer.Way.OUT,
            peer,
            id,
            task.id(),
            claim.fence(),
            Offer.State.OFFERED,
            Optional.empty(),
            tx.now(),
            Instant.ofEpochMilli(untilMs),
            tx.cause(caller.authority()));
    offer.add(tx, Optional.empty(), Optional.empty(), 0);
    emit(tx, offer, offer.state(), caller.authority());
    tx.update(
        "UPDATE task SET offered_to = ?, offer_id = ? WHERE id = ?",
        peer.key().toString(),
        id,
        task.id());
    peer.send(
        tx,
        name(caller),
        new TaskOffer(
            id,
            TaskOffer.State.OFFERED,
            tx.text(task.titleId()).orElse("(erased)"),
            description,
            tx.texts(
                "SELECT label FROM task_label WHERE task = ? ORDER BY label LIMIT 16", task.id()),
            task.priority()),
        Timestamp.ofMillis(untilMs));
    return Offer.open(tx, task.id()).orElseThrow();
  }

  /**
   * Withdraws an offer and returns the task to the board. Allowed for the owner, and for the caller
   * that made the offer.
   *
   * @throws SocietyException {@code not-offered}, {@code not-yours}
   */
  public static Offer withdraw(Transaction tx, Caller caller, String given) {
    TaskTable tasks = new TaskTable(tx);
    TaskRow task = tasks.lock(tasks.idOf(given));
    Offer offer =
        Offer.open(tx, task.id())
            .filter(one -> one.way() == Offer.Way.OUT)
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
    close(tx, offer, Offer.State.WITHDRAWN, Optional.empty(), caller.authority());
    if (task.fence() == offer.fence() && task.state() == TaskState.CLAIMED) {
      new Outcomes(tx, tasks, BoardPolicy.of(tx.node().config()))
          .giveBack(task, "withdrawn", Optional.empty(), caller.authority());
    }
    return find(tx, offer.id());
  }

  /** Closes offers that can no longer reach their peer. Called after each delivery. */
  public static void settle(Ledger ledger, Store store) {
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
          tx -> {
            new SetAsides(tx)
                .each(
                    SetAsides.ItemList.OUTBOX,
                    "offers",
                    lost,
                    end -> "offer:" + end.what().id(),
                    end -> lose(tx, end.what().id(), end.reason().orElse("")));
          });
    }
  }

  private static void lose(Transaction tx, String id, String reason) {
    Board board = Board.in(tx);
    Offer offer = find(tx, id);
    // First apply the deadline of the claim.
    TaskState state = board.task(offer.task()).state();
    if (find(tx, id).state() == Offer.State.OFFERED && state == TaskState.CLAIMED) {
      // The peer may have the task after all, if its answer was lost.
      close(tx, offer, Offer.State.FAILED, Optional.of(reason), onBehalf(tx, offer));
      board.giveBack(
          offer.task(),
          reason,
          "the offer could not be delivered to the peer; see sbp outbox failed",
          Worker.peer(authority(offer.peer()), Optional.empty()));
    }
  }

  private static Offer find(Transaction tx, String id) {
    return Offer.ROWS.list(tx, "WHERE id = ?", id).getFirst();
  }

  /**
   * Notifies other nodes that a task has ended: the peer that offered it gets the outcome; a peer
   * that it was offered to gets a withdrawal.
   *
   * @param to the task's new state
   * @param reason why, for people
   */
  static void ended(Transaction tx, TaskRow task, TaskState to, Optional<String> reason) {
    if (task.originPeer().isEmpty() && task.offeredTo().isEmpty()) {
      return;
    }
    Optional<Offer> open = Offer.open(tx, task.id());
    if (open.isEmpty()) {
      return;
    }
    if (open.get().way() == Offer.Way.OUT) {
      Offer.State state = to.isOpen() ? Offer.State.EXPIRED : Offer.State.WITHDRAWN;
      close(tx, open.get(), state, Optional.empty(), onBehalf(tx, open.get()));
    } else if (!to.isOpen()) {
      answer(tx, open.get(), task, to, reason);
    }
  }

  /** Returns the program's own authority, within what the task's cause permits. */
  private static Authority onBehalf(Transaction tx, Offer offer) {
    return Access.within(
        tx,
        Authority.SYSTEM,
        tx.authorities("SELECT authority_id FROM task WHERE id = ?", offer.task()));
  }

  private static void close(
      Transaction tx, Offer offer, Offer.State state, Optional<String> reason, Authority by) {
    offer.become(tx, state, reason);
    emit(tx, offer, state, by);
    offer
        .peer()
        .send(
            tx,
            AgentMail.OWNER,
            new TaskOffer(offer.id(), TaskOffer.State.WITHDRAWN, "(ended)", "", List.of(), 0),
            new Timestamp(offer.expiresAt()));
  }

  private static void answer(
      Transaction tx, Offer offer, TaskRow task, TaskState to, Optional<String> reason) {
    Offer.State state =
        switch (to) {
          case COMPLETED -> Offer.State.COMPLETED;
          case CANCELLED -> Offer.State.REFUSED;
          default -> Offer.State.FAILED;
        };
    String text = state == Offer.State.COMPLETED ? result(tx, task) : reason.orElse("").strip();
    offer.become(tx, state, Optional.empty());
    emit(tx, offer, state, onBehalf(tx, offer));
    offer
        .peer()
        .send(
            tx,
            AgentMail.OWNER,
            new TaskResult(offer.peerId(), TaskResult.State.valueOf(state.name()), fitting(text)),
            tx.authority(task.authorityId()).orElse(Authority.SYSTEM));
  }

  /** Returns the result of the current attempt; empty when there is none. */
  static String result(Transaction tx, TaskRow task) {
    Optional<String> id =
        tx.first(
            "SELECT result_id FROM task_attempt WHERE task = ? AND number = ?"
                + " AND result_id IS NOT NULL",
            row -> row.text(1),
            task.id(),
            (long) task.attempt());
    return id.isPresent() ? tx.text(id.get()).orElse("") : "";
  }

  static void emit(Transaction tx, Offer offer, Offer.State state, Authority by) {
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

  private static boolean fits(String text) {
    return text.equals(fitting(text));
  }

  /** Returns the beginning of the text that fits into an envelope once it is escaped. */
  static String fitting(String text) {
    String cut = cut(text, TaskOffer.MAX_TEXT_BYTES);
    while (JsonWriter.compact(JsonObject.empty().with("text", cut)).length() > MAX_ESCAPED) {
      cut = cut(cut, cut.getBytes(UTF_8).length / 2);
    }
    return cut;
  }

  /** Returns the first {@code mostBytes} bytes of the text, with a mark if it was cut. */
  static String cut(String text, int mostBytes) {
    String cut = text;
    while (cut.getBytes(UTF_8).length > mostBytes) {
      int characters = cut.codePointCount(0, cut.length());
      cut = Cut.after(cut, characters * 3 / 4);
    }
    return cut;
  }
}
