package org.sovereignbook.sbp.society.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SetAsides;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.society.sessions.SessionsSettings.Overflow;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Messages to sessions (NEXUS §6). A message is stored before its sender gets an answer, and ends
 * as exactly one of answered, merged, refused or expired. Messages share a turn only if they have
 * one principal, one authority and one place for the answer.
 */
public record MessageQueue(Transaction tx) {
  /** Reason for a message that an interrupting one has cleared. */
  static final String INTERRUPTED = "interrupted";

  /** Reason for a message beyond the most that may wait. */
  static final String FULL = "queue-full";

  /** Reason of a turn that somebody has aborted. */
  public static final String ABORTED = "aborted";

  /** Messages of one principal that are summarized, times the cap, before more are refused. */
  private static final int SUMMARIZED = 10;

  private static final int SUMMARY_BYTES = 240;
  private static final int MOST_DUE = 1_000;

  private static final String IS_NOT_ASIDE =
      SetAsides.isNotAside(SetAsides.ItemList.SESSION, "agent_input.id");

  /**
   * Message to a session.
   *
   * @param mode the sender's own choice
   * @param policy the mode that the policies assign
   * @param channel by which it came; it has a default mode
   * @param replyTo where the answer goes; empty for a caller that reads the session
   * @param authority bound now, and checked again at each use
   */
  public record Posted(
      String session,
      SessionInput.Source source,
      String text,
      Optional<QueueMode> mode,
      Optional<QueueMode> policy,
      String channel,
      String replyTo,
      Authority authority) {}

  /** Returns the mode of a message: inline, else policy, session, channel, node. */
  private QueueMode mode(Posted message, AgentSession session) {
    Config config = tx.config();
    return Stream.of(
            message.mode(),
            message.policy(),
            session.mode(),
            SessionsSettings.ofChannel(config, message.channel()))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(() -> config.get(SessionsSettings.MODE));
  }

  /** Stores a message. The returned one may be refused already, with the reason. */
  public SessionInput add(Posted message) {
    return add(message, Optional.empty());
  }

  /** Returns the message that an event has brought to a session. */
  Optional<SessionInput> ofEvent(String event) {
    return SessionInput.ROWS.first(tx, "WHERE event = ?", event);
  }

  /**
   * Stores a message.
   *
   * @param event the event that brought it
   */
  SessionInput add(Posted message, Optional<String> event) {
    requireFits(message.text());
    AgentSession session = new Sessions(tx).ensure(message.session(), message.authority());
    Optional<AgentTurn> running = new TurnLog(tx).running(session.label());
    QueueMode mode = mode(message, session);
    if (running.isPresent() && !acts(message.authority().principal(), mode, running.get())) {
      mode = QueueMode.FOLLOWUP;
    }
    if (mode == QueueMode.INTERRUPT) {
      running.ifPresent(turn -> new TurnLog(tx).askToAbort(turn.id()));
      clear(session.label(), message.authority().principal(), INTERRUPTED);
    }
    return insert(message, session, mode, isRefused(message, session, mode), event);
  }

  /** Stores the report of a worker, which is never refused. */
  SessionInput report(String session, String text, Authority by) {
    return insert(
        new Posted(
            session,
            SessionInput.Source.AGENT,
            text,
            Optional.empty(),
            Optional.empty(),
            Dispatches.CHANNEL,
            "",
            by),
        new Sessions(tx).require(session),
        QueueMode.FOLLOWUP,
        false,
        Optional.empty());
  }

  private void requireFits(String text) {
    if (!fits(text)) {
      throw SocietyException.wrong(
          "wrong-message",
          "a message has 1 to %d bytes (sessions.max_message_bytes)"
              .formatted(tx.config().get(SessionsSettings.MAX_MESSAGE_BYTES)));
    }
  }

  /** Returns whether a text can be a message. */
  boolean fits(String text) {
    return !text.isBlank()
        && Cut.bytes(text) <= tx.config().get(SessionsSettings.MAX_MESSAGE_BYTES);
  }

  /**
   * Returns whether a sender may act on a running turn by this mode: one's own may be steered and
   * interrupted; the owner interrupts every turn.
   */
  private boolean acts(Principal sender, QueueMode mode, AgentTurn running) {
    return switch (mode) {
      case FOLLOWUP, COLLECT -> true;
      case STEER -> isOf(sender, running);
      case INTERRUPT -> sender.equals(Principal.OWNER) || isOf(sender, running);
    };
  }

  /** Returns whether a turn answers messages of this principal. */
  public boolean isOf(Principal principal, AgentTurn turn) {
    return tx.exists(
        "SELECT 1 FROM agent_input WHERE turn = ? AND principal = ?", turn.id(), principal.text());
  }

  private SessionInput insert(
      Posted message,
      AgentSession session,
      QueueMode mode,
      boolean isRefused,
      Optional<String> event) {
    String id = new TurnLog(tx).nextId("agent_input");
    SessionInput input =
        new SessionInput(
            id,
            session.label(),
            SessionInput.Taken.NOT_YET,
            new SessionInput.Said(
                message.source(),
                tx.keepCovered(new Subject("message", id), "text", message.text()),
                message.replyTo(),
                tx.now(),
                event),
            mode,
            isRefused ? InputState.REFUSED : InputState.WAITING,
            isRefused
                ? new SessionInput.End(Optional.of(FULL), Optional.of(tx.now()))
                : SessionInput.End.NONE,
            tx.cause(message.authority()));
    SessionInput.ROWS.insert(tx, input);
    new Sessions(tx).used(session.label());
    return input;
  }

  /** Makes room for a message. Returns whether there is none. */
  private boolean isRefused(Posted message, AgentSession session, QueueMode mode) {
    List<SessionInput> own =
        waiting(session.label()).stream()
            .filter(input -> input.cause().principal().equals(message.authority().principal()))
            .toList();
    int cap = tx.config().get(SessionsSettings.CAP);
    if (own.size() < cap) {
      return false;
    }
    return switch (tx.config().get(SessionsSettings.OVERFLOW)) {
      case NEW -> true;
      case OLD -> {
        end(own.getFirst(), InputState.REFUSED, FULL);
        yield false;
      }
      // The oldest ones join the next turn as a summary.
      case SUMMARIZE -> mode != QueueMode.COLLECT || own.size() >= cap * SUMMARIZED;
    };
  }

  /** Returns the messages that wait for a turn of a session, the oldest first. */
  public List<SessionInput> waiting(String session) {
    return rows("queue", "session = ?", session);
  }

  private List<SessionInput> rows(String by, String which, Object parameter) {
    return new SetAsides(tx)
        .rows(
            SetAsides.ItemList.SESSION,
            by,
            SessionInput.ROWS,
            "agent_input.id",
            "WHERE state = 'waiting' AND " + IS_NOT_ASIDE + " AND " + which + " ORDER BY id",
            parameter);
  }

  public long waitingIn(String session) {
    return tx.number(
        "SELECT COUNT(*) FROM agent_input WHERE session = ? AND state = 'waiting'", session);
  }

  public Optional<SessionInput> find(String id) {
    return SessionInput.ROWS.first(tx, "WHERE id = ?", id);
  }

  private void end(SessionInput input, InputState state, String why) {
    tx.update(
        "UPDATE agent_input SET state = ?, why = ?, ended_ms = ? WHERE id = ? AND state ="
            + " 'waiting'",
        state.toString(),
        why,
        tx.nowMs(),
        input.id());
  }

  /** Refuses a message that still waits, for its sender. */
  public void withdraw(SessionInput input) {
    end(input, InputState.REFUSED, ABORTED);
  }

  /** Refuses the waiting messages of a principal. */
  public int clear(String session, Principal of, String why) {
    return tx.update(
        "UPDATE agent_input SET state = 'refused', why = ?, ended_ms = ? WHERE session = ?"
            + " AND principal = ? AND state = 'waiting'",
        why,
        tx.nowMs(),
        session,
        of.text());
  }

  /** Ends messages that have waited too long, each with an event for its sender. */
  public int expire() {
    long before = tx.nowMs() - tx.config().get(SessionsSettings.EXPIRY).toMillis();
    List<SessionInput> old = rows("expiry", "at_ms < ?", before);
    new SetAsides(tx)
        .each(SetAsides.ItemList.SESSION, "expiry", old, SessionInput::id, this::expire);
    return old.size();
  }

  private void expire(SessionInput input) {
    String why = "it has waited too long";
    end(input, InputState.EXPIRED, why);
    if (!input.said().replyTo().isEmpty()) {
      new Answers(tx).fail(input, why);
    }
    Authority by = tx.authority(input.cause().authorityId()).orElse(Authority.SYSTEM);
    boolean _ =
        tx.append(
            LedgerEvent.of(
                "message:" + input.id() + ":expired",
                "session.expired",
                by,
                new Subject("message", input.id()),
                new Subject("session", input.session())));
  }

  /**
   * Sets a message aside, since its turn failed by this node's own fault or could not begin.
   *
   * @param due the session in which no turn could begin
   */
  public void threw(Due due, RuntimeException failure) {
    Optional<AgentTurn> turn = new TurnLog(tx).running(due.session());
    if (turn.isEmpty()) {
      String first = due.first().substring(0, due.first().indexOf(' '));
      new SetAsides(tx).add(SetAsides.ItemList.SESSION, first, "queue", ItemFault.reason(failure));
    } else if (new TurnLog(tx).isLeft(turn.get())) {
      threw(turn.get(), failure);
    }
  }

  /** Sets aside the first message of a turn that failed by this node's own fault, and ends it. */
  public void threw(AgentTurn turn, RuntimeException failure) {
    String why = ItemFault.reason(failure);
    Optional<SessionInput> first =
        SessionInput.ROWS.first(tx, "WHERE turn = ? ORDER BY number, id", turn.id());
    new TurnLog(tx).fail(turn, TurnState.FAILED, why);
    first.ifPresent(
        input -> new SetAsides(tx).add(SetAsides.ItemList.SESSION, input.id(), "turn", why));
  }

  /** Lets a message that was set aside wait for a turn again. */
  public void again(String id) {
    tx.update(
        "UPDATE agent_input SET state = 'waiting', why = NULL, ended_ms = NULL, turn = NULL, number"
            + " = NULL WHERE id = ? AND state = 'refused'",
        id);
  }

  /**
   * Session in which a turn may begin.
   *
   * @param first the id of what has waited longest, and its principal
   * @param newest the same of what came last
   */
  public record Due(String session, String first, String newest) {
    private static final Rows<Due> ROWS =
        new Rows<>(
            "(SELECT session, MIN(first) AS first, MAX(first) AS newest FROM (SELECT session, id ||"
                + " ' ' || principal AS first FROM agent_input WHERE state = 'waiting' AND "
                + IS_NOT_ASIDE
                + " UNION ALL SELECT session, id || ' ' AS first FROM agent_turn WHERE state ="
                + " 'running') AS open GROUP BY session) AS due",
            Due.class);

    /** Returns whose message waits; empty for a turn that runs, or that its process has left. */
    public String principal() {
      return first.substring(first.indexOf(' ') + 1);
    }
  }

  /** Returns the sessions in which a turn may begin, the one that has waited longest first. */
  public List<Due> due() {
    return Due.ROWS.list(tx, "ORDER BY first LIMIT ?", MOST_DUE);
  }

  /** Turn that has begun, with the agent that it runs as. */
  public record Begun(AgentTurn turn, Agent agent, boolean isResumed) {}

  /** Result of an attempt to begin a turn. */
  public sealed interface Taking {
    record Started(Begun begun) implements Taking {}

    /** Nothing waits, or another process runs a turn. */
    record Nothing() implements Taking {}

    /** A message waits until this time, since more may come or its answer is delayed. */
    record Later(Instant at) implements Taking {}
  }

  /**
   * Begins a turn with the messages that are due, or continues one whose process has ended.
   *
   * @param token the id of the token with which it will call tools
   */
  public Taking take(String label, String token) {
    return take(label, token, _ -> false);
  }

  /**
   * Begins or continues a turn.
   *
   * @param isRepeatable whether a tool may be called again when the outcome of a call is unknown,
   *     because a second call with the same arguments changes nothing more
   */
  public Taking take(String label, String token, Predicate<String> isRepeatable) {
    return take(label, token, isRepeatable, _ -> true);
  }

  /**
   * Begins or continues a turn.
   *
   * @param mayBegin whether a message may begin one; the others wait on
   */
  public Taking take(
      String label,
      String token,
      Predicate<String> isRepeatable,
      Predicate<SessionInput> mayBegin) {
    int _ = expire();
    int _ = new Dispatches(tx).settle();
    // Of several processes one begins a turn, on databases where several may write at once.
    boolean _ =
        tx.exists("SELECT 1 FROM agent_session WHERE label = ?" + tx.dialect().forUpdate(), label);
    Optional<AgentTurn> running = new TurnLog(tx).running(label);
    if (running.isPresent()) {
      return new TurnLog(tx).isLeft(running.get())
          ? resumed(label, running.get(), token, isRepeatable)
          : new Taking.Nothing();
    }
    List<SessionInput> waiting = waiting(label);
    List<SessionInput> ready =
        waiting.stream().filter(mayBegin).filter(input -> notBefore(input).isEmpty()).toList();
    if (ready.isEmpty()) {
      return waiting.stream()
          .flatMap(input -> notBefore(input).stream())
          .min(Instant::compareTo)
          .<Taking>map(Taking.Later::new)
          .orElseGet(Taking.Nothing::new);
    }
    SessionInput first =
        ready.stream()
            .filter(input -> input.mode() == QueueMode.INTERRUPT)
            .findFirst()
            .orElseGet(() -> fairly(ready));
    List<SessionInput> together = together(first, ready);
    Optional<Instant> quiet = quiet(together);
    return quiet.isPresent()
        ? new Taking.Later(quiet.get())
        : new Taking.Started(begin(label, together, token));
  }

  /** Returns the first message of the principal whose last turn here is longest ago. */
  private SessionInput fairly(List<SessionInput> ready) {
    SessionInput first = ready.getFirst();
    boolean isOfOne =
        ready.stream()
            .allMatch(input -> input.cause().principal().equals(first.cause().principal()));
    if (isOfOne) {
      return first;
    }
    Map<Principal, String> last = new HashMap<>();
    ready.forEach(input -> last.computeIfAbsent(input.cause().principal(), of -> lastTurn(input)));
    return ready.stream()
        .min(Comparator.comparing((SessionInput input) -> last.get(input.cause().principal())))
        .orElseThrow();
  }

  private String lastTurn(SessionInput of) {
    return tx.first(
            "SELECT MAX(turn) FROM agent_input WHERE session = ? AND principal = ?",
            row -> row.maybeText(1),
            of.session(),
            of.cause().principal().text())
        .flatMap(turn -> turn)
        .orElse("");
  }

  private Optional<Instant> notBefore(SessionInput input) {
    return tx.authority(input.cause().authorityId())
        .flatMap(Access::notBefore)
        .filter(at -> at.isAfter(tx.now()));
  }

  /**
   * Returns the messages of one turn: those that are collected, all reports, the results of hooks
   * for one cause, or a single one.
   */
  private List<SessionInput> together(SessionInput first, List<SessionInput> ready) {
    if (isReport(first)) {
      return ready.stream().filter(this::isReport).toList();
    }
    if (first.source() == SessionInput.Source.HOOK) {
      return ready.stream()
          .filter(input -> input.source() == first.source() && input.isOfSameKind(first))
          .toList();
    }
    return first.mode() == QueueMode.COLLECT
        ? ready.stream()
            .filter(input -> input.mode() == QueueMode.COLLECT && input.isOfSameKind(first))
            .toList()
        : List.of(first);
  }

  /**
   * Returns whether a message is a worker's report. All that wait share a turn, which acts within
   * the authority of each.
   */
  private boolean isReport(SessionInput input) {
    return input.source() == SessionInput.Source.AGENT
        && tx.exists("SELECT 1 FROM agent_dispatch WHERE report = ?", input.id());
  }

  /** Returns when collected messages are complete, if that is later than now. */
  private Optional<Instant> quiet(List<SessionInput> together) {
    if (together.getFirst().mode() != QueueMode.COLLECT) {
      return Optional.empty();
    }
    Duration pause = Duration.ofMillis(tx.config().get(SessionsSettings.DEBOUNCE_MS));
    Instant at = together.getLast().at().plus(pause);
    // A clock that was set back makes nobody wait until it is there again.
    return Optional.of(at)
        .filter(end -> end.isAfter(tx.now()) && !end.isAfter(tx.now().plus(pause)));
  }

  private Taking resumed(
      String label, AgentTurn left, String token, Predicate<String> isRepeatable) {
    AgentSession session = new Sessions(tx).require(label);
    TurnLog log = new TurnLog(tx);
    AgentTurn turn = log.resume(left, token, isRepeatable);
    if (left.run().abortAt().isPresent()) {
      log.fail(turn, TurnState.ABORTED, ABORTED);
      return new Taking.Nothing();
    }
    if (left.run().tries() >= TurnLog.MAX_TRIES) {
      log.fail(turn, TurnState.FAILED, "its process ended");
      return new Taking.Nothing();
    }
    return new Taking.Started(bound(turn, session, true));
  }

  private Begun begin(String label, List<SessionInput> inputs, String token) {
    AgentSession session = new Sessions(tx).require(label);
    TurnLog log = new TurnLog(tx);
    AgentTurn turn = log.begin(session, token);
    int cap = tx.config().get(SessionsSettings.CAP);
    if (inputs.size() > cap && tx.config().get(SessionsSettings.OVERFLOW) == Overflow.SUMMARIZE) {
      summarize(turn, inputs.subList(0, inputs.size() - cap));
      inputs.subList(inputs.size() - cap, inputs.size()).forEach(input -> join(turn, input));
    } else {
      inputs.forEach(input -> join(turn, input));
    }
    return bound(turn, session, false);
  }

  /** Takes messages into a turn by their beginnings only. */
  private void summarize(AgentTurn turn, List<SessionInput> many) {
    List<String> lines = new ArrayList<>();
    for (SessionInput input : many) {
      String text = tx.text(input.said().contentId()).orElse("(erased)");
      lines.add("- " + Cut.within(text.replace('\n', ' '), SUMMARY_BYTES));
      tx.update(
          "UPDATE agent_input SET state = 'merged', turn = ?, why = 'summarized', ended_ms = ?"
              + " WHERE id = ?",
          turn.id(),
          tx.nowMs(),
          input.id());
    }
    int _ =
        new TurnLog(tx)
            .say(
                turn,
                TurnMessage.Role.NOTE,
                ThreadMessages.fenced(
                    "Beginnings of earlier messages of the same sender:",
                    String.join("\n", lines),
                    turn.id()));
  }

  private void join(AgentTurn turn, SessionInput input) {
    tx.update(
        "UPDATE agent_input SET state = 'taken', turn = ?, number = ? WHERE id = ?",
        turn.id(),
        new TurnLog(tx).nextNumber(turn.id()),
        input.id());
  }

  private Begun bound(AgentTurn turn, AgentSession session, boolean isResumed) {
    Agent agent = Agents.named(tx, session.agent());
    TurnLog log = new TurnLog(tx);
    log.bind(turn, agent, log.context(turn));
    return new Begun(turn, agent, isResumed);
  }

  /**
   * Takes the messages that steer a running turn: of the same principal, authority and place for
   * the answer as its first one.
   *
   * @return the messages that join
   */
  public List<SessionInput> steer(AgentTurn turn) {
    AgentTurn now = new TurnLog(tx).held(turn);
    Optional<SessionInput> first =
        SessionInput.ROWS.first(
            tx, "WHERE turn = ? AND number IS NOT NULL ORDER BY number", now.id());
    if (first.isEmpty()) {
      return List.of();
    }
    List<SessionInput> steering =
        waiting(now.session()).stream()
            .filter(input -> input.mode() == QueueMode.STEER && input.isOfSameKind(first.get()))
            .toList();
    steering.forEach(input -> join(now, input));
    return steering;
  }
}
