package org.sovereignbook.sbp.society.sessions;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Tokens;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.llm.LlmUsage;

/**
 * Changes of turns. A running turn belongs to the process that has its token: each change checks
 * this, so that a process that was thought dead changes nothing any more.
 */
public record TurnLog(Transaction tx) {
  /** Code of the refusal for a process that has lost its turn. */
  public static final String LOST = "turn-lost";

  /** Code of the failure when somebody else has moved the session. */
  public static final String MOVED = "session-moved";

  /** How often a turn is begun again after its process ended. */
  static final int MAX_TRIES = 5;

  /** How long a turn's token is valid without a sign of life of its process. */
  public static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

  /** How long a process may give no sign of life. */
  private static final Duration SILENCE = Duration.ofMinutes(2);

  private static final String CONTINUES =
      "The process ended while you were writing the answer above. Write it again, or go on from"
          + " there.";

  private static final int MAX_PARTIAL_BYTES = 65_536;

  /** Result of a call that still ran when its turn ended. */
  static final String OUTLIVED = "The turn ended before this call did.";

  private static final String NOT_MADE = "This call was not made: ";

  /** Tool whose texts are in the context of each turn of a token. */
  private static final String MEMORY = "memory_read_hot";

  private static final String HAS_TOKEN =
      "SELECT 1 FROM agent_token WHERE id = ? AND revoked_ms IS NULL AND expires_ms > ?";

  /** Result of a tool call. */
  public record Ended(boolean isDone, String text) {}

  /** Returns the turn that runs in a session, or that its process has left. */
  public Optional<AgentTurn> running(String session) {
    return AgentTurn.ROWS.first(tx, "WHERE session = ? AND state = 'running'", session);
  }

  /** Returns the running turn that calls tools with this token. */
  public Optional<AgentTurn> ofToken(String token) {
    return AgentTurn.ROWS.first(tx, "WHERE token = ? AND state = 'running'", token);
  }

  /** Returns whether the process of a running turn has ended. */
  public boolean isLeft(AgentTurn turn) {
    boolean isSilent =
        turn.run().beatAt().isEmpty()
            || turn.run().beatAt().get().toEpochMilli() + SILENCE.toMillis() < tx.nowMs();
    return isSilent
        || turn.run().token().isEmpty()
        || !tx.exists(HAS_TOKEN, turn.run().token().get(), tx.nowMs())
        || !tx.exists(
            "SELECT 1 FROM agent_turn WHERE id = ? AND " + Ahead.isPast("beat_ms"),
            turn.id(),
            tx.nowMs());
  }

  /** Begins a turn at the session's head. */
  AgentTurn begin(AgentSession session, String token) {
    AgentTurn turn =
        new AgentTurn(
            nextId("agent_turn"),
            session.head(),
            session.label(),
            AgentTurn.Type.NORMAL,
            TurnState.RUNNING,
            AgentTurn.Run.begun(token, tx.now()),
            AgentTurn.Usage.NONE,
            AgentTurn.Replaced.NOTHING,
            Optional.empty());
    AgentTurn.ROWS.insert(tx, turn);
    return turn;
  }

  /** Adds a completed compaction and moves the session's label to it. */
  AgentTurn compaction(
      AgentSession session, String through, Optional<String> kept, String summary, LlmUsage usage) {
    AgentTurn turn =
        new AgentTurn(
            nextId("agent_turn"),
            session.head(),
            session.label(),
            AgentTurn.Type.COMPACTION,
            TurnState.COMPLETED,
            AgentTurn.Run.over(tx.now(), Optional.of(tx.now()), Optional.empty()),
            new AgentTurn.Usage(
                usage.model(), usage.inputTokens().orElse(0), usage.outputTokens().orElse(0), 0),
            new AgentTurn.Replaced(Optional.of(through), kept),
            Optional.empty());
    AgentTurn.ROWS.insert(tx, turn);
    int _ = say(turn, TurnMessage.Role.SUMMARY, summary);
    moveHead(turn);
    return turn;
  }

  void addCause(AgentTurn turn, Authority cause) {
    tx.update(
        "INSERT INTO agent_cause (turn, authority_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
        turn.id(),
        tx.keep(cause));
  }

  String nextId(String table) {
    Optional<String> last =
        tx.first("SELECT MAX(id) FROM " + table, row -> row.maybeText(1)).flatMap(id -> id);
    return Ulid.next(tx.nowMs(), tx.node().random(), last.filter(Ulid::isUlid));
  }

  /**
   * Continues a turn whose process has ended. A call that had begun is told to the model as unknown
   * and never made again, unless a second call changes nothing more.
   */
  AgentTurn resume(AgentTurn left, String token, Predicate<String> isRepeatable) {
    // A process that was thought dead makes no call any more.
    left.run()
        .token()
        .filter(one -> !one.equals(token))
        .ifPresent(one -> Tokens.revokeLeft(tx, one));
    tx.update(
        "UPDATE agent_turn SET token = ?, tries = tries + 1, beat_ms = ? WHERE id = ?",
        token,
        tx.nowMs(),
        left.id());
    AgentTurn turn = new TurnThread(tx).require(left.id());
    if (lastSaid(turn) < nextNumber(turn.id()) - 1) {
      int _ = say(turn, TurnMessage.Role.NOTE, CONTINUES);
    }
    for (TurnCall call : new TurnThread(tx).calls(turn.id())) {
      if (call.state() == CallState.INTENDED && isRepeatable.test(call.name())) {
        tx.update(
            "UPDATE agent_call SET state = 'asked' WHERE turn = ? AND number = ?",
            turn.id(),
            call.number());
      } else if (call.state() == CallState.INTENDED) {
        end(
            turn,
            call.number(),
            CallState.UNKNOWN,
            "The process ended while this call was running, so that its outcome is unknown. It was"
                + " not made again. Look whether it had an effect before you repeat it.");
      }
    }
    return turn;
  }

  /**
   * Returns the turn as it is now.
   *
   * @throws SocietyException with {@link #LOST} when it is no longer the caller's
   */
  AgentTurn held(AgentTurn turn) {
    lock(turn);
    return new TurnThread(tx)
        .find(turn.id())
        .filter(now -> isHeld(now, turn))
        .orElseThrow(() -> lost(turn));
  }

  /**
   * Waits for another writer of the turn, on databases where several may write at once: the
   * heartbeat stores the beginning of an answer beside the thread that stores its end.
   */
  private void lock(AgentTurn turn) {
    boolean _ =
        tx.exists("SELECT 1 FROM agent_turn WHERE id = ?" + tx.dialect().forUpdate(), turn.id());
  }

  private static boolean isHeld(AgentTurn now, AgentTurn turn) {
    return now.state() == TurnState.RUNNING && now.run().token().equals(turn.run().token());
  }

  private static SocietyException lost(AgentTurn turn) {
    return SocietyException.refused(LOST, "turn " + turn.id() + " has ended, or runs elsewhere");
  }

  /**
   * Shows that the process lives.
   *
   * @return whether the turn may go on: nobody asked for its end, and it is the caller's
   */
  public boolean beat(AgentTurn turn) {
    turn.run().token().ifPresent(token -> Tokens.extend(tx, token, TOKEN_LIFE));
    return tx.update(
            "UPDATE agent_turn SET beat_ms = ? WHERE id = ? AND state = 'running' AND token = ?"
                + " AND abort_ms IS NULL",
            tx.nowMs(),
            turn.id(),
            turn.run().token().orElse(""))
        == 1;
  }

  /** Returns what {@link #beat} would, and shows nothing. */
  public boolean goesOn(AgentTurn turn) {
    return tx.exists(
        "SELECT 1 FROM agent_turn WHERE id = ? AND state = 'running' AND token = ?"
            + " AND abort_ms IS NULL",
        turn.id(),
        turn.run().token().orElse(""));
  }

  /** Asks for the end of a running turn. Returns whether one was running. */
  public boolean askToAbort(String turn) {
    return tx.update(
            "UPDATE agent_turn SET abort_ms = ? WHERE id = ? AND state = 'running'",
            tx.nowMs(),
            turn)
        == 1;
  }

  int nextNumber(String turn) {
    return Math.toIntExact(
        1
            + tx.number(
                "SELECT COALESCE(MAX(number), 0) FROM (SELECT number FROM agent_message WHERE turn"
                    + " = ? UNION ALL SELECT number FROM agent_input WHERE turn = ?) AS said",
                turn,
                turn));
  }

  /** Adds a message; returns its number. */
  int say(AgentTurn turn, TurnMessage.Role role, String text) {
    int number = nextNumber(turn.id());
    say(turn, number, role, tx.keepCovered(about(turn), "m" + number, text));
    return number;
  }

  private void say(AgentTurn turn, int number, TurnMessage.Role role, String content) {
    tx.update(
        "INSERT INTO agent_message (turn, number, role, content_id, at_ms) VALUES (?, ?, ?, ?, ?)",
        turn.id(),
        number,
        role.toString(),
        content,
        tx.nowMs());
  }

  /**
   * Adds a completed turn that an agent has made without the queue.
   *
   * @param about the item that both texts belong to
   * @param by the authority of the question
   * @param causes the authorities of all that the agent was shown
   */
  void record(
      AgentSession session,
      Subject about,
      MemberTurns.Exchange said,
      Authority by,
      List<Authority> causes) {
    AgentTurn turn = begin(session, "");
    String id = nextId("agent_input");
    SessionInput.ROWS.insert(
        tx,
        new SessionInput(
            id,
            session.label(),
            new SessionInput.Taken(Optional.of(turn.id()), Optional.of(1)),
            new SessionInput.Said(
                by.principal().peerKey().isPresent()
                    ? SessionInput.Source.PEER
                    : SessionInput.Source.AGENT,
                tx.keep(about, "asked", said.asked()),
                "",
                tx.now(),
                Optional.empty()),
            QueueMode.FOLLOWUP,
            InputState.TAKEN,
            SessionInput.End.NONE,
            tx.cause(by)));
    say(turn, 2, TurnMessage.Role.ASSISTANT, tx.keep(about, "answered", said.answered()));
    addCalls(turn, said.calls());
    causes.forEach(cause -> addCause(turn, cause));
    close(turn, TurnState.COMPLETED, Optional.empty());
    moveHead(turn);
    answered(turn);
  }

  /** Adds the calls of models behind the only message of a turn, which begins with the first. */
  private void addCalls(AgentTurn turn, List<TurnPrompts.Made> calls) {
    for (int i = 0; i < calls.size(); i++) {
      new TurnPrompts(tx).made(turn, 1, i + 1, calls.get(i));
    }
    calls.stream()
        .findFirst()
        .ifPresent(
            first ->
                tx.update(
                    "UPDATE agent_turn SET started_ms = ? WHERE id = ?",
                    Math.min(tx.nowMs(), first.from().toEpochMilli()),
                    turn.id()));
  }

  /** Returns the number of a running turn's last message, without an answer that is under way. */
  public int lastSaid(AgentTurn turn) {
    return Math.toIntExact(
        tx.number(
            "SELECT COALESCE(MAX(number), 0) FROM (SELECT number FROM agent_message WHERE turn = ?"
                + " AND role <> 'partial' UNION ALL SELECT number FROM agent_input WHERE turn = ?)"
                + " AS said",
            turn.id(),
            turn.id()));
  }

  /**
   * Stores the beginning of an answer that is under way, in place of an earlier beginning, so that
   * it is not lost with the process. Does nothing when the turn has gone on since.
   *
   * @param after the number of the turn's last message when the answer began
   */
  public void partial(AgentTurn turn, int after, String text) {
    lock(turn);
    if (new TurnThread(tx).find(turn.id()).filter(now -> isHeld(now, turn)).isPresent()
        && lastSaid(turn) == after) {
      dropPartial(turn);
      int _ = say(turn, TurnMessage.Role.PARTIAL, Cut.within(text, MAX_PARTIAL_BYTES));
    }
  }

  private void dropPartial(AgentTurn turn) {
    int said = lastSaid(turn);
    List<String> texts =
        tx.texts(
            "SELECT content_id FROM agent_message WHERE turn = ? AND number > ?", turn.id(), said);
    tx.update("DELETE FROM agent_message WHERE turn = ? AND number > ?", turn.id(), said);
    texts.forEach(tx::forget);
  }

  private static Subject about(AgentTurn turn) {
    return new Subject("turn", turn.id());
  }

  /**
   * Adds an answer of the model that asks for tools. A call that cannot be made has failed already,
   * with the reason for the model.
   */
  public void asks(AgentTurn turn, String text, List<ChatCall> calls, LlmUsage usage) {
    AgentTurn now = held(turn);
    dropPartial(now);
    int asked = say(now, TurnMessage.Role.ASSISTANT, text);
    int number = new TurnThread(tx).calls(turn.id()).size();
    SequencedMap<Integer, String> malformed = new LinkedHashMap<>();
    for (ChatCall call : calls) {
      number++;
      tx.update(
          "INSERT INTO agent_call (turn, number, asked, name, arguments_id, state, at_ms)"
              + " VALUES (?, ?, ?, ?, ?, 'asked', ?)",
          turn.id(),
          number,
          asked,
          call.name(),
          tx.keepCovered(about(turn), "c" + number, call.arguments().toString()),
          tx.nowMs());
      if (call.malformed().isPresent()) {
        malformed.put(number, call.malformed().get());
      }
    }
    malformed.forEach((call, why) -> end(now, call, CallState.FAILED, NOT_MADE + why));
    used(now, usage);
  }

  /** Adds the calls that a coding CLI has made itself; their results stay with it. */
  public void made(AgentTurn turn, List<ChatCall> calls) {
    int before = new TurnThread(tx).calls(turn.id()).size();
    asks(turn, "", calls, LlmUsage.unknown());
    for (int number = before + 1; number <= before + calls.size(); number++) {
      end(held(turn), number, CallState.DONE, "(its result went to the coding CLI)");
    }
  }

  private void used(AgentTurn turn, LlmUsage usage) {
    tx.update(
        "UPDATE agent_turn SET tokens_in = tokens_in + ?, tokens_out = tokens_out + ?,"
            + " prompt_tokens = ?, model = COALESCE(?, model) WHERE id = ?",
        usage.inputTokens().orElse(0),
        usage.outputTokens().orElse(0),
        usage.inputTokens().orElse(turn.usage().promptTokens()),
        usage.model(),
        turn.id());
  }

  /** Marks a call as about to begin; from now on it is never made again. */
  public void intend(AgentTurn turn, int number) {
    AgentTurn _ = held(turn);
    if (tx.update(
            "UPDATE agent_call SET state = 'intended', begun_ms = ? WHERE turn = ? AND number = ?"
                + " AND state = 'asked'",
            tx.nowMs(),
            turn.id(),
            number)
        == 0) {
      throw lost(turn);
    }
  }

  /**
   * Stores the result of a call, and the authorities of all texts that the agent was shown with
   * this token.
   */
  public void ended(AgentTurn turn, int number, Ended ended) {
    AgentTurn now = held(turn);
    end(now, number, ended.isDone() ? CallState.DONE : CallState.FAILED, ended.text());
    keepShown(now);
  }

  /**
   * Stores the result of a call that has outlived its turn: it belongs to that turn, and no later
   * one is shown it.
   */
  public void late(AgentTurn turn, TurnCall call, Ended ended) {
    AgentTurn now = new TurnThread(tx).require(turn.id());
    if (now.state() == TurnState.RUNNING && now.run().token().equals(turn.run().token())) {
      ended(turn, call.number(), ended);
    } else if (!now.state().equals(TurnState.RUNNING)
        && new TurnThread(tx)
            .calls(turn.id()).stream()
                .anyMatch(
                    one -> one.number() == call.number() && one.state() == CallState.UNKNOWN)) {
      int _ = say(now, TurnMessage.Role.TOOL, ended.text());
      tx.update(
          "UPDATE agent_call SET state = ?, ended_ms = ? WHERE turn = ? AND number = ?",
          (ended.isDone() ? CallState.DONE : CallState.FAILED).toString(),
          tx.nowMs(),
          turn.id(),
          call.number());
    }
  }

  /** Adds the authorities of all texts that the agent was shown with the turn's token. */
  private void keepShown(AgentTurn turn) {
    tx.update(
        "INSERT INTO agent_cause (turn, authority_id) SELECT DISTINCT CAST(? AS TEXT), authority_id"
            + " FROM shown_text WHERE agent = (SELECT agent FROM agent_token WHERE id = ?)"
            + " AND token = ? ON CONFLICT DO NOTHING",
        turn.id(),
        turn.run().token().orElse(""),
        turn.run().token().orElse(""));
  }

  private void end(AgentTurn turn, int number, CallState state, String text) {
    int result = say(turn, TurnMessage.Role.TOOL, text);
    tx.update(
        "UPDATE agent_call SET state = ?, result = ?, ended_ms = ? WHERE turn = ? AND number = ?",
        state.toString(),
        result,
        tx.nowMs(),
        turn.id(),
        number);
  }

  /**
   * Completes a turn with the model's last answer: the label moves to it, and its messages are
   * answered.
   *
   * @throws SocietyException with {@link #MOVED} when the session has another head by now
   */
  public AgentTurn complete(AgentTurn turn, String text, LlmUsage usage) {
    AgentTurn now = held(turn);
    dropPartial(now);
    int _ = say(now, TurnMessage.Role.ASSISTANT, text);
    used(now, usage);
    keepShown(now);
    close(now, TurnState.COMPLETED, Optional.empty());
    moveHead(now);
    new Answers(tx).send(now, text);
    answered(now);
    int _ = new Dispatches(tx).settle();
    return new TurnThread(tx).require(turn.id());
  }

  /** Stores the hash of a completed turn, whose parent has one. */
  void seal(String turn) {
    TurnThread thread = new TurnThread(tx);
    tx.update(
        "UPDATE agent_turn SET hash = ? WHERE id = ?", thread.hash(thread.require(turn)), turn);
  }

  private void moveHead(AgentTurn turn) {
    seal(turn.id());
    if (!new Sessions(tx).move(turn.session(), turn.parent(), turn.id())) {
      throw SocietyException.refused(
          MOVED, "session " + turn.session() + " was continued by another turn");
    }
  }

  private void answered(AgentTurn turn) {
    tx.update(
        "UPDATE agent_input SET ended_ms = ?, state = CASE WHEN number = (SELECT MIN(number) FROM"
            + " agent_input first WHERE first.turn = ?) THEN 'answered' ELSE 'merged' END"
            + " WHERE turn = ? AND state = 'taken'",
        tx.nowMs(),
        turn.id(),
        turn.id());
  }

  private void close(AgentTurn turn, TurnState state, Optional<String> why) {
    for (TurnCall call : new TurnThread(tx).calls(turn.id())) {
      if (call.state() == CallState.ASKED) {
        end(turn, call.number(), CallState.DROPPED, "This call was not made.");
      } else if (call.state() == CallState.INTENDED) {
        end(turn, call.number(), CallState.UNKNOWN, OUTLIVED);
      }
    }
    tx.update(
        "UPDATE agent_turn SET state = ?, ended_ms = ?, token = NULL, beat_ms = NULL, why = ?"
            + " WHERE id = ?",
        state.toString(),
        tx.nowMs(),
        why,
        turn.id());
  }

  /**
   * Ends a turn without an answer; its messages are refused with the reason. The turn's own reason
   * names the calls that still run.
   */
  public void fail(AgentTurn turn, TurnState state, String why) {
    AgentTurn now = held(turn);
    keepShown(now);
    String running =
        new TurnThread(tx)
            .calls(now.id()).stream()
                .filter(call -> call.state() == CallState.INTENDED)
                .map(TurnCall::name)
                .collect(Collectors.joining(", "));
    close(now, state, Optional.of(running.isEmpty() ? why : why + "; still running: " + running));
    tx.update(
        "UPDATE agent_input SET state = 'refused', why = ?, ended_ms = ? WHERE turn = ?"
            + " AND state = 'taken'",
        why,
        tx.nowMs(),
        turn.id());
    if (state == TurnState.ABORTED) {
      new Dispatches(tx).abortUnder(turn.session());
    } else {
      new Answers(tx).fail(now, why);
    }
    int _ = new Dispatches(tx).settle();
  }

  /** Takes back a turn in which nothing has happened yet; its messages wait again. */
  public void release(AgentTurn turn) {
    AgentTurn now = held(turn);
    List<String> texts = tx.texts("SELECT content_id FROM agent_message WHERE turn = ?", now.id());
    tx.update(
        "UPDATE agent_input SET turn = NULL, number = NULL, state = 'waiting' WHERE turn = ?",
        now.id());
    tx.update("DELETE FROM agent_cause WHERE turn = ?", now.id());
    tx.update("DELETE FROM agent_prompt WHERE turn = ?", now.id());
    tx.update("DELETE FROM agent_message WHERE turn = ?", now.id());
    tx.update("DELETE FROM agent_turn WHERE id = ?", now.id());
    texts.forEach(tx::forget);
  }

  /**
   * Returns the authorities that everything in a turn's context was caused by, without those that
   * the owner has ended.
   */
  public List<Authority> context(AgentTurn turn) {
    TurnThread.Effective shown = new TurnThread(tx).effective(turn);
    List<AgentTurn> turns = new ArrayList<>(shown.turns());
    shown.summary().ifPresent(turns::add);
    AgentSession session = new Sessions(tx).require(turn.session());
    return Stream.concat(
            turns.stream().flatMap(one -> causes(session, one).stream()), causes(turn).stream())
        .distinct()
        .toList();
  }

  /** Returns the causes of an earlier turn that count in a session. */
  List<Authority> causes(AgentSession session, AgentTurn turn) {
    boolean isCleared =
        session.position().cleared().filter(last -> turn.id().compareTo(last) <= 0).isPresent();
    return isCleared ? List.of() : causes(turn);
  }

  /** Returns the source of a turn's first message; a compaction has none. */
  public Optional<SessionInput.Source> source(AgentTurn turn) {
    return firstInput(turn).map(SessionInput::source);
  }

  /** Returns a turn's first message; a compaction has none. */
  public Optional<SessionInput> firstInput(AgentTurn turn) {
    return SessionInput.ROWS.first(
        tx, "WHERE turn = ? AND number IS NOT NULL ORDER BY number", turn.id());
  }

  /** Returns a turn's messages to the agent, in their order. */
  public List<SessionInput> inputs(AgentTurn turn) {
    return SessionInput.ROWS.list(
        tx, "WHERE turn = ? AND number IS NOT NULL ORDER BY number", turn.id());
  }

  /** Returns the authorities of a turn's messages, and of the texts that it was shown. */
  public List<Authority> causes(AgentTurn turn) {
    return tx.authorities(
        "SELECT authority_id FROM agent_cause WHERE turn = ? UNION SELECT authority_id FROM"
            + " agent_input WHERE turn = ?",
        turn.id(),
        turn.id());
  }

  /** Binds the token of a turn by the authorities of everything in its context. */
  void bind(AgentTurn turn, Agent agent, List<Authority> causes) {
    ShownText shown = new ShownText(tx);
    shown.forget(agent.principal(), turn.run().token().orElse(""), MEMORY);
    shown.note(agent.principal(), turn.run().token(), Channel.SESSION, "session", causes);
  }
}
