package org.sovereignbook.sbp.frontend.turns;

import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.mcp.AgentTools;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.ChatCalls;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.SessionsSettings;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;
import org.sovereignbook.sbp.store.ItemFault;

/**
 * Runs the turns of sessions in this process: takes the waiting messages, asks the model, calls the
 * tools that it asks for as the session's agent, and stores each step before the next one. One turn
 * at a time; for use by one thread.
 */
public final class TurnRunner implements AutoCloseable {
  private final Ledger ledger;
  private final ChatBackend backend;
  private final MadeEarly<AgentTools> tools;
  private final TurnScope scope;
  private final SessionSeats seats;

  /** Turn that has begun together with its message, and runs next. */
  private Optional<Ready> ready = Optional.empty();

  /** Whether a person waits for what is asked now. */
  private boolean isForPerson;

  /** Creates a runner. The caller lends the ledger to the session. */
  public TurnRunner(Session session, Ledger ledger, ChatBackend backend) {
    this.ledger = ledger;
    this.backend = backend;
    this.tools = new MadeEarly<>(() -> AgentTools.of(session, ledger));
    this.seats = new SessionSeats(ledger);
    ModelWindow window = new ModelWindow(ledger, backend);
    this.scope =
        new TurnScope(
            session,
            ledger,
            backend,
            tools,
            window,
            new Compactor(ledger, backend, this::calls, window::size),
            this::calls);
  }

  /** Returns the configured backend of conversations. */
  public static ChatBackend backend(Session session, Node node) {
    String chosen = node.config().get(SessionsSettings.BACKEND);
    return session
        .extensions(Optional.of(node))
        .chat(chosen.isEmpty() ? SessionsSettings.usualBackend(node.config()) : chosen);
  }

  private record Said(SessionInput input, MessageQueue.Taking taking) {}

  private record Ready(SessionSeats.Seat seat, MessageQueue.Begun begun) {}

  /**
   * Stores a message, and begins a turn of its session in the same transaction if none runs: no
   * other process takes the message before. The turn runs with {@link #next}; when this process
   * ends before, another one continues it.
   */
  public SessionInput say(String label, ToolCall call, Permissions.Work<SessionInput> post) {
    SessionSeats.Seat seat = seats.of(label);
    boolean isBegun = false;
    try {
      Said said =
          Permissions.run(
              ledger,
              call,
              (tx, caller) -> {
                SessionInput input = post.run(tx, caller);
                return new Said(
                    input,
                    input.state().isEnd()
                        ? new MessageQueue.Taking.Nothing()
                        : take(tx, label, seat, _ -> true));
              });
      if (said.taking() instanceof MessageQueue.Taking.Started(MessageQueue.Begun begun)) {
        ready = Optional.of(new Ready(seat, begun));
        isBegun = true;
      }
      return said.input();
    } finally {
      if (!isBegun) {
        seat.token().close();
      }
    }
  }

  private MessageQueue.Taking take(
      Transaction tx, String label, SessionSeats.Seat seat, Predicate<SessionInput> mayBegin) {
    return new MessageQueue(tx)
        .take(label, seat.token().id(), name -> tools.get().isRepeatable(name), mayBegin);
  }

  /** Runs the next turn of a session. */
  public TurnOutcome next(String label, TurnListener listener, Cancellation cancel)
      throws InterruptedException {
    Optional<Ready> first = ready.filter(one -> one.begun().turn().session().equals(label));
    ready = first.isPresent() ? Optional.empty() : ready;
    SessionSeats.Seat seat = first.isPresent() ? first.get().seat() : seats.of(label);
    try (TurnSeat _ = seat.token()) {
      return next(seat, first.map(Ready::begun), label, listener, cancel);
    }
  }

  private TurnOutcome next(
      SessionSeats.Seat seat,
      Optional<MessageQueue.Begun> first,
      String label,
      TurnListener listener,
      Cancellation cancel)
      throws InterruptedException {
    Optional<MessageQueue.Taking> taken = first.map(MessageQueue.Taking.Started::new);
    Set<Asker> waiting = new HashSet<>();
    Optional<TurnOutcome.Later> later = Optional.empty();
    while (true) {
      MessageQueue.Taking taking =
          taken.isPresent()
              ? taken.get()
              : ledger.write(
                  tx -> take(tx, label, seat, input -> !waiting.contains(Asker.of(input))));
      taken = Optional.empty();
      switch (taking) {
        case MessageQueue.Taking.Nothing() -> {
          return later.isPresent() ? later.get() : new TurnOutcome.Nothing();
        }
        case MessageQueue.Taking.Later(Instant at) -> {
          return earlier(later, new TurnOutcome.Later(at, "more may come"));
        }
        case MessageQueue.Taking.Started(MessageQueue.Begun started) -> {
          Asker asker = asker(started.turn());
          TurnOutcome outcome = run(started, seat, asker, listener, cancel);
          if (!(outcome instanceof TurnOutcome.Later wait) || !waiting.add(asker)) {
            return outcome;
          }
          // What waits for a limit or a pause holds up nobody else in its session.
          later = Optional.of(earlier(later, wait));
        }
      }
    }
  }

  /**
   * Sender for whom a limit or a pause counts.
   *
   * @param isPerson whether a person waits for the answer, whose message is tried even during a
   *     pause after failures
   */
  private record Asker(Principal principal, boolean isPerson) {
    static Asker of(SessionInput input) {
      return new Asker(input.cause().principal(), input.source() == SessionInput.Source.HUMAN);
    }
  }

  private Asker asker(AgentTurn turn) {
    return ledger
        .<Optional<SessionInput>>read(tx -> new TurnLog(tx).firstInput(turn))
        .map(Asker::of)
        .orElseGet(() -> new Asker(Principal.OWNER, false));
  }

  private static TurnOutcome.Later earlier(
      Optional<TurnOutcome.Later> one, TurnOutcome.Later other) {
    return one.filter(it -> it.at().isBefore(other.at())).orElse(other);
  }

  private TurnOutcome run(
      MessageQueue.Begun begun,
      SessionSeats.Seat seat,
      Asker asker,
      TurnListener listener,
      Cancellation cancel)
      throws InterruptedException {
    listener.begins(begun.turn());
    scope.window().recall();
    isForPerson = asker.isPerson();
    PartialAnswer answer = new PartialAnswer();
    try (TurnPulse _ = TurnPulse.of(ledger, begun.turn(), cancel, answer, listener)) {
      return run(new RunningTurn(begun, seat, listener, answer, cancel));
    }
  }

  private ChatCalls calls(String component) {
    return new ChatCalls(
        ledger.node(),
        backend,
        SessionsSettings.limits(ledger.node().config(), component),
        isForPerson);
  }

  /**
   * Compacts a session in which no turn runs.
   *
   * @return empty when it would make nothing smaller
   */
  public Optional<AgentTurn> compact(String label, Cancellation cancel)
      throws LlmException, InterruptedException {
    isForPerson = true;
    scope.window().recall();
    SessionSeats.Seat seat = seats.of(label);
    try (TurnSeat _ = seat.token()) {
      return compact(label, seat, cancel);
    }
  }

  private Optional<AgentTurn> compact(String label, SessionSeats.Seat seat, Cancellation cancel)
      throws LlmException, InterruptedException {
    for (int keep : new int[] {scope.window().size().keep(), 0}) {
      Optional<AgentTurn> made =
          scope
              .compactor()
              .run(label, Optional.empty(), keep, CallCauses.NONE, seat::remember, cancel);
      if (made.isPresent()) {
        return made;
      }
    }
    return Optional.empty();
  }

  private TurnOutcome run(RunningTurn running) throws InterruptedException {
    AgentTurn turn = running.turn();
    try {
      return new TurnWork(scope, running).run();
    } catch (LlmException e) {
      boolean isAborted = e.kind() == LlmException.Kind.CANCELLED;
      return failed(
          running,
          isAborted ? TurnState.ABORTED : TurnState.FAILED,
          isAborted ? MessageQueue.ABORTED : String.valueOf(e.getMessage()));
    } catch (SocietyException e) {
      if (e.code().equals(TurnLog.LOST)) {
        return new TurnOutcome.Nothing();
      }
      return failed(running, TurnState.FAILED, e.code() + ": " + e.getMessage());
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      Optional<PartialAnswer.Beginning> partial = running.answer().now();
      return ledger.write(
          tx -> {
            partial.ifPresent(one -> new TurnLog(tx).partial(turn, one.after(), one.text()));
            new MessageQueue(tx).threw(turn, e);
            return new TurnOutcome.Ended(new TurnThread(tx).find(turn.id()).orElseThrow(), "");
          });
    }
  }

  /** Ends a turn without an answer; what had come of one stays in the conversation. */
  private TurnOutcome failed(RunningTurn running, TurnState state, String why) {
    AgentTurn turn = running.turn();
    Optional<PartialAnswer.Beginning> begun = running.answer().now();
    return ledger.write(
        tx -> {
          begun.ifPresent(one -> new TurnLog(tx).partial(turn, one.after(), one.text()));
          new TurnLog(tx).fail(turn, state, Cut.within(why, 500));
          return new TurnOutcome.Ended(new TurnThread(tx).find(turn.id()).orElseThrow(), "");
        });
  }

  /** Forgets the memories that agents began with when they are many. */
  void trim() {
    seats.trim();
  }

  @Override
  public void close() {
    seats.clear();
    // Another process continues a turn that has begun and will not run here.
    ready.ifPresent(one -> one.seat().token().close());
    ready = Optional.empty();
    tools.close();
  }
}
