package org.sovereignbook.sbp.society.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.PeerText;

/**
 * Managers and workers (NEXUS §6): a session hands work to a registered agent, which does it in a
 * session of its own, with the rights of the work's cause within its own capabilities. A dispatch
 * ends when its session has come to rest: no turn runs, no message waits, and nothing that it has
 * handed on is open. Then its result is a message to the caller. This is decided by what is stored,
 * so that no death of a process leaves a dispatch open.
 */
public record Dispatches(Transaction tx) {
  /** Name of the tool that waits for a dispatch. */
  public static final String WAIT = "wait";

  /** Most dispatches above a session. */
  public static final int MAX_DEPTH = 3;

  /** Name of the channel of agents' messages to each other. */
  static final String CHANNEL = "agent";

  /** Reason of a dispatch whose caller was aborted. */
  static final String CALLER_ABORTED = "the caller was aborted";

  private static final int MOST_AT_ONCE = 500;
  private static final int REPORT_HEAD_BYTES = 500;

  private static final String IS_AT_REST =
      "kind = 'session' AND NOT EXISTS (SELECT 1 FROM agent_turn t WHERE t.session ="
          + " agent_dispatch.target AND t.state = 'running') AND NOT EXISTS (SELECT 1 FROM"
          + " agent_input i WHERE i.session = agent_dispatch.target AND i.state IN ('waiting',"
          + " 'taken')) AND NOT EXISTS (SELECT 1 FROM agent_dispatch d WHERE d.caller ="
          + " agent_dispatch.target AND d.state = 'open')";

  private static final String ASIDE_ID =
      "'" + AgentDispatch.ASIDE_PREFIX + "' || agent_dispatch.id";

  private static final String IS_NOT_ASIDE =
      SetAsides.isNotAside(SetAsides.ItemList.SESSION, ASIDE_ID);

  private static final String TO_SETTLE =
      "WHERE state = 'open' AND (at_ms < ? OR (" + IS_AT_REST + ")) AND " + IS_NOT_ASIDE;

  /**
   * Caller of a dispatch with what it acts for.
   *
   * @param turn its running turn; empty for the owner, and for an agent without a session
   * @param authority of the turn's cause; that of the caller, if there is no turn
   */
  private record Asking(Optional<AgentTurn> turn, Authority authority) {
    Optional<String> session() {
      return turn.map(AgentTurn::session);
    }
  }

  private Asking asking(Caller caller) {
    Optional<AgentTurn> turn = turn(caller);
    if (turn.flatMap(it -> it.run().abortAt()).isPresent()) {
      throw SocietyException.refused(MessageQueue.ABORTED, "this turn is being aborted");
    }
    return new Asking(
        turn,
        turn.isPresent()
            ? Access.within(tx, Authority.of(caller.principal(), CHANNEL), caller.causes())
            : Access.withTools(caller.authority(), caller.capabilities().tools()));
  }

  private Optional<AgentTurn> turn(Caller caller) {
    return caller.token().flatMap(token -> new TurnLog(tx).ofToken(token));
  }

  /**
   * Hands work to a registered agent.
   *
   * @throws SocietyException with {@code unknown-agent}, {@code agent-rests}, {@code
   *     dispatch-depth}, {@code dispatch-cycle} or {@code too-many-dispatches}
   */
  public AgentDispatch hand(Caller caller, String agent, String text) {
    Asking asking = asking(caller);
    Agent worker = Agents.named(tx, agent);
    if (!worker.status().works()) {
      throw SocietyException.refused(
          "agent-rests",
          worker.name() + " is " + worker.status() + " and does no work",
          "its state:  sbp agent show " + worker.name());
    }
    Optional<AgentSession> from = asking.session().map(new Sessions(tx)::require);
    int depth = from.map(AgentSession::depth).orElse(0) + 1;
    requireDepth(depth);
    requireNoCycle(caller, from, worker);
    requireBudget(asking);
    AgentSession made = new Sessions(tx).worker(worker, depth, asking.authority());
    return begin(asking, made, text, QueueMode.FOLLOWUP);
  }

  private static void requireDepth(int depth) {
    if (depth > MAX_DEPTH) {
      throw SocietyException.refused(
          "dispatch-depth",
          "%d dispatches stand above this session already; do this work here".formatted(MAX_DEPTH));
    }
  }

  private void requireNoCycle(Caller caller, Optional<AgentSession> from, Agent worker) {
    List<String> above = new ArrayList<>();
    caller.agent().map(Agent::name).ifPresent(above::add);
    Optional<AgentSession> at = from;
    for (int i = 0; i <= MAX_DEPTH && at.isPresent(); i++) {
      above.add(at.get().agent());
      at = of(at.get().label()).flatMap(it -> it.asked().caller()).flatMap(new Sessions(tx)::find);
    }
    if (above.contains(worker.name())) {
      throw SocietyException.refused(
          "dispatch-cycle",
          worker.name() + " waits for this work itself; hand it to an agent that does not");
    }
  }

  private void requireBudget(Asking asking) {
    long open =
        tx.number(
            "SELECT COUNT(*) FROM agent_dispatch WHERE state = 'open' AND COALESCE(caller, '') = ?",
            asking.session().orElse(""));
    int most = tx.config().get(SessionsSettings.MAX_DISPATCHES);
    if (open >= most) {
      throw SocietyException.refused(
          "too-many-dispatches",
          "%d dispatches of this session are open (sessions.max_dispatches)".formatted(open),
          "wait for them first");
    }
  }

  /**
   * Requires that the caller may hand out one more piece of work.
   *
   * @return the authority of the work: that of its cause
   */
  public Authority requireOne(Caller caller) {
    Asking asking = asking(caller);
    requireDepth(
        asking.session().map(new Sessions(tx)::require).map(AgentSession::depth).orElse(0) + 1);
    requireBudget(asking);
    return asking.authority();
  }

  /** Notes work that is done outside of sessions. */
  public AgentDispatch outside(
      Caller caller, AgentDispatch.Kind kind, String target, String worker) {
    return insert(asking(caller), kind, target, worker, Optional.empty());
  }

  /** Returns the open dispatches that are done outside of sessions. */
  public List<AgentDispatch> openOutside() {
    return rows(
        "WHERE state = 'open' AND kind <> 'session' AND " + IS_NOT_ASIDE + " ORDER BY id LIMIT ?",
        MOST_AT_ONCE);
  }

  private List<AgentDispatch> rows(String which, Object... parameters) {
    return new SetAsides(tx)
        .rows(
            SetAsides.ItemList.SESSION,
            "dispatches",
            AgentDispatch.ROWS,
            ASIDE_ID,
            which,
            parameters);
  }

  /**
   * Outcome of a dispatch.
   *
   * @param text the result, or the reason why there is none
   * @param causes the authorities of the text's authors
   */
  public record DispatchEnd(AgentDispatch.State state, String text, List<Authority> causes) {
    public DispatchEnd {
      causes = List.copyOf(causes);
    }
  }

  /** Ends a dispatch that is done outside of sessions. */
  public void over(AgentDispatch open, DispatchEnd outcome) {
    end(open, outcome, Authority.of(Principal.SYSTEM, CHANNEL));
  }

  private AgentDispatch begin(Asking asking, AgentSession session, String text, QueueMode mode) {
    SessionInput input = say(session.label(), text, Optional.of(mode), asking.authority());
    if (input.state().isEnd()) {
      throw SocietyException.refused(
          MessageQueue.FULL, "too many messages wait in " + session.label());
    }
    return insert(
        asking,
        AgentDispatch.Kind.SESSION,
        session.label(),
        session.agent(),
        Optional.of(input.id()));
  }

  private AgentDispatch insert(
      Asking asking,
      AgentDispatch.Kind kind,
      String target,
      String worker,
      Optional<String> input) {
    AgentDispatch made =
        new AgentDispatch(
            new TurnLog(tx).nextId("agent_dispatch"),
            new AgentDispatch.Asked(asking.session(), asking.turn().map(AgentTurn::id), tx.now()),
            new AgentDispatch.Work(kind, target, worker, input),
            AgentDispatch.State.OPEN,
            AgentDispatch.End.OPEN,
            1,
            tx.cause(asking.authority()));
    AgentDispatch.ROWS.insert(tx, made);
    return made;
  }

  private SessionInput say(String session, String text, Optional<QueueMode> mode, Authority by) {
    return new MessageQueue(tx)
        .add(
            new MessageQueue.Posted(
                session, SessionInput.Source.AGENT, text, mode, Optional.empty(), CHANNEL, "", by));
  }

  /** Returns the newest dispatch that a session does. */
  public Optional<AgentDispatch> of(String session) {
    return AgentDispatch.ROWS.first(
        tx, "WHERE kind = 'session' AND target = ? ORDER BY id DESC", session);
  }

  /**
   * Sends a message to the worker of one of the caller's dispatches. After the end of that dispatch
   * it is a new one in the same session.
   */
  public AgentDispatch message(
      Caller caller, String dispatch, String text, Optional<QueueMode> mode) {
    AgentDispatch one = require(caller, dispatch);
    if (one.work().kind() != AgentDispatch.Kind.SESSION) {
      throw SocietyException.wrong(
          "no-session",
          "dispatch %s is a %s: write to it there".formatted(one.id(), one.work().kind()));
    }
    Asking asking = asking(caller);
    AgentDispatch newest = of(one.work().target()).orElse(one);
    if (!newest.isOpen()) {
      requireBudget(asking);
      AgentSession session = new Sessions(tx).require(one.work().target());
      return begin(asking, session, text, mode.orElse(QueueMode.FOLLOWUP));
    }
    count(newest);
    refuseFull(say(one.work().target(), text, mode, asking.authority()));
    return newest;
  }

  private static void refuseFull(SessionInput said) {
    if (said.state().isEnd()) {
      throw SocietyException.refused(
          MessageQueue.FULL, "too many messages wait in " + said.session());
    }
  }

  /**
   * Sends a message to the session that has handed this work out, before the work is done.
   *
   * @return empty when no session waits
   */
  public Optional<AgentDispatch> reply(Caller caller, String text) {
    Optional<AgentDispatch> work =
        turn(caller).flatMap(turn -> of(turn.session())).filter(AgentDispatch::isOpen);
    Optional<String> to = work.flatMap(it -> it.asked().caller());
    if (to.isEmpty()) {
      return Optional.empty();
    }
    count(work.get());
    String head =
        "Message of %s (dispatch %s):%n%n".formatted(work.get().work().agent(), work.get().id());
    refuseFull(
        say(to.get(), head + text, Optional.of(QueueMode.FOLLOWUP), asking(caller).authority()));
    return work;
  }

  private void count(AgentDispatch work) {
    int most = tx.config().get(SessionsSettings.MAX_DISPATCH_MESSAGES);
    if (work.messages() >= most) {
      throw SocietyException.refused(
          "too-many-messages",
          "%d messages belong to dispatch %s (sessions.max_dispatch_messages)"
              .formatted(work.messages(), work.id()),
          "end your turn: its answer is the report");
    }
    tx.update("UPDATE agent_dispatch SET messages = messages + 1 WHERE id = ?", work.id());
  }

  /**
   * Returns a dispatch of the caller: of its session, or of its own without one. The owner sees
   * all.
   *
   * @param given its id, or the name of the worker, for the newest one to that
   */
  public AgentDispatch require(Caller caller, String given) {
    return AgentDispatch.ROWS
        .list(tx, "WHERE id = ? OR agent = ? ORDER BY id DESC", given, given)
        .stream()
        .filter(one -> isOf(caller, one))
        .findFirst()
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-dispatch",
                    "there is no dispatch " + PeerText.quote(given),
                    "all of them:  sbp session dispatches"));
  }

  /**
   * Returns whether the newest dispatch of this id, or to this agent, is open; for those who wait.
   */
  public boolean isOpen(String given) {
    return open(given).isPresent();
  }

  private Optional<AgentDispatch> open(String given) {
    return AgentDispatch.ROWS
        .first(tx, "WHERE id = ? OR agent = ? ORDER BY id DESC", given, given)
        .filter(AgentDispatch::isOpen);
  }

  /** Returns the task of the board that such an open dispatch waits for, if it does. */
  public Optional<String> task(String given) {
    return open(given)
        .filter(one -> one.work().kind() == AgentDispatch.Kind.TASK)
        .map(one -> one.work().target());
  }

  /** Returns the session that waits for a task of the board. */
  public Optional<String> waiting(String task) {
    return AgentDispatch.ROWS
        .first(tx, "WHERE kind = 'task' AND target = ? AND state = 'open' ORDER BY id DESC", task)
        .flatMap(one -> one.asked().caller());
  }

  private boolean isOf(Caller caller, AgentDispatch one) {
    if (caller.agent().isEmpty()) {
      return true;
    }
    Optional<AgentTurn> turn = turn(caller);
    return turn.isPresent()
        ? one.asked().caller().equals(turn.map(AgentTurn::session))
        : one.cause().principal().equals(caller.principal());
  }

  /** Returns the dispatches of the caller, the newest first. */
  public List<AgentDispatch> list(Caller caller, String before, int most) {
    String last = before.isEmpty() ? "~" : before;
    if (caller.agent().isEmpty()) {
      return AgentDispatch.ROWS.list(tx, "WHERE id < ? ORDER BY id DESC LIMIT ?", last, most);
    }
    Optional<AgentTurn> turn = turn(caller);
    return turn.isPresent()
        ? AgentDispatch.ROWS.list(
            tx,
            "WHERE caller = ? AND id < ? ORDER BY id DESC LIMIT ?",
            turn.get().session(),
            last,
            most)
        : AgentDispatch.ROWS.list(
            tx,
            "WHERE principal = ? AND id < ? ORDER BY id DESC LIMIT ?",
            caller.principal().text(),
            last,
            most);
  }

  /** Returns the dispatches that a turn made, the oldest first. */
  public List<AgentDispatch> askedIn(AgentTurn turn) {
    return AgentDispatch.ROWS.list(
        tx, "WHERE caller = ? AND asked_in = ? ORDER BY id", turn.session(), turn.id());
  }

  /** Returns the labels of the sessions that do open work of a session. */
  public List<String> workers(String session) {
    return tx.texts(
        "SELECT DISTINCT target FROM agent_dispatch WHERE caller = ? AND state = 'open' AND kind ="
            + " 'session' ORDER BY target",
        session);
  }

  /** Returns the result of a dispatch that has ended, as its caller reads it. */
  public String words(AgentDispatch ended) {
    return ended
        .end()
        .resultId()
        .flatMap(tx::text)
        .or(ended.end()::why)
        .orElse(ended.isOpen() ? "" : "(no result)");
  }

  /** Returns the authority of a dispatch's result. */
  public List<Authority> causes(AgentDispatch ended) {
    return ended.end().resultAuthority().flatMap(tx::authority).stream().toList();
  }

  /**
   * Takes the report of an ended dispatch out of the queue, since the caller reads it in its
   * running turn.
   */
  public void read(Caller caller, AgentDispatch ended) {
    Optional<AgentTurn> turn = turn(caller);
    if (turn.isPresent() && ended.end().report().isPresent()) {
      tx.update(
          "UPDATE agent_input SET state = 'merged', turn = ?, ended_ms = ? WHERE id = ? AND session"
              + " = ? AND state = 'waiting'",
          turn.get().id(),
          tx.nowMs(),
          ended.end().report().get(),
          turn.get().session());
    }
  }

  /** Returns whether {@link #settle} would end a dispatch. */
  public boolean isAnyToSettle() {
    return tx.exists("SELECT 1 FROM agent_dispatch " + TO_SETTLE + " LIMIT 1", expired());
  }

  private long expired() {
    return tx.nowMs() - tx.config().get(SessionsSettings.DISPATCH_EXPIRY).toMillis();
  }

  /** Ends the dispatches whose sessions have come to rest. Returns how many. */
  public int settle() {
    int ended = 0;
    long expired = expired();
    // A worker's own dispatches are newer than the one that it does.
    for (AgentDispatch open :
        rows(TO_SETTLE + " ORDER BY id DESC LIMIT ?", expired, MOST_AT_ONCE)) {
      boolean isOver =
          SetAsides.one(
              SetAsides.ItemList.SESSION,
              open.asideId(),
              "dispatches",
              () -> settle(open, expired));
      ended += isOver ? 1 : 0;
    }
    return ended;
  }

  /** Returns whether the dispatch ended. */
  private boolean settle(AgentDispatch open, long expired) {
    if (tx.exists("SELECT 1 FROM agent_dispatch WHERE id = ? AND " + IS_AT_REST, open.id())) {
      rest(open);
      return true;
    }
    if (open.asked().at().toEpochMilli() < expired) {
      stop(open);
      end(open, AgentDispatch.State.EXPIRED, "it took too long", Optional.empty());
      return true;
    }
    return false;
  }

  /** Ends a dispatch as its session's last turn has ended. */
  private void rest(AgentDispatch open) {
    SessionInput begun = new MessageQueue(tx).find(open.work().input().orElse("")).orElseThrow();
    Optional<AgentTurn> last =
        begun.taken().turn().isEmpty()
            ? Optional.empty()
            : AgentTurn.ROWS.first(
                tx, "WHERE session = ? AND type = 'normal' ORDER BY id DESC", open.work().target());
    if (last.isEmpty()) {
      boolean isExpired = begun.state() == InputState.EXPIRED;
      end(
          open,
          isExpired ? AgentDispatch.State.EXPIRED : AgentDispatch.State.REFUSED,
          begun.why().orElse("its message was not taken"),
          Optional.empty());
      return;
    }
    switch (last.get().state()) {
      case COMPLETED -> end(open, AgentDispatch.State.DONE, "", last);
      case ABORTED -> end(open, AgentDispatch.State.ABORTED, MessageQueue.ABORTED, last);
      case FAILED, RUNNING ->
          end(open, AgentDispatch.State.FAILED, last.get().why().orElse("it failed"), last);
    }
  }

  private void end(
      AgentDispatch open, AgentDispatch.State state, String why, Optional<AgentTurn> last) {
    List<Authority> causes = last.map(new TurnLog(tx)::context).orElse(List.of());
    String text = state == AgentDispatch.State.DONE ? answer(last.orElseThrow()) : why;
    end(open, new DispatchEnd(state, text, causes), Authority.of(worker(open), CHANNEL));
  }

  /** Ends a dispatch once: another process may do the same. */
  private void end(AgentDispatch open, DispatchEnd outcome, Authority worker) {
    if (tx.update(
            "UPDATE agent_dispatch SET state = ?, ended_ms = ? WHERE id = ? AND state = 'open'",
            outcome.state().toString(),
            tx.nowMs(),
            open.id())
        == 0) {
      return;
    }
    List<Authority> causes = new ArrayList<>(outcome.causes());
    tx.authority(open.cause().authorityId()).ifPresent(causes::add);
    Authority by = Access.within(tx, worker, causes);
    boolean isDone = outcome.state() == AgentDispatch.State.DONE;
    tx.update(
        "UPDATE agent_dispatch SET why = ?, result_id = ?, result_authority = ?, report = ?"
            + " WHERE id = ?",
        isDone ? Optional.empty() : Optional.of(outcome.text()),
        tx.keep(new Subject("dispatch", open.id()), "result", outcome.text()),
        tx.keep(by),
        open.asked().caller().map(caller -> report(open, caller, outcome, by).id()),
        open.id());
  }

  private Principal worker(AgentDispatch open) {
    return Agents.living(tx, open.work().agent())
        .or(() -> Agents.removed(tx, open.work().agent()))
        .map(Agent::principal)
        .orElse(Principal.SYSTEM);
  }

  private SessionInput report(
      AgentDispatch open, String caller, DispatchEnd outcome, Authority by) {
    String result = outcome.text();
    String head =
        "Report of %s (dispatch %s): %s%n%n"
            .formatted(open.work().agent(), open.id(), outcome.state());
    int most = tx.config().get(SessionsSettings.MAX_MESSAGE_BYTES) - REPORT_HEAD_BYTES;
    return new MessageQueue(tx)
        .report(
            caller,
            head
                + (Cut.bytes(result) <= most
                    ? result
                    : Cut.beginning(result, most)
                        + "\n(The rest: get_agent_status "
                        + open.id()
                        + ")"),
            by);
  }

  private String answer(AgentTurn turn) {
    return new TurnThread(tx)
        .messages(turn.id()).stream()
            .filter(message -> message.role() == TurnMessage.Role.ASSISTANT)
            .reduce((_, last) -> last)
            .map(TurnMessage::words)
            .filter(text -> !text.isBlank())
            .orElse("(no answer)");
  }

  /** Aborts all open work that a session has handed out; its callers are not informed of it. */
  void abortUnder(String session) {
    for (AgentDispatch open :
        AgentDispatch.ROWS.list(tx, "WHERE caller = ? AND state = 'open' ORDER BY id", session)) {
      tx.update(
          "UPDATE agent_dispatch SET state = 'aborted', why = ?, ended_ms = ? WHERE id = ?",
          CALLER_ABORTED,
          tx.nowMs(),
          open.id());
      stop(open);
    }
  }

  /** Stops a worker: its turn, its waiting messages, and all that it has handed on. */
  private void stop(AgentDispatch open) {
    if (open.work().kind() != AgentDispatch.Kind.SESSION) {
      return;
    }
    String session = open.work().target();
    new TurnLog(tx).running(session).ifPresent(turn -> new TurnLog(tx).askToAbort(turn.id()));
    tx.update(
        "UPDATE agent_input SET state = 'refused', why = ?, ended_ms = ? WHERE session = ?"
            + " AND state = 'waiting'",
        MessageQueue.ABORTED,
        tx.nowMs(),
        session);
    abortUnder(session);
  }
}
