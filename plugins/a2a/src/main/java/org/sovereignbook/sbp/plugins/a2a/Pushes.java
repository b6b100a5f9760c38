package org.sovereignbook.sbp.plugins.a2a;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.RateLimit;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.net.http.HttpConfig;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.Node;

/** Addresses of clients that are told what happens to their tasks. */
record Pushes(Transaction tx) {
  private static final int MOST = 3;
  private static final Duration TIME = Duration.ofSeconds(5);
  private static final String TOOL = "a2a_push";

  /** A stored address. */
  record StoredPush(
      String task, String id, String contentId, long sent, int tries, Instant triedAt) {
    static final Rows<StoredPush> ROWS = new Rows<>("a2a_push", StoredPush.class);
  }

  /**
   * Checks the address that a client names, by a challenge. Outside of any transaction.
   *
   * @throws A2aException when it may name none, or the challenge fails
   */
  static PushAddress checked(A2aCall call, JsonObject given) throws InterruptedException {
    if (!call.client().isKnown()) {
      throw A2aError.PUSH_NOTIFICATION_NOT_SUPPORTED.because(
          "clients without a proof are not told; subscribe to the task");
    }
    Node node = call.ledger().node();
    String word = call.ledger().write(tx -> word(tx, call));
    PushAddress address = PushAddress.of(given, word);
    try (HttpPeerClient client = client(node)) {
      address.challenge(node, client, word);
    }
    return address;
  }

  static HttpPeerClient client(Node node) {
    return HttpPeerClient.open(
        new HttpConfig(HttpConfig.from(node.config()).allowPrivateEndpoints(), TIME));
  }

  private static String word(Transaction tx, A2aCall call) {
    var requester = Access.decide(tx, call.client().principal(), A2aClient.CHANNEL).requester();
    if (new RateLimit(tx).refusal(requester, TOOL).isPresent()) {
      throw A2aError.RESOURCE_EXHAUSTED.because("too many addresses this hour; try again later");
    }
    return tx.newId() + tx.newId();
  }

  /** Stores an address, in place of one with the same id: it is told what comes from now on. */
  JsonObject add(A2aTask task, PushAddress address) {
    delete(task, address.id());
    if (of(task).size() >= MOST) {
      throw A2aError.RESOURCE_EXHAUSTED.because("a task has at most " + MOST + " addresses");
    }
    String content =
        tx.keep(new Subject("a2a_task", task.id()), "push", JsonWriter.compact(address.json()));
    StoredPush.ROWS.insert(
        tx, new StoredPush(task.id(), address.id(), content, task.changed(), 0, Instant.EPOCH));
    return shown(task, address);
  }

  private static JsonObject shown(A2aTask task, PushAddress address) {
    return address.json().with("taskId", task.id());
  }

  private List<StoredPush> of(A2aTask task) {
    return StoredPush.ROWS.list(tx, "WHERE task = ? ORDER BY id", task.id());
  }

  JsonObject list(A2aTask task) {
    return JsonObject.empty()
        .with(
            "configs",
            JsonArray.of(
                of(task).stream()
                    .flatMap(one -> address(one).stream())
                    .map(one -> shown(task, one))
                    .toList()))
        .with("nextPageToken", "");
  }

  JsonObject get(A2aTask task, String id) {
    return of(task).stream()
        .filter(one -> one.id().equals(id))
        .flatMap(one -> address(one).stream())
        .map(one -> shown(task, one))
        .findFirst()
        .orElseThrow(() -> A2aError.TASK_NOT_FOUND.because("there is no such configuration"));
  }

  /** Removes an address; one that is not there is no error. */
  void delete(A2aTask task, String id) {
    of(task).stream().filter(one -> one.id().equals(id)).forEach(this::delete);
  }

  void delete(StoredPush one) {
    tx.update("DELETE FROM a2a_push WHERE task = ? AND id = ?", one.task(), one.id());
    tx.forget(one.contentId());
  }

  Optional<PushAddress> address(StoredPush one) {
    return tx.text(one.contentId())
        .map(text -> Node.jsonObject("an address", text.getBytes(StandardCharsets.UTF_8)))
        .map(PushAddress::new);
  }

  /** Removes the addresses of a task. */
  static void forget(Transaction tx, String task) {
    StoredPush.ROWS.list(tx, "WHERE task = ?", task).forEach(new Pushes(tx)::delete);
  }
}
