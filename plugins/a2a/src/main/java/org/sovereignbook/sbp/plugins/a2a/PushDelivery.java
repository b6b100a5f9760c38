package org.sovereignbook.sbp.plugins.a2a;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.agents.AgentId;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.net.http.PeerReply;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Tells clients what happens to their tasks, event by event: again after a pause that doubles, and
 * no more after the last try, the end of the task, or of the client's permission.
 */
final class PushDelivery {
  /** Tries of one event; with the pauses between them a day and a half. */
  static final int TRIES = 12;

  private static final Duration PAUSE = Duration.ofSeconds(30);
  private static final int MOST = 10;
  private static final int ROUNDS = 20;

  private PushDelivery() {}

  private record Due(Pushes.StoredPush kept, PushAddress address, long number, JsonObject said) {}

  /**
   * Sends what is due, in order for each address; an address that fails has a pause. Several
   * processes may send at once: each event is sent by one.
   *
   * @return how many events have arrived
   */
  static int send(Ledger ledger) {
    if (!ledger.<Boolean>read(PushDelivery::isAny)) {
      return 0;
    }
    Following.settle(ledger);
    int told = 0;
    try (HttpPeerClient client = Pushes.client(ledger.node())) {
      for (int round = 0; round < ROUNDS; round++) {
        List<Due> due = ledger.write(PushDelivery::due);
        if (due.isEmpty()) {
          return told;
        }
        for (Due one : due) {
          told += isSent(ledger, one, client) ? 1 : 0;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return told;
  }

  /** Returns whether there is anything to do: to send, to follow, or to forget. */
  private static boolean isAny(Transaction tx) {
    return waiting(tx).anyMatch(one -> ItemFault.orElse(() -> isAny(tx, one), _ -> true));
  }

  private static boolean isAny(Transaction tx, Pushes.StoredPush one) {
    return A2aTask.ROWS
        .first(tx, "WHERE id = ?", one.task())
        .filter(task -> task.changed() <= one.sent() && !task.state().isEnd())
        .filter(task -> mayHear(tx, task) && !isBehind(tx, task))
        .isEmpty();
  }

  /** A task that cannot be followed is left to the next step. */
  private static boolean isBehind(Transaction tx, A2aTask task) {
    return ItemFault.orElse(() -> Following.isBehind(tx, task), _ -> false);
  }

  private static boolean isSent(Ledger ledger, Due one, HttpPeerClient client)
      throws InterruptedException {
    if (!ledger.<Boolean>write(tx -> isOurs(tx, one))) {
      return false;
    }
    boolean isDone = isTold(one, ledger.node(), client);
    ledger.run(tx -> tried(tx, one, isDone));
    return isDone;
  }

  /** Claims an event, so that no other process sends it: until the next try it counts as failed. */
  private static boolean isOurs(Transaction tx, Due one) {
    return tx.update(
            "UPDATE a2a_push SET tries = ?, tried_ms = ? WHERE task = ? AND id = ? AND content_id ="
                + " ? AND tries = ? AND tried_ms = ? AND sent = ?",
            one.kept().tries() + 1,
            tx.nowMs(),
            one.kept().task(),
            one.kept().id(),
            one.kept().contentId(),
            one.kept().tries(),
            one.kept().triedAt().toEpochMilli(),
            one.kept().sent())
        == 1;
  }

  /** Tells a client; whatever is wrong with its address, the others are told, too. */
  private static boolean isTold(Due one, Node node, HttpPeerClient client)
      throws InterruptedException {
    try {
      PeerReply reply = one.address().post(node, client, one.said());
      return reply instanceof PeerReply.Answered answered && answered.isSuccess();
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      return false;
    }
  }

  private static List<Due> due(Transaction tx) {
    return waiting(tx).flatMap(one -> dueOrNone(tx, one).stream()).limit(MOST).toList();
  }

  /** Returns addresses without a pause: those that answer first, however many do not. */
  private static Stream<Pushes.StoredPush> waiting(Transaction tx) {
    return Pushes.StoredPush.ROWS.list(tx, "ORDER BY tries, tried_ms, task, id LIMIT 1000").stream()
        .filter(one -> !isPausing(tx, one));
  }

  private static boolean isPausing(Transaction tx, Pushes.StoredPush one) {
    Duration pause = PAUSE.multipliedBy(1L << Math.min(one.tries(), TRIES));
    return one.tries() > 0 && TimeJudge.isPausing(one.triedAt().toEpochMilli(), pause, tx.nowMs());
  }

  /** Returns what is due for an address; one that cannot be read is removed. */
  private static Optional<Due> dueOrNone(Transaction tx, Pushes.StoredPush one) {
    return ItemFault.orElse(
        () -> due(tx, one),
        _ -> {
          new Pushes(tx).delete(one);
          return Optional.empty();
        });
  }

  /** Returns the next event for an address; removes an address to which none will come. */
  private static Optional<Due> due(Transaction tx, Pushes.StoredPush one) {
    Optional<A2aTask> task = A2aTask.ROWS.first(tx, "WHERE id = ?", one.task());
    if (task.filter(it -> mayHear(tx, it)).isEmpty()) {
      new Pushes(tx).delete(one);
      return Optional.empty();
    }
    List<TaskEvent> events = task.get().after(tx, one.sent());
    if (events.isEmpty() && task.get().state().isEnd()) {
      new Pushes(tx).delete(one);
    }
    return events.stream()
        .flatMap(
            event ->
                new A2aView(tx)
                    .event(task.get(), event).stream()
                        .flatMap(
                            said ->
                                new Pushes(tx)
                                    .address(one).stream()
                                        .map(to -> new Due(one, to, event.number(), said))))
        .findFirst();
  }

  /** Returns whether its client has a proof, and the agent is open for it or has been until now. */
  private static boolean mayHear(Transaction tx, A2aTask task) {
    Optional<A2aClient> client = A2aClient.known(tx, task.client());
    return client.isPresent()
        && (task.state() == A2aState.CANCELED
            || Agents.find(tx, AgentId.parse(task.agent()))
                .flatMap(agent -> OpenAgent.find(tx, agent.name(), client.get()))
                .isPresent());
  }

  private static void tried(Transaction tx, Due one, boolean isDone) {
    int tries = isDone ? 0 : one.kept().tries() + 1;
    if (tries >= TRIES) {
      new Pushes(tx).delete(one.kept());
      return;
    }
    tx.update(
        "UPDATE a2a_push SET sent = ?, tries = ?, tried_ms = ? WHERE task = ? AND id = ?"
            + " AND content_id = ?",
        isDone ? one.number() : one.kept().sent(),
        tries,
        tx.nowMs(),
        one.kept().task(),
        one.kept().id(),
        one.kept().contentId());
  }
}
