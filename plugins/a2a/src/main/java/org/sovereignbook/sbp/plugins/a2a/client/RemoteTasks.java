package org.sovereignbook.sbp.plugins.a2a.client;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Dispatches;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/** Tasks that remote agents do, as they are stored. */
record RemoteTasks(Transaction tx) {
  /** How long an agent has for a task without a deadline. */
  static final Duration TIME = Duration.ofDays(7);

  Optional<RemoteTask> find(String id) {
    return RemoteTask.ROWS.first(tx, "WHERE id = ?", id);
  }

  RemoteTask require(String id) {
    return find(id).orElseThrow(() -> unknown(id));
  }

  private static SocietyException unknown(String id) {
    return SocietyException.notFound(
        "unknown-task",
        "no agent of others was given the task " + PeerText.quote(id),
        "tasks of one:  sbp a2a show NAME");
  }

  /**
   * Returns the task with this id, or the newest one of the agent with this name. An agent of this
   * node finds its own only.
   */
  RemoteTask named(String nameOrId, Caller caller) {
    String own = caller.agent().isPresent() ? caller.principal().text() : "";
    return RemoteTask.ROWS
        .first(
            tx,
            "WHERE (agent = ? OR id = ?) AND (? = '' OR principal = ?) ORDER BY created_ms DESC,"
                + " id",
            nameOrId,
            nameOrId,
            own,
            own)
        .orElseThrow(() -> unknown(nameOrId));
  }

  List<RemoteTask> of(String agent, int most) {
    return RemoteTask.ROWS.list(
        tx, "WHERE agent = ? ORDER BY created_ms DESC, id LIMIT ?", agent, most);
  }

  /** Stores a new task with its first message, which is to be sent. */
  RemoteTask begin(KnownAgent agent, String text, Caller caller) {
    Optional<String> session =
        caller.token().flatMap(new TurnLog(tx)::ofToken).map(AgentTurn::session);
    return begin(agent, text, Optional.empty(), session, tx.now().plus(TIME), caller.authority());
  }

  /** Stores a task of the board that the agent does. */
  RemoteTask begin(KnownAgent agent, String text, Claim claim, Instant deadline, Authority by) {
    Optional<String> session = new Dispatches(tx).waiting(claim.task());
    return begin(agent, text, Optional.of(claim), session, deadline, by);
  }

  private RemoteTask begin(
      KnownAgent agent,
      String text,
      Optional<Claim> claim,
      Optional<String> session,
      Instant deadline,
      Authority by) {
    new KnownAgents(tx).requireUsable(agent);
    RemoteTask task =
        new RemoteTask(
            tx.newId(),
            agent.name(),
            agent.worker(),
            Optional.empty(),
            "",
            RemoteState.SENDING,
            Optional.empty(),
            Optional.empty(),
            claim.map(Claim::task),
            claim.map(Claim::fence).orElse(0L),
            Optional.empty(),
            session,
            false,
            0,
            0,
            tx.now(),
            Instant.EPOCH,
            deadline,
            tx.now());
    RemoteTask.ROWS.insert(tx, task, tx.cause(by));
    say(task, text, by);
    return task;
  }

  /**
   * Adds a message to a task that has not ended.
   *
   * @throws SocietyException {@code task-ended}, {@code message-waits}
   */
  RemoteTask more(KnownAgent agent, RemoteTask task, String text, Authority by) {
    new KnownAgents(tx).requireUsable(agent);
    if (task.state().isEnd()) {
      throw SocietyException.refused(
          "task-ended",
          "the task %s is %s".formatted(task.id(), task.state()),
          "begin another:  sbp a2a send " + agent.name() + " TEXT");
    }
    if (unsent(task).isPresent()) {
      throw SocietyException.refused(
          "message-waits",
          "a message for the task " + task.id() + " has not been sent yet",
          "look at it:  sbp a2a task " + task.id());
    }
    say(task, text, by);
    wake(task);
    return require(task.id());
  }

  void say(RemoteTask task, String text, Authority by) {
    String id = tx.newId() + tx.newId();
    RemoteMessage.ROWS.insert(
        tx,
        new RemoteMessage(
            id,
            task.id(),
            task.agent(),
            tx.keep(task.subject(), "message", text),
            false,
            tx.now()));
    boolean _ = tx.append(LedgerEvent.of("a2a:" + id + ":said", "a2a.said", by, task.subject()));
  }

  /** Returns the message that is to be sent next. */
  Optional<RemoteMessage> unsent(RemoteTask task) {
    return RemoteMessage.ROWS.first(
        tx, "WHERE work = ? AND sent = 0 ORDER BY at_ms, id", task.id());
  }

  /** Lets a task be looked at with the next step. */
  void wake(RemoteTask task) {
    tx.update(
        "UPDATE a2a_work SET due_ms = ?, looks = 0, tries = 0 WHERE id = ?", tx.nowMs(), task.id());
  }

  /** Notes that a task is to be cancelled there. */
  void cancel(RemoteTask task) {
    tx.update("UPDATE a2a_work SET cancelling = 1 WHERE id = ?", task.id());
    wake(task);
  }

  /** Returns the texts of the artifacts. */
  List<String> artifacts(RemoteTask task) {
    Optional<String> text = task.resultId().flatMap(tx::text);
    try {
      return text.isPresent()
              && JsonReader.file(text.get().getBytes(StandardCharsets.UTF_8))
                  instanceof JsonArray array
          ? array.strings().orElse(List.of())
          : List.of();
    } catch (MalformedJson e) {
      return List.of();
    }
  }

  Optional<String> reason(RemoteTask task) {
    return task.reasonId().flatMap(tx::text);
  }

  /** Stores what the agent has answered; a task that has ended stays as it is. */
  void store(RemoteTask task, RemoteAnswer answer) {
    boolean isChanged =
        answer.state() != task.state() || !answer.artifacts().equals(artifacts(task));
    replaceTexts(task, answer);
    if (!answer.state().isEnd()) {
      new RemotePieces(tx).add(task, new RemotePiece.Said("", answer.says(), false));
    }
    int looks = isChanged ? 0 : task.looks() + 1;
    tx.update(
        "UPDATE a2a_work SET remote = COALESCE(remote, ?), context = ?, state = ?, tries = 0,"
            + " looks = ?, due_ms = ?, busy_until_ms = 0 WHERE id = ? AND "
            + RemoteTask.OPEN,
        answer.task(),
        answer.context(),
        answer.state().toString(),
        looks,
        tx.nowMs() + RemotePauses.afterLook(looks).toMillis(),
        task.id());
    if (isChanged) {
      boolean _ =
          tx.append(
              new LedgerEvent(
                  "a2a:" + tx.newId() + ":answered",
                  "a2a.answered",
                  KnownAgent.authority(tx, task.worker()),
                  Optional.empty(),
                  List.of(task.subject()),
                  JsonObject.empty().with("state", answer.state().toString())));
    }
  }

  private void replaceTexts(RemoteTask task, RemoteAnswer answer) {
    task.reasonId().ifPresent(tx::forget);
    task.resultId().ifPresent(tx::forget);
    Optional<String> reason =
        answer.says().isEmpty()
            ? Optional.empty()
            : Optional.of(tx.keep(task.subject(), "says", answer.says()));
    Optional<String> result =
        answer.artifacts().isEmpty()
            ? Optional.empty()
            : Optional.of(
                tx.keep(
                    task.subject(),
                    "result",
                    JsonWriter.compact(JsonArray.ofStrings(answer.artifacts()))));
    tx.update(
        "UPDATE a2a_work SET reason_id = ?, result_id = ? WHERE id = ?", reason, result, task.id());
  }

  /**
   * Notes that nothing was heard, and when to try again.
   *
   * @param lastAt when it was called last, if this call may have reached the agent now
   */
  void failed(RemoteTask task, String why, Instant lastAt) {
    task.reasonId().ifPresent(tx::forget);
    tx.update(
        "UPDATE a2a_work SET tries = ?, reason_id = ?, due_ms = ?, busy_until_ms = ? WHERE id = ?",
        task.tries() + 1,
        tx.keep(task.subject(), "says", why),
        tx.nowMs() + RemotePauses.afterFailure(task.tries()).toMillis(),
        lastAt.toEpochMilli(),
        task.id());
  }
}
