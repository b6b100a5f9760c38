package org.sovereignbook.sbp.plugins.a2a;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessDecision;
import org.sovereignbook.sbp.authority.access.RateLimit;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.store.ItemFault;

/** Actions of a client on its tasks, each within one transaction. */
record A2aTasks(Transaction tx, A2aCall call) {
  /** Tool under which what clients send is decided, limited and audited. */
  static final String TOOL = "a2a_send";

  /** Tasks of the unknown that are kept after their end, for each that may be open. */
  static final int KEPT_FOR_EACH = 20;

  private static final String UNKNOWN = "client LIKE 'unknown:%'";
  private static final int MAX_PAGE = 100;
  private static final int USUAL_PAGE = 50;

  /** One address has at most this part of what the unknown have together. */
  private static final int ADDRESSES = 4;

  /** A stored message; of one that was denied only its hash. */
  record Stored(
      @Rows.Serial long number,
      String client,
      String agent,
      String message,
      String sha256,
      String task,
      Optional<String> contentId,
      Instant at) {
    static final Rows<Stored> ROWS = new Rows<>("a2a_message", Stored.class);
  }

  /**
   * Result of taking a message.
   *
   * @param isDenied whether a policy denies more of it for its task
   */
  record Taken(A2aTask task, boolean isDenied) {}

  /**
   * Takes a message: for a new task, or as a comment on one that has not ended. A message that came
   * before changes nothing.
   */
  Taken send(A2aMessage message) {
    message.requireShort(tx.config().get(BoardSettings.MAX_TEXT_BYTES));
    Optional<Stored> known =
        Stored.ROWS.first(
            tx,
            "WHERE client = ? AND agent = ? AND message = ?",
            call.client().key(),
            agent(),
            message.id());
    if (known.isPresent()) {
      return new Taken(repeated(message, known.get()), false);
    }
    message.requireRoom(tx, call.client());
    return message.task().isPresent()
        ? more(message, A2aTask.of(tx, call, message.task().get()))
        : new Taken(begin(message), false);
  }

  private String agent() {
    return call.agent().agent().id().hex();
  }

  private A2aTask repeated(A2aMessage message, Stored known) {
    if (!message.hash().equals(known.sha256())) {
      throw A2aError.INVALID_PARAMS.because("message.messageId: another message of yours has it");
    }
    return A2aTask.of(tx, call, known.task());
  }

  private Taken more(A2aMessage message, A2aTask task) {
    if (message.context().filter(it -> !it.equals(task.context())).isPresent()) {
      throw A2aError.INVALID_PARAMS.because("message.contextId: the task is of another context");
    }
    if (task.state().isEnd()) {
      throw A2aError.UNSUPPORTED_OPERATION.because("the task has ended; begin another one");
    }
    requireBudget();
    AccessDecision decision = decide(message, Optional.of(task).filter(it -> it.way() == Way.TASK));
    if (!decision.denied().isEmpty()) {
      return new Taken(task, true);
    }
    Authority by = decision.authority();
    ClientWork.of(tx, task.way()).more(task, message.text(), by);
    store(message, task.id(), false);
    return new Taken(task, false);
  }

  static final String DENIED = "a policy of this node's owner denies it";

  private A2aTask begin(A2aMessage message) {
    requireRoom();
    requireBudget();
    AccessDecision decision = decide(message, Optional.empty());
    String context = message.context().orElseGet(tx::newId);
    Authority by = decision.authority();
    boolean isDenied = !decision.denied().isEmpty();
    String id =
        isDenied
            ? tx.newId()
            : ClientWork.of(tx, call.agent().opening().way())
                .begin(new ClientWork.Beginning(call, context, message, event(message)), by);
    store(message, id, isDenied);
    return A2aTask.add(
        tx, id, call, context, isDenied ? Optional.of(DENIED) : Optional.empty(), by);
  }

  private String event(A2aMessage message) {
    return "a2a:"
        + ContentHash.of(
                JsonObject.builder()
                    .put("client", call.client().key())
                    .put("agent", agent())
                    .put("message", message.id())
                    .build())
            .hex();
  }

  /** Stores that a message came, and what it says unless it was denied. */
  private void store(A2aMessage message, String task, boolean isDenied) {
    if (!isDenied) {
      message.files().forEach(file -> file.keep(tx, call, task));
    }
    Optional<String> content =
        isDenied
            ? Optional.empty()
            : Optional.of(
                tx.keep(
                    new Subject("a2a_task", task), "message", JsonWriter.compact(message.json())));
    Stored.ROWS.insert(
        tx,
        new Stored(
            0,
            call.client().key(),
            agent(),
            message.id(),
            message.hash(),
            task,
            content,
            tx.now()));
  }

  /** Stores what an agent says to the client of a task. */
  static void store(Transaction tx, A2aTask task, String id, String text) {
    JsonObject json =
        JsonObject.builder()
            .put("messageId", id)
            .put("role", "ROLE_AGENT")
            .put("parts", JsonArray.of(JsonObject.empty().with("text", text)))
            .build();
    String content =
        tx.keep(new Subject("a2a_task", task.id()), "message", JsonWriter.compact(json));
    Stored.ROWS.insert(
        tx,
        new Stored(
            0, task.client(), task.agent(), id, "", task.id(), Optional.of(content), tx.now()));
  }

  /** Decides by the policies, counts against the rate, and writes the event and the audit row. */
  private AccessDecision decide(A2aMessage message, Optional<A2aTask> task) {
    AccessDecision decision = Access.decide(tx, call.client().principal(), A2aClient.CHANNEL);
    Optional<String> tooOften = new RateLimit(tx).refusal(decision.requester(), TOOL);
    if (tooOften.isPresent()) {
      throw A2aError.RESOURCE_EXHAUSTED.because("too many messages this hour; try again later");
    }
    boolean isDenied = !decision.denied().isEmpty();
    Subject subject = task.map(it -> Subject.task(it.id())).orElse(call.agent().agent().subject());
    boolean _ =
        tx.append(
            LedgerEvent.of(event(message), "a2a.received", decision.authority(), subject)
                .with(
                    JsonObject.builder()
                        .put("channel", A2aClient.CHANNEL)
                        .put("decision", isDenied ? AuditRow.DENY : AuditRow.ALLOW)
                        .build()));
    Access.write(
        tx,
        decision,
        new AuditRow(
                decision.authority(),
                Optional.empty(),
                TOOL,
                JsonObject.empty().with("agent", call.agent().agent().name()),
                !isDenied,
                isDenied ? decision.reason() : "open: sbp a2a open")
            .on(event(message)));
    return decision;
  }

  private void requireRoom() {
    String client = "client = ?";
    String key = call.client().key();
    if (call.client().isKnown()) {
      requireRoom(client + " AND " + A2aTask.OPEN, tx.config().get(A2aSettings.OPEN_TASKS), key);
      return;
    }
    int open = tx.config().get(A2aSettings.UNKNOWN_TASKS);
    int share = open > 0 ? Math.max(1, open / ADDRESSES) : 0;
    requireRoom(UNKNOWN + " AND " + A2aTask.OPEN, open);
    requireRoom(UNKNOWN, KEPT_FOR_EACH * open);
    requireRoom(client + " AND " + A2aTask.OPEN, share, key);
    requireRoom(client, KEPT_FOR_EACH * share, key);
  }

  private void requireRoom(String which, int most, Object... values) {
    if (tx.number("SELECT COUNT(*) FROM a2a_task WHERE " + which, values) >= most) {
      throw A2aError.RESOURCE_EXHAUSTED.because("too many tasks are open or kept; try again later");
    }
  }

  private void requireBudget() {
    double most = call.agent().opening().dailyCost();
    LocalDate today = LocalDate.ofInstant(tx.now(), ZoneOffset.UTC);
    boolean isSpent =
        most > 0
            && CallLedger.of(tx.node())
                    .spentFor(today, call.client().principal().text())
                    .cost()
                    .doubleValue()
                >= most;
    if (isSpent) {
      throw A2aError.RESOURCE_EXHAUSTED.because("the budget of the day is used up");
    }
  }

  /** Ends the tasks of an agent whose clients may no longer give it work. Returns how many. */
  static int endClosed(Transaction tx, String agent, Authority by) {
    List<Opening> left = Opening.of(tx, agent);
    int ended = 0;
    for (A2aTask task : A2aTask.ROWS.list(tx, "WHERE agent = ? AND " + A2aTask.OPEN, agent)) {
      boolean isEnded =
          left.stream().noneMatch(one -> one.covers(task.client()))
              && ItemFault.orElse(
                  () -> end(tx, task, "the agent is no longer open for it", by), _ -> false);
      ended += isEnded ? 1 : 0;
    }
    return ended;
  }

  /**
   * Ends a task. Returns false for one that has ended by now, perhaps while the feature was off.
   */
  private static boolean end(Transaction tx, A2aTask task, String why, Authority by) {
    A2aTask last = Following.followed(tx, task);
    if (last.state().isEnd()) {
      return false;
    }
    ClientWork.of(tx, last.way()).cancel(last, why, by);
    A2aTask now = Following.followed(tx, last);
    if (!now.state().isEnd()) {
      now.become(tx, A2aState.CANCELED);
    }
    return true;
  }

  /** Ends a task on behalf of its client. */
  A2aTask cancel(String id) {
    Authority by = Access.decide(tx, call.client().principal(), A2aClient.CHANNEL).authority();
    if (!end(tx, A2aTask.of(tx, call, id), "cancelled by its client", by)) {
      throw A2aError.TASK_NOT_CANCELABLE.because("the task has ended");
    }
    return A2aTask.of(tx, call, id);
  }

  /** Lists the client's tasks, those that changed last first (A2A §3.1.4). */
  JsonObject list(JsonObject params) {
    int size = A2aParams.integer(params, "pageSize", 1, MAX_PAGE).orElse(USUAL_PAGE);
    List<Object> values = new ArrayList<>();
    String where = filter(params, values);
    long total = tx.number("SELECT COUNT(*) FROM a2a_task " + where, values.toArray());
    String token = params.string("pageToken").orElse("");
    if (!token.isEmpty()) {
      where += " AND changed < ?";
      values.add(number(token));
    }
    values.add(size + 1);
    List<A2aTask> found =
        A2aTask.ROWS.list(tx, where + " ORDER BY changed DESC LIMIT ?", values.toArray());
    List<A2aTask> page = found.subList(0, Math.min(size, found.size()));
    A2aView.Parts parts =
        A2aView.Parts.of(
            params.bool("includeArtifacts").orElse(false),
            A2aParams.history(params).or(() -> Optional.of(0)));
    List<JsonObject> tasks = new ArrayList<>();
    for (A2aTask task : page) {
      JsonObject json = new A2aView(tx).task(task, parts);
      tasks.add(json);
      parts = parts.behind(json);
    }
    return JsonObject.builder()
        .put("tasks", JsonArray.of(tasks))
        .put("nextPageToken", found.size() > size ? Long.toString(page.getLast().changed()) : "")
        .put("pageSize", size)
        .put("totalSize", total)
        .build();
  }

  private String filter(JsonObject params, List<Object> values) {
    String where = "WHERE client = ? AND agent = ?";
    values.add(call.client().key());
    values.add(agent());
    Optional<String> context = params.string("contextId").filter(it -> !it.isEmpty());
    if (context.isPresent() || !call.client().isKnown()) {
      // An address may have several clients behind it: each names the context that only it knows.
      where += " AND context = ?";
      values.add(context.orElse(""));
    }
    Optional<String> state = params.string("status").filter(it -> !it.isEmpty());
    if (state.filter(it -> !it.equals("TASK_STATE_UNSPECIFIED")).isPresent()) {
      where += " AND state = ?";
      values.add(A2aParams.state(state.get()));
    }
    Optional<String> after = params.string("statusTimestampAfter").filter(it -> !it.isEmpty());
    if (after.isPresent()) {
      where += " AND changed_ms > ?";
      values.add(time(after.get()));
    }
    return where;
  }

  private static long number(String token) {
    try {
      return Long.parseLong(token);
    } catch (NumberFormatException e) {
      throw A2aError.INVALID_PARAMS.because("pageToken: expected one of a page before");
    }
  }

  private static long time(String text) {
    try {
      return Instant.parse(text).toEpochMilli();
    } catch (DateTimeParseException e) {
      throw A2aError.INVALID_PARAMS.because(
          "statusTimestampAfter: expected a time like" + " 2026-03-17T12:00:00Z");
    }
  }
}
