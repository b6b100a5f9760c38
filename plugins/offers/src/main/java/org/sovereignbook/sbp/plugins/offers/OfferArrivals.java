package org.sovereignbook.sbp.plugins.offers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.TaskOffer;
import org.sovereignbook.sbp.base.protocol.TaskResult;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskCrossing;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Arrival;
import org.sovereignbook.sbp.society.mail.MailSettings;

/** Handlers of the mail by which peers offer tasks and report on them (docs/protocol-mail.md). */
final class OfferArrivals {
  /** Most bytes of a result in the mail about it; the task itself holds the whole result. */
  private static final int MAX_TOLD_BYTES = 4_096;

  private OfferArrivals() {}

  static Arrival.Handling offer(Transaction tx, Arrival arrival) {
    Optional<Arrival.Handling> over = arrival.overHour(tx);
    if (over.isPresent()) {
      return over.get();
    }
    TaskOffer offered = arrival.mail().carried().offer().orElseThrow();
    Optional<Offer> known = known(tx, arrival, TaskCrossing.Way.IN, offered.id());
    boolean stands = offered.state() == TaskOffer.State.OFFERED;
    if (known.isPresent()) {
      return stands
          ? taken("an offer came again: " + known.get().id())
          : withdrawn(tx, arrival, known.get());
    }
    if (arrival.trust().compareTo(tx.node().config().get(MailSettings.MIN_TRUST)) < 0) {
      return Arrival.ordinary(arrival.whose() + " may not offer tasks (mail.min_trust)");
    }
    Optional<Arrival.Handling> refused = arrival.refused(tx, "offer", "task_offer", "offer tasks");
    if (refused.isPresent()) {
      return refused.get();
    }
    long untilMs =
        arrival
            .mail()
            .about()
            .expiresAt()
            .map(at -> at.instant().toEpochMilli())
            .orElse(tx.nowMs());
    if (!stands) {
      // The withdrawal may have overtaken the offer.
      insert(tx, arrival, "", TaskCrossing.State.WITHDRAWN, Optional.empty(), untilMs);
      return taken("an offer is withdrawn before it came");
    }
    Optional<String> refusal = refusal(tx, arrival, untilMs);
    String task = refusal.isPresent() ? "" : add(tx, arrival, offered, untilMs);
    TaskCrossing.State state =
        refusal.isPresent() ? TaskCrossing.State.REFUSED : TaskCrossing.State.ACCEPTED;
    insert(tx, arrival, task, state, refusal, untilMs);
    OfferMail.send(
        tx,
        arrival.peer(),
        new TaskResult(offered.id(), TaskResult.State.valueOf(state.name()), refusal.orElse("")),
        Authority.SYSTEM);
    return taken(
        refusal.map(why -> "an offered task is refused (" + why + ")").orElse("task " + task));
  }

  private static void insert(
      Transaction tx,
      Arrival arrival,
      String task,
      TaskCrossing.State state,
      Optional<String> reason,
      long untilMs) {
    String peerId = arrival.mail().carried().offer().orElseThrow().id();
    String id = AgentMail.localId(arrival.sender(), peerId);
    Authority by = arrival.authority(tx, "offer");
    boolean _ = arrival.enter(tx, "offer", new Subject("offer", id));
    Offer offer =
        new Offer(
            id,
            TaskCrossing.Way.IN,
            arrival.peer(),
            peerId,
            task,
            0,
            state,
            reason,
            tx.now(),
            Instant.ofEpochMilli(untilMs),
            tx.cause(by));
    offer.add(
        tx,
        Optional.of(arrival.event()),
        Optional.of(arrival.envelope().toString()),
        bytes(arrival));
    Offers.emit(tx, offer, state, by);
  }

  /** Returns why the node refuses the offer, in one word. */
  private static Optional<String> refusal(Transaction tx, Arrival arrival, long untilMs) {
    if (Agents.living(tx).stream()
        .noneMatch(one -> Agents.workReach(tx, one) == AgentReach.PEERS)) {
      return Optional.of("closed");
    }
    if (untilMs <= tx.nowMs()) {
      return Optional.of("expired");
    }
    return isFull(tx, arrival) ? Optional.of("full") : Optional.empty();
  }

  private static boolean isFull(Transaction tx, Arrival arrival) {
    Config config = tx.node().config();
    // Half of the offers are reserved for peers with more trust.
    int share = arrival.trust().compareTo(TrustState.KNOWN) > 0 ? 1 : 2;
    List<PeerOffers> all = open(tx);
    List<PeerOffers> own = all.stream().filter(one -> arrival.isSender().test(one.peer())).toList();
    long bytes = own.stream().mapToLong(PeerOffers::bytes).sum() + bytes(arrival);
    return count(own) >= config.get(OfferSettings.PEER_OPEN_OFFERS)
        || bytes > config.get(OfferSettings.PEER_OFFER_BYTES)
        || count(all) >= Math.ceilDiv(config.get(OfferSettings.OPEN_OFFERS), share);
  }

  /** Open offers from one key. */
  private record PeerOffers(PublicKey peer, long offers, long bytes) {}

  private static long count(List<PeerOffers> standing) {
    return standing.stream().mapToLong(PeerOffers::offers).sum();
  }

  private static List<PeerOffers> open(Transaction tx) {
    return tx.list(
        "SELECT peer, COUNT(*), SUM(text_bytes) FROM offer WHERE way = 'in' AND state = 'accepted'"
            + " GROUP BY peer",
        row -> new PeerOffers(PublicKey.parse(row.text(1)), row.number(2), row.number(3)));
  }

  private static long bytes(Arrival arrival) {
    TaskOffer offered = arrival.mail().carried().offer().orElseThrow();
    return (offered.title() + offered.description()).getBytes(UTF_8).length;
  }

  /**
   * Adds the task under the peer's authority. Its title and labels are cut to what the board
   * allows.
   */
  private static String add(Transaction tx, Arrival arrival, TaskOffer offered, long untilMs) {
    return Board.in(tx)
        .addFor(
            arrival.sender(),
            offered.id(),
            planned(offered, maxTextBytes(tx), untilMs),
            arrival.authority(tx, "offer"),
            Optional.of(arrival.event()));
  }

  private static PlannedTask planned(TaskOffer offer, int maxTextBytes, long untilMs) {
    String line = offer.title().lines().findFirst().orElse("").strip();
    int characters = Math.min(line.length(), PlannedTask.MAX_TITLE_CHARACTERS - 1);
    boolean isHalf = characters > 0 && Character.isHighSurrogate(line.charAt(characters - 1));
    String title = line.substring(0, isHalf ? characters - 1 : characters);
    long priority =
        Math.clamp(offer.priority(), -PlannedTask.MAX_PRIORITY, PlannedTask.MAX_PRIORITY);
    return PlannedTask.with(title.isBlank() ? "(untitled)" : title)
        .description(Optional.of(OfferMail.cut(offer.description(), maxTextBytes)))
        .priority(Optional.of((int) priority))
        .labels(Optional.of(offer.labels().stream().filter(PlannedTask::isLabel).toList()))
        .deadline(Timestamp.ofMillis(untilMs))
        .build();
  }

  private static int maxTextBytes(Transaction tx) {
    return tx.node().config().get(BoardSettings.MAX_TEXT_BYTES);
  }

  private static Arrival.Handling withdrawn(Transaction tx, Arrival arrival, Offer known) {
    if (!known.state().isOpen()) {
      return new Arrival.Handling(
          Arrival.How.DROPPED, "the offer is " + known.state() + " already");
    }
    // The end of the task by another caller, or by its deadline, takes precedence.
    Board board = Board.in(tx);
    Task task = board.task(known.task());
    Offer offer = known(tx, arrival, TaskCrossing.Way.IN, known.peerId()).orElseThrow();
    if (!offer.state().isOpen()) {
      return new Arrival.Handling(
          Arrival.How.DROPPED, "the offer is " + offer.state() + " already");
    }
    boolean _ = arrival.enter(tx, "offer", offer.subject());
    offer.become(tx, TaskCrossing.State.WITHDRAWN, Optional.empty());
    Offers.emit(tx, offer, TaskCrossing.State.WITHDRAWN, arrival.authority(tx, "offer"));
    if (task.state().isOpen()) {
      boolean _ =
          board.cancel(
              offer.task(),
              "withdrawn by the peer that offered it",
              Worker.peer(Offers.authority(offer.peer()), Optional.empty()));
    }
    return taken("the offer of task " + offer.task() + " is withdrawn");
  }

  static Arrival.Handling result(Transaction tx, Arrival arrival) {
    TaskResult result = arrival.mail().carried().result().orElseThrow();
    Optional<Offer> known = known(tx, arrival, TaskCrossing.Way.OUT, result.offer());
    if (known.isEmpty()) {
      return new Arrival.Handling(Arrival.How.DROPPED, "a result for no offer to this peer");
    }
    // First apply the deadline of the claim.
    Task task = Board.in(tx).task(known.get().task());
    Offer offer = known(tx, arrival, TaskCrossing.Way.OUT, result.offer()).orElseThrow();
    if (!offer.state().isOpen() || task.row().fence() != offer.fence()) {
      return new Arrival.Handling(Arrival.How.DROPPED, "a result that comes too late");
    }
    boolean _ = arrival.enter(tx, "offer", offer.subject());
    TaskCrossing.State state = TaskCrossing.State.valueOf(result.state().name());
    offer.become(tx, state, Optional.empty());
    Offers.emit(tx, offer, state, arrival.authority(tx, "offer"));
    if (result.state().isEnd()) {
      end(tx, offer, result);
      arrival.forward(
          tx,
          "offer",
          offer.cause().principal(),
          "Your task %s, offered to a peer, is %s. %s"
              .formatted(
                  offer.task(), result.state(), OfferMail.cut(result.text(), MAX_TOLD_BYTES)));
    }
    return taken("the offered task " + offer.task() + " is " + state);
  }

  private static void end(Transaction tx, Offer offer, TaskResult result) {
    Board board = Board.in(tx);
    String text = OfferMail.cut(result.text(), maxTextBytes(tx));
    // The claim is in the name of the key that the peer had when the offer was made.
    Worker peer = Worker.peer(Offers.authority(offer.peer()), Optional.empty());
    switch (result.state()) {
      case COMPLETED -> {
        boolean _ = board.submit(offer.task(), offer.fence(), text, List.of(), peer);
      }
      case FAILED -> board.fail(offer.task(), OptionalLong.of(offer.fence()), text, peer);
      default ->
          board.giveBack(
              offer.task(), "refused", Optional.of(text), Offers.authority(offer.peer()));
    }
  }

  /** Returns the offer of this id that came from, or went to, this peer. */
  private static Optional<Offer> known(
      Transaction tx, Arrival arrival, TaskCrossing.Way way, String peerId) {
    return Offer.ROWS.list(tx, "WHERE peer_id = ?", peerId).stream()
        .filter(one -> one.way() == way && arrival.isSender().test(one.peer().key()))
        .findFirst();
  }

  private static Arrival.Handling taken(String text) {
    return new Arrival.Handling(Arrival.How.TAKEN, text);
  }
}
