package org.sovereignbook.sbp.plugins.a2a.client;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.net.http.HttpPeerClient;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Step that carries tasks of remote agents forward: it sends what is to be sent, asks what has
 * become of them, and cancels. What it does is stored before, so that another process goes on after
 * a crash and repeats the same messages.
 */
record RemoteStep(Ledger ledger, RemoteCalls calls) {
  /** How long a process may be at one task, its card and its call, before another one takes it. */
  private static final Duration BUSY = Duration.ofMinutes(2);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  /** How long a run begins further calls; the others are for the next run. */
  private static final Duration RUN = Duration.ofMinutes(1);

  private static final int MOST = 200;

  /** Calls of one kind that fail until a task that is cancelled counts as ended. */
  private static final int TRIES_OF_CANCEL = 5;

  /**
   * The next call about a task.
   *
   * @param message the message that it sends
   * @param text of that message
   */
  private record Next(
      KnownAgent agent,
      RemoteTask task,
      RemoteCalls.Operation operation,
      Optional<RemoteMessage> message,
      String text) {}

  /**
   * Takes tasks of the board and does all that is due; a fault ends its own task's part only.
   *
   * @return how many messages were taken
   */
  static int run(Ledger ledger) {
    RemoteBoard.take(ledger);
    RemoteBoard.late(ledger);
    List<RemoteTask> due = ledger.read(RemoteStep::due);
    if (due.isEmpty()) {
      return 0;
    }
    try (HttpPeerClient client = CardFetch.client(ledger.node())) {
      return new RemoteStep(ledger, calls(ledger, client)).doAll(due);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  /** Follows one task, as the step does that looks at all. */
  static void follow(Ledger ledger, String id, Duration most) throws InterruptedException {
    try (HttpPeerClient client = CardFetch.client(ledger.node())) {
      new RemoteStep(ledger, calls(ledger, client)).follow(id, most);
    }
  }

  private static RemoteCalls calls(Ledger ledger, HttpPeerClient client) {
    return new RemoteCalls(ledger.node(), client, new RemoteTokens(ledger.node(), System.getenv()));
  }

  static boolean isAnyDue(Transaction tx) {
    return !due(tx).isEmpty();
  }

  /** Returns the tasks that are due, of each agent one before any second. */
  private static List<RemoteTask> due(Transaction tx) {
    return RemoteTask.readable(
        tx,
        "WHERE "
            + RemoteTask.OPEN
            + " AND (due_ms <= ? OR due_ms > ?)"
            + " ORDER BY ROW_NUMBER() OVER (PARTITION BY agent ORDER BY due_ms, id), due_ms, id"
            + " LIMIT "
            + MOST,
        tx.nowMs(),
        tx.nowMs() + RemotePauses.LONGEST_FAILING.toMillis());
  }

  /** Does them while there is time; an agent that does not answer is asked once in a run. */
  private int doAll(List<RemoteTask> due) throws InterruptedException {
    int sent = 0;
    Instant end = ledger.node().clock().instant().plus(RUN);
    Set<String> silent = new HashSet<>();
    for (RemoteTask task : due) {
      boolean isTime = ledger.node().clock().instant().isBefore(end);
      if (isTime && !silent.contains(task.agent())) {
        sent += doOne(task.id()) ? 1 : 0;
        boolean isSilent =
            ledger
                .<Optional<RemoteTask>>read(tx -> new RemoteTasks(tx).find(task.id()))
                .filter(now -> now.tries() > task.tries())
                .isPresent();
        if (isSilent) {
          silent.add(task.agent());
        }
      }
    }
    return sent;
  }

  /** Returns whether a message was sent, and taken. */
  private boolean doOne(String id) throws InterruptedException {
    try {
      return advance(id);
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      ledger.run(
          tx ->
              new RemoteTasks(tx)
                  .find(id)
                  .filter(task -> !task.state().isEnd())
                  .ifPresent(task -> again(tx, task, why(e), tx.now())));
      return false;
    }
  }

  private static String why(RuntimeException fault) {
    return fault instanceof RemoteAnswer.Malformed || fault instanceof CliException
        ? PeerText.plain(String.valueOf(fault.getMessage()))
        : ItemFault.reason(fault);
  }

  /**
   * Makes the next call about a task, and stores what comes of it.
   *
   * @return whether it sent a message, which was taken
   */
  private boolean advance(String id) throws InterruptedException {
    Optional<Next> next = ledger.write(tx -> begin(tx, id));
    if (next.isEmpty()) {
      return false;
    }
    Next one = next.get();
    KnownAgent agent = new KeyWatch(ledger, calls).looked(one.agent());
    RemoteCalls.Reply reply = calls.call(agent, one.operation(), params(one));
    ledger.run(tx -> store(tx, one, reply));
    return one.operation() == RemoteCalls.Operation.SEND
        && reply instanceof RemoteCalls.Reply.Result;
  }

  /** Follows a task until it ends or waits for somebody here, or the time is over. */
  void follow(String id, Duration most) throws InterruptedException {
    boolean _ = doOne(id);
    if (most.isZero()) {
      return;
    }
    Instant end = ledger.node().clock().instant().plus(most);
    boolean _ =
        new Polling(ledger.node().clock(), BETWEEN_LOOKS)
            .until(
                most,
                () -> {
                  RemoteTask task = ledger.read(tx -> new RemoteTasks(tx).require(id));
                  if (task.state().isPause() || ledger.node().clock().instant().isAfter(end)) {
                    return true;
                  }
                  listen(task);
                  ledger.run(tx -> new RemoteTasks(tx).wake(task));
                  boolean _ = doOne(id);
                  return ledger
                      .<RemoteTask>read(tx -> new RemoteTasks(tx).require(id))
                      .state()
                      .isPause();
                });
  }

  /**
   * Waits for news by a stream, where the agent has streams. Its pieces are stored as they come;
   * what has become of the task is asked after.
   */
  private void listen(RemoteTask task) throws InterruptedException {
    Optional<KnownAgent> agent =
        ledger.read(tx -> new KnownAgents(tx).find(task.agent())).filter(KnownAgent::streams);
    if (agent.isPresent() && task.remote().isPresent()) {
      try {
        KnownAgent now = new KeyWatch(ledger, calls).looked(agent.get());
        RemoteHearing hearing = new RemoteHearing(ledger, task.id());
        RemoteCalls.Reply _ = calls.subscribe(now, params(task), hearing);
        hearing.store();
      } catch (RuntimeException e) {
        // What hinders the stream hinders the look behind it, which stores why.
        if (!ItemFault.isOfItem(e)) {
          throw e;
        }
      }
    }
  }

  private static Optional<Next> begin(Transaction tx, String id) {
    RemoteTasks tasks = new RemoteTasks(tx);
    Optional<RemoteTask> found =
        tasks.find(id).filter(task -> !task.state().isEnd() && !isBusy(tx, task));
    Optional<KnownAgent> agent = found.flatMap(task -> new KnownAgents(tx).find(task.agent()));
    if (found.isEmpty() || agent.isEmpty()) {
      return Optional.empty();
    }
    RemoteTask task = found.get();
    Optional<RemoteMessage> unsent = tasks.unsent(task);
    boolean isUnheard = task.remote().isEmpty() && task.busyUntil().equals(Instant.EPOCH);
    if (task.cancelling() && isUnheard && task.state() == RemoteState.SENDING) {
      RemoteBoard.store(tx, task, ended(RemoteState.CANCELED, ""));
      return Optional.empty();
    }
    tx.update(
        "UPDATE a2a_work SET busy_until_ms = ? WHERE id = ?",
        tx.nowMs() + BUSY.toMillis(),
        task.id());
    RemoteCalls.Operation operation =
        unsent.isPresent() && (task.remote().isEmpty() || !task.cancelling())
            ? RemoteCalls.Operation.SEND
            : task.cancelling() ? RemoteCalls.Operation.CANCEL : RemoteCalls.Operation.GET;
    String text = unsent.flatMap(message -> tx.text(message.contentId())).orElse("");
    return Optional.of(new Next(agent.get(), task, operation, unsent, text));
  }

  /** Returns whether another process is at it; a clock that was set back holds nothing up. */
  private static boolean isBusy(Transaction tx, RemoteTask task) {
    return task.busyUntil().isAfter(tx.now()) && !task.busyUntil().isAfter(tx.now().plus(BUSY));
  }

  private static RemoteAnswer ended(RemoteState state, String says) {
    return new RemoteAnswer(Optional.empty(), "", state, says, List.of());
  }

  private static JsonObject params(Next next) {
    return next.operation() == RemoteCalls.Operation.SEND ? message(next) : params(next.task());
  }

  private static JsonObject params(RemoteTask task) {
    return JsonObject.empty().with("id", task.remote().orElse(""));
  }

  private static JsonObject message(Next next) {
    JsonObject.Builder message =
        JsonObject.builder()
            .put("messageId", next.message().orElseThrow().id())
            .put("role", "ROLE_USER")
            .put("parts", JsonArray.of(JsonObject.empty().with("text", next.text())))
            .putIfPresent("taskId", next.task().remote());
    if (!next.task().context().isEmpty()) {
      message.put("contextId", next.task().context());
    }
    return JsonObject.builder()
        .put("message", message.build())
        .put("configuration", JsonObject.empty().with("returnImmediately", true))
        .build();
  }

  private static void store(Transaction tx, Next next, RemoteCalls.Reply reply) {
    RemoteTasks tasks = new RemoteTasks(tx);
    RemoteTask task = tasks.require(next.task().id());
    if (task.state().isEnd()) {
      return;
    }
    switch (reply) {
      case RemoteCalls.Reply.Result(JsonObject json) -> answered(tx, next, task, json);
      case RemoteCalls.Reply.Refused refused when refused.isGone() || refused.isFinal() ->
          refused(tx, next, task, refused);
      case RemoteCalls.Reply.Refused(String why, _, _) -> again(tx, task, why, tx.now());
      case RemoteCalls.Reply.Failed(String why, boolean isUnsent) ->
          again(tx, task, why, isUnsent ? next.task().busyUntil() : tx.now());
    }
  }

  private static void answered(Transaction tx, Next next, RemoteTask task, JsonObject json) {
    int most = tx.config().get(BoardSettings.MAX_TEXT_BYTES);
    RemoteAnswer answer =
        next.operation() == RemoteCalls.Operation.SEND
            ? RemoteAnswer.ofSending(json, most)
            : RemoteAnswer.ofTask(json.object("task").orElse(json), most);
    boolean isOther =
        task.remote().isPresent() && !answer.task().map(task.remote().get()::equals).orElse(true);
    if (isOther) {
      again(tx, task, "it answered with another task", tx.now());
      return;
    }
    heard(tx, next);
    boolean isCancelled = next.operation() == RemoteCalls.Operation.CANCEL;
    RemoteBoard.store(
        tx,
        task,
        isCancelled && !answer.state().isEnd()
            ? ended(RemoteState.CANCELED, answer.says())
            : answer);
  }

  private static void heard(Transaction tx, Next next) {
    if (next.operation() == RemoteCalls.Operation.SEND) {
      tx.update("UPDATE a2a_said SET sent = 1 WHERE id = ?", next.message().map(RemoteMessage::id));
    }
  }

  /**
   * Ends the task: it is gone there, or what was asked can never be. One that refuses more words
   * about it may have ended it: that is asked next.
   */
  private static void refused(
      Transaction tx, Next next, RemoteTask task, RemoteCalls.Reply.Refused refused) {
    heard(tx, next);
    if (next.operation() == RemoteCalls.Operation.SEND && task.remote().isPresent()) {
      again(tx, task, refused.why(), tx.now());
      return;
    }
    boolean isCancel = next.operation() == RemoteCalls.Operation.CANCEL;
    RemoteBoard.store(
        tx, task, ended(isCancel ? RemoteState.CANCELED : RemoteState.FAILED, refused.why()));
  }

  /** Tries again later; a task that is cancelled ends after a few tries. */
  private static void again(Transaction tx, RemoteTask task, String why, Instant lastAt) {
    if (task.cancelling() && task.tries() + 1 >= TRIES_OF_CANCEL) {
      RemoteBoard.store(tx, task, ended(RemoteState.CANCELED, why));
    } else {
      new RemoteTasks(tx).failed(task, why, lastAt);
    }
  }
}
