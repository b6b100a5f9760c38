package org.sovereignbook.sbp.frontend.turns;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.access.AccessRequests;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.AgentsSettings;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.frontend.automation.ApprovedCalls;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.mcp.AgentTools;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.model.chat.ChatCall;
import org.sovereignbook.sbp.model.chat.ChatListener;
import org.sovereignbook.sbp.model.chat.ChatMessage;
import org.sovereignbook.sbp.model.chat.ChatReply;
import org.sovereignbook.sbp.model.chat.ChatRequest;
import org.sovereignbook.sbp.model.chat.ChatTool;
import org.sovereignbook.sbp.model.chat.ToolServer;
import org.sovereignbook.sbp.model.judgment.Beneficiaries;
import org.sovereignbook.sbp.model.judgment.CallCauses;
import org.sovereignbook.sbp.model.judgment.ChatCalls;
import org.sovereignbook.sbp.model.judgment.SharedCalls;
import org.sovereignbook.sbp.model.llm.ContextWindow;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.channels.AnswerChannel;
import org.sovereignbook.sbp.society.memory.SessionNotes;
import org.sovereignbook.sbp.society.memory.SessionStart;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.CallState;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.Dispatches;
import org.sovereignbook.sbp.society.sessions.LearnedWindow;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.Persona;
import org.sovereignbook.sbp.society.sessions.Personas;
import org.sovereignbook.sbp.society.sessions.PromptSize;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.SessionsSettings;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnCall;
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
  private static final Duration BEFORE_RETRY = Duration.ofSeconds(1);

  /** A provider that asks for a longer wait fails the turn, which would hold its session. */
  private static final Duration MAX_BEFORE_RETRY = Duration.ofSeconds(30);

  /** A provider may state any number of tokens; a larger one counts as this. */
  private static final int MOST_REPORTED = 1_000_000_000;

  /** Refused prompts of one turn that are made shorter and tried again. */
  private static final int MOST_OVERFLOWS = 6;

  /** Smallest window that is worth a try. */
  private static final int SMALLEST_WINDOW = 1_024;

  /** Replies in a row of which no call can be made. */
  private static final int MOST_MALFORMED = 4;

  /** Time for which what an agent began with is shown in its next turns. */
  private static final Duration MEMORY_LIFE = TurnLog.TOKEN_LIFE.dividedBy(2);

  /** Sessions whose beginning is kept for their next turns. */
  private static final int MOST_SEATS = 8;

  private final Ledger ledger;
  private final Session session;
  private final ChatBackend backend;
  private final MadeEarly<AgentTools> tools;
  private final Compactor compactor;
  private final Map<String, Seat> seats = new HashMap<>();

  /** Size of the model's context, where a refusal has shown that it is smaller than was known. */
  private OptionalInt learned = OptionalInt.empty();

  /** Turn that has begun together with its message, and runs next. */
  private Optional<Ready> ready = Optional.empty();

  /** Whether a person waits for what is asked now. */
  private boolean isForPerson;

  /**
   * A session's token with the memory that its agent began with. The token ends with each turn; the
   * memory stays for a while, so that the prompts of its turns begin alike.
   */
  private record Seat(TurnSeat token, Memory memory) {
    /** Keeps what is new in texts that a summary is about to replace, with all their causes. */
    void remember(Transaction tx, List<String> texts, List<Authority> causes) {
      int _ = new SessionNotes(tx).keep(caller(tx, token).onBehalfOf(tx, causes), texts);
    }
  }

  /**
   * Memory of an agent as it was when its turns began.
   *
   * @param causes the authors, who bind each token with which the text is shown
   */
  private record Memory(String text, List<Authority> causes, Instant readAt) {}

  /** Creates a runner. The caller lends the ledger to the session. */
  public TurnRunner(Session session, Ledger ledger, ChatBackend backend) {
    this.session = session;
    this.ledger = ledger;
    this.backend = backend;
    this.tools = new MadeEarly<>(() -> AgentTools.of(session, ledger));
    this.compactor = new Compactor(ledger, backend, this::calls, this::size);
  }

  /** Returns the configured backend of conversations. */
  public static ChatBackend backend(Session session, Node node) {
    String chosen = node.config().get(SessionsSettings.BACKEND);
    return session
        .extensions(Optional.of(node))
        .chat(chosen.isEmpty() ? SessionsSettings.usualBackend(node.config()) : chosen);
  }

  /** Result of an attempt to run a turn. */
  public sealed interface TurnOutcome {
    /** The turn has ended; {@code text} is its answer, or empty when it has none. */
    record Ended(AgentTurn turn, String text) implements TurnOutcome {}

    /** No message waits, or another process runs a turn. */
    record Nothing() implements TurnOutcome {}

    /** A message waits until this time. */
    record Later(Instant at, String why) implements TurnOutcome {}
  }

  private record Said(SessionInput input, MessageQueue.Taking taking) {}

  private record Ready(Seat seat, MessageQueue.Begun begun) {}

  /**
   * Stores a message, and begins a turn of its session in the same transaction if none runs: no
   * other process takes the message before. The turn runs with {@link #next}; when this process
   * ends before, another one continues it.
   */
  public SessionInput say(String label, ToolCall call, Permissions.Work<SessionInput> post) {
    Seat seat = seat(label);
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
      Transaction tx, String label, Seat seat, Predicate<SessionInput> mayBegin) {
    return new MessageQueue(tx)
        .take(label, seat.token().id(), name -> tools.get().isRepeatable(name), mayBegin);
  }

  /** Runs the next turn of a session. */
  public TurnOutcome next(String label, TurnListener listener, Cancellation cancel)
      throws InterruptedException {
    Optional<Ready> first = ready.filter(one -> one.begun().turn().session().equals(label));
    ready = first.isPresent() ? Optional.empty() : ready;
    Seat seat = first.isPresent() ? first.get().seat() : seat(label);
    try (TurnSeat _ = seat.token()) {
      return next(seat, first.map(Ready::begun), label, listener, cancel);
    }
  }

  private TurnOutcome next(
      Seat seat,
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
      return new Asker(input.principal(), input.source() == SessionInput.Source.HUMAN);
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
      MessageQueue.Begun begun, Seat seat, Asker asker, TurnListener listener, Cancellation cancel)
      throws InterruptedException {
    listener.begins(begun.turn());
    recallWindow();
    isForPerson = asker.isPerson();
    PartialAnswer answer = new PartialAnswer();
    try (TurnPulse _ = TurnPulse.of(ledger, begun.turn(), cancel, answer)) {
      return run(begun, seat, listener, answer, cancel);
    }
  }

  private ChatCalls calls(String component) {
    return new ChatCalls(
        ledger.node(),
        backend,
        SessionsSettings.limits(ledger.node().config(), component),
        isForPerson);
  }

  private Seat seat(String label) {
    Seat known = seats.get(label);
    String agent = ledger.<String>read(tx -> new Sessions(tx).agentOf(label));
    TurnSeat token = TurnSeat.of(ledger, agent);
    try {
      Memory memory =
          Optional.ofNullable(known)
              .map(Seat::memory)
              .filter(this::isFresh)
              .orElseGet(() -> memory(token));
      bind(token, memory.causes());
      Seat seat = new Seat(token, memory);
      seats.put(label, seat);
      return seat;
    } catch (RuntimeException e) {
      token.close();
      throw e;
    }
  }

  /** Returns whether what an agent began with is still good for its next turn. */
  private boolean isFresh(Memory memory) {
    return ledger.node().clock().instant().isBefore(memory.readAt().plus(MEMORY_LIFE));
  }

  /** Returns the agent's memory as it is now. */
  private Memory memory(TurnSeat token) {
    return ledger.write(
        tx -> {
          SessionStart.Shown shown =
              new SessionStart(tx).begin(caller(tx, token), Optional.empty());
          return new Memory(shown.text(), shown.causes(), ledger.node().clock().instant());
        });
  }

  /** Lets the authors of the agent's memory bind a token. */
  private void bind(TurnSeat token, List<Authority> causes) {
    ledger.run(
        tx ->
            new ShownText(tx)
                .note(
                    caller(tx, token).principal(),
                    Optional.of(token.id()),
                    Channel.SESSION,
                    "memory_read_hot",
                    causes));
  }

  private static Caller caller(Transaction tx, TurnSeat token) {
    return Agents.caller(tx, Optional.empty(), Optional.of(token.secret()), Channel.SESSION);
  }

  /**
   * Compacts a session in which no turn runs.
   *
   * @return empty when it would make nothing smaller
   */
  public Optional<AgentTurn> compact(String label, Cancellation cancel)
      throws LlmException, InterruptedException {
    isForPerson = true;
    recallWindow();
    Seat seat = seat(label);
    try (TurnSeat _ = seat.token()) {
      return compact(label, seat, cancel);
    }
  }

  private Optional<AgentTurn> compact(String label, Seat seat, Cancellation cancel)
      throws LlmException, InterruptedException {
    PromptSize size = size();
    for (int keep : new int[] {size.keep(), 0}) {
      Optional<AgentTurn> made =
          compactor.run(label, Optional.empty(), keep, CallCauses.NONE, seat::remember, cancel);
      if (made.isPresent()) {
        return made;
      }
    }
    return Optional.empty();
  }

  private Config settings() {
    return ChatCalls.context(ledger.node(), backend).settings();
  }

  private void recallWindow() {
    learned = ledger.read(tx -> new LearnedWindow(tx).find(backend.name(), settings()));
  }

  /** Returns the limits of prompts, with what refusals have shown about the window. */
  private PromptSize size() {
    OptionalInt told = backend.contextTokens(settings());
    return PromptSize.of(
        ledger.node().config(),
        learned.isPresent() && learned.getAsInt() < told.orElse(Integer.MAX_VALUE)
            ? learned
            : told);
  }

  private TurnOutcome run(
      MessageQueue.Begun begun,
      Seat seat,
      TurnListener listener,
      PartialAnswer answer,
      Cancellation cancel)
      throws InterruptedException {
    AgentTurn turn = begun.turn();
    try {
      return new TurnWork(begun, seat, listener, answer, cancel).run();
    } catch (LlmException e) {
      boolean isAborted = e.kind() == LlmException.Kind.CANCELLED;
      return failed(
          turn,
          answer,
          isAborted ? TurnState.ABORTED : TurnState.FAILED,
          isAborted ? MessageQueue.ABORTED : String.valueOf(e.getMessage()));
    } catch (SocietyException e) {
      if (e.code().equals(TurnLog.LOST)) {
        return new TurnOutcome.Nothing();
      }
      return failed(turn, answer, TurnState.FAILED, e.code() + ": " + e.getMessage());
    } catch (RuntimeException e) {
      if (!ItemFault.isOfItem(e)) {
        throw e;
      }
      Optional<PartialAnswer.Beginning> partial = answer.now();
      return ledger.write(
          tx -> {
            partial.ifPresent(one -> new TurnLog(tx).partial(turn, one.after(), one.text()));
            new MessageQueue(tx).threw(turn, e);
            return new TurnOutcome.Ended(new TurnThread(tx).find(turn.id()).orElseThrow(), "");
          });
    }
  }

  /** Ends a turn without an answer; what had come of one stays in the conversation. */
  private TurnOutcome failed(AgentTurn turn, PartialAnswer answer, TurnState state, String why) {
    Optional<PartialAnswer.Beginning> begun = answer.now();
    return ledger.write(
        tx -> {
          begun.ifPresent(one -> new TurnLog(tx).partial(turn, one.after(), one.text()));
          new TurnLog(tx).fail(turn, state, Cut.within(why, 500));
          return new TurnOutcome.Ended(new TurnThread(tx).find(turn.id()).orElseThrow(), "");
        });
  }

  /** Measure of what a prompt leaves out. */
  private enum Fit {
    WHOLE,
    /** Results of tools are cut. */
    LEAN,
    /** Every text is cut until the prompt fits; what lies beside the thread is left out. */
    TIGHT
  }

  /** The steps of one turn. */
  private final class TurnWork {
    private final AgentTurn turn;
    private final MessageQueue.Begun begun;
    private final Seat seat;
    private final TurnListener listener;
    private final PartialAnswer answer;
    private final Cancellation cancel;
    private boolean hasRetried;
    private Fit fit = Fit.WHOLE;
    private int overflows;
    private int refused;
    private int malformedReplies;
    private Optional<String> surroundings = Optional.empty();

    TurnWork(
        MessageQueue.Begun begun,
        Seat seat,
        TurnListener listener,
        PartialAnswer answer,
        Cancellation cancel) {
      this.begun = begun;
      this.turn = begun.turn();
      this.seat = seat;
      this.listener = listener;
      this.answer = answer;
      this.cancel = cancel;
    }

    TurnOutcome run() throws LlmException, InterruptedException {
      int most = ledger.node().config().get(SessionsSettings.MAX_STEPS);
      for (int step = 0; step < most; step++) {
        callTools();
        requireGoing();
        List<SessionInput> joined =
            ledger.<List<SessionInput>>write(tx -> new MessageQueue(tx).steer(turn));
        if (!joined.isEmpty()) {
          listener.joins(joined);
        }
        Optional<TurnOutcome> end = ask();
        if (end.isPresent()) {
          return end.get();
        }
      }
      throw new LlmException(
          LlmException.Kind.ANSWER,
          "the turn has taken %d steps without an answer (sessions.max_steps)".formatted(most));
    }

    private void requireGoing() throws LlmException {
      if (cancel.isCancelled()) {
        throw LlmException.cancelled();
      }
    }

    /** Makes the calls that were asked for and not begun yet. */
    private void callTools() throws LlmException, InterruptedException {
      List<TurnCall> asked =
          ledger.read(tx -> new TurnThread(tx).whole(turn)).calls().stream()
              .filter(call -> call.state() == CallState.ASKED)
              .toList();
      for (TurnCall call : asked) {
        requireGoing();
        ledger.run(tx -> new TurnLog(tx).intend(turn, call.number()));
        listener.calls(call);
        if (call.name().equals(Dispatches.WAIT)) {
          runWorkers();
        }
        AgentTools.Answer answer = made(call);
        TurnLog.Ended end = ended(answer);
        ledger.run(tx -> new TurnLog(tx).ended(turn, call.number(), end));
        listener.called(call, end.isDone(), end.text());
        requireFewRefused(call, answer);
      }
    }

    /** Ends the turn of a model that goes on calling what it may not use. */
    private void requireFewRefused(TurnCall call, AgentTools.Answer answer) throws LlmException {
      if (answer.isRefused()
          && ++refused >= ledger.node().config().get(AgentsSettings.MAX_REFUSED)) {
        throw new LlmException(
            LlmException.Kind.ANSWER,
            "%d calls of this turn were refused, the last of %s (agents.max_refused_calls)"
                .formatted(refused, PeerText.quote(call.name())));
      }
    }

    private AgentTools.Answer made(TurnCall call) throws LlmException, InterruptedException {
      AgentTools.Answer answer = make(call);
      return answer.request().isPresent()
          ? approved(call, answer.request().get()).orElse(answer)
          : answer;
    }

    /** Makes a call. What outlives the abort of its turn is recorded there when it ends. */
    private AgentTools.Answer make(TurnCall call) throws LlmException, InterruptedException {
      RunningCall running =
          RunningCall.start(
              () ->
                  tools
                      .get()
                      .call(
                          call.name(),
                          ThreadMessages.arguments(call.arguments().orElse("{}")),
                          seat.token().secret()));
      Optional<AgentTools.Answer> answer =
          running.await(cancel, ledger.node().config().get(SessionsSettings.ABORT_GRACE));
      if (answer.isEmpty()) {
        seat.token().keep();
        running.late(
            late -> ledger.run(tx -> new TurnLog(tx).late(turn, call, ended(late))),
            seat.token()::close);
        throw LlmException.cancelled();
      }
      return answer.get();
    }

    private TurnLog.Ended ended(AgentTools.Answer answer) {
      return new TurnLog.Ended(!answer.isError(), cut(answer.text()));
    }

    /**
     * Asks a person who follows the turn about the request of this very call, which was refused. An
     * approval runs the call where that is possible; otherwise it is made again here. A refused
     * call had no effect.
     */
    private Optional<AgentTools.Answer> approved(TurnCall call, String request)
        throws LlmException, InterruptedException {
      AccessRequest asked = ledger.read(tx -> new AccessRequests(tx).named(request));
      if (!listener.approves(call, asked)) {
        return Optional.empty();
      }
      AccessRequest now = ledger.read(tx -> new AccessRequests(tx).named(request));
      return Optional.of(
          now.outcome().isEmpty()
              ? make(call)
              : new AgentTools.Answer(
                  "The owner has approved this call. It ran: " + now.outcome().get(),
                  !now.outcome().get().equals(ApprovedCalls.DONE)));
    }

    /** Runs the workers for which this turn waits, unless another process does. */
    private void runWorkers() throws InterruptedException {
      try (TurnRunner nested = new TurnRunner(session, ledger, backend)) {
        List<String> workers =
            ledger.<List<String>>read(tx -> new Dispatches(tx).workers(turn.session()));
        for (String label : workers) {
          Cancellation stop = new Cancellation();
          try (Cancellation.OnCancel _ = cancel.onCancel(stop::cancel)) {
            while (!stop.isCancelled()
                && nested.next(label, TurnListener.NONE, stop) instanceof TurnOutcome.Ended) {
              listener.note("a worker has answered");
            }
          }
        }
      }
    }

    private String cut(String text) {
      int most = ledger.node().config().get(SessionsSettings.MAX_RESULT_BYTES);
      return Cut.bytes(text) <= most
          ? text
          : Cut.beginning(text, most / 4) + "\n(The rest is left out; ask for less.)";
    }

    /** Asks the model once. Returns the end of the turn, unless it asks for tools. */
    private Optional<TurnOutcome> ask() throws LlmException, InterruptedException {
      ChatRequest request = fitting();
      SharedCalls.Asked<ChatReply> asked;
      answer.begins(ledger.<Integer>read(tx -> new TurnLog(tx).lastSaid(turn)));
      try {
        asked = calls(component()).reply(component(), request, causes(), heard(), cancel);
      } catch (LlmException e) {
        if (cancel.isCancelled() || !mayTryAgain(e, request)) {
          throw e.kind() == LlmException.Kind.OVERFLOW ? tooLong(e) : e;
        }
        if (answer.hasBegun()) {
          listener.replaced();
        }
        return Optional.empty();
      }
      return switch (asked) {
        case SharedCalls.Asked.Deferred<ChatReply>(var why, var until, _) ->
            Optional.of(deferred(why, until.instant()));
        case SharedCalls.Asked.Answered<ChatReply>(ChatReply reply) -> {
          Optional<TurnOutcome> end = replied(reply);
          answer.ends();
          yield end;
        }
      };
    }

    /** Removes the reason of a failed call, where that is possible. Returns whether it is. */
    private boolean mayTryAgain(LlmException e, ChatRequest failed)
        throws LlmException, InterruptedException {
      if (e.kind() == LlmException.Kind.OVERFLOW) {
        return isShorter(e, failed);
      }
      Duration pause = e.retryAfter().orElse(BEFORE_RETRY);
      boolean mayRecover =
          e.kind() == LlmException.Kind.PROVIDER
              && !hasRetried
              && pause.compareTo(MAX_BEFORE_RETRY) <= 0;
      if (mayRecover) {
        hasRetried = true;
        listener.note("asks again: " + e.getMessage());
        Polling.pause(ledger.node().clock(), pause);
      }
      return mayRecover;
    }

    /**
     * Makes the next prompt shorter than a refused one: by a summary, then by shorter results, then
     * by cutting what was said. No prompt is sent twice.
     */
    private boolean isShorter(LlmException e, ChatRequest refused)
        throws LlmException, InterruptedException {
      if (++overflows > MOST_OVERFLOWS) {
        return false;
      }
      learn(e, refused);
      if (compacted(size().keep()) || compacted(0)) {
        return true;
      }
      do {
        fit = fit == Fit.WHOLE ? Fit.LEAN : Fit.TIGHT;
        if (estimate(request()) < estimate(refused)) {
          return true;
        }
      } while (fit != Fit.TIGHT);
      return false;
    }

    /** Takes the window from a refusal; from the size of what was refused when it names none. */
    private void learn(LlmException e, ChatRequest refused) {
      int before = size().window();
      int named = ContextWindow.named(e.getMessage()).orElse(Integer.MAX_VALUE);
      int now = named < before ? named : Math.min(before, estimate(refused)) * 3 / 4;
      int window = Math.max(SMALLEST_WINDOW, now);
      learned = OptionalInt.of(window);
      ledger.run(tx -> new LearnedWindow(tx).keep(backend.name(), settings(), window));
      listener.note(
          "the prompt is longer than the model's context, which is taken for %d tokens now;"
                  .formatted(size().window())
              + " set sessions.context_tokens to its size, or summarize sooner with /compact");
    }

    private static LlmException tooLong(LlmException e) {
      return LlmException.overflow(
          e.getMessage()
              + "; the shortest prompt is too long, too: set sessions.context_tokens to the size of"
              + " the model's context, and summarize with /compact (sbp session compact)");
    }

    /** Returns the next request, after a compaction if it would be too large. */
    private ChatRequest fitting() throws LlmException, InterruptedException {
      ChatRequest request = request();
      PromptSize size = size();
      if (next(request) < size.most()) {
        return request;
      }
      if (compacted(size.keep())) {
        request = request();
      }
      if (estimate(request) >= size.most() && fit == Fit.WHOLE) {
        fit = Fit.LEAN;
        request = request();
      }
      return request;
    }

    private boolean compacted(int keep) throws LlmException, InterruptedException {
      Optional<AgentTurn> made =
          compactor.run(turn.session(), Optional.of(turn), keep, causes(), seat::remember, cancel);
      made.ifPresent(listener::compacted);
      return made.isPresent();
    }

    /** Returns the size of the next prompt: the last one's, as reported, and all that was added. */
    private int next(ChatRequest request) {
      return ledger.<Integer>snapshot(
          tx ->
              new TurnThread(tx)
                  .sinceReport(turn.id())
                  .map(
                      report ->
                          Math.clamp(report.tokens(), 0, MOST_REPORTED) + report.addedTokens())
                  .orElseGet(() -> estimate(request)));
    }

    private static int estimate(ChatRequest request) {
      return PromptSize.estimate(request.system())
          + PromptSize.estimate(request.messages())
          + estimateTools(request.tools());
    }

    private static int estimateTools(List<ChatTool> tools) {
      return tools.stream()
          .mapToInt(tool -> PromptSize.estimate(tool.description() + tool.schema()))
          .sum();
    }

    private ChatListener heard() {
      return new ChatListener() {
        @Override
        public void text(String delta) {
          answer.add(delta);
          listener.text(delta);
        }

        @Override
        public void warning(String sentence) {
          listener.note(sentence);
        }
      };
    }

    private TurnOutcome deferred(String why, Instant until) throws LlmException {
      boolean isFresh =
          ledger.read(tx -> new TurnThread(tx).whole(turn)).messages().stream()
              .allMatch(message -> message.role().isGiven());
      if (!isFresh) {
        throw LlmException.provider(why);
      }
      ledger.run(tx -> new TurnLog(tx).release(turn));
      return new TurnOutcome.Later(until, why);
    }

    /** Ends the turn of a model that sends nothing but malformed calls, again and again. */
    private void requireSomeCall(List<ChatCall> calls) throws LlmException {
      List<String> wrong = calls.stream().flatMap(call -> call.malformed().stream()).toList();
      malformedReplies = wrong.size() == calls.size() ? malformedReplies + 1 : 0;
      wrong.forEach(why -> listener.note("a malformed call goes back to the model: " + why));
      if (malformedReplies == MOST_MALFORMED) {
        throw LlmException.answer(
            "the model has sent %d replies with malformed calls alone: %s"
                .formatted(MOST_MALFORMED, wrong.getLast()));
      }
    }

    private Optional<TurnOutcome> replied(ChatReply reply) throws LlmException {
      if (!reply.calls().isEmpty() && backend.runsTools()) {
        ledger.run(tx -> new TurnLog(tx).made(turn, reply.calls()));
      } else if (!reply.calls().isEmpty()) {
        ledger.run(tx -> new TurnLog(tx).asks(turn, reply.text(), reply.calls(), reply.usage()));
        requireSomeCall(reply.calls());
        return Optional.empty();
      }
      String text = reply.text().isBlank() ? "(no answer)" : reply.text();
      AgentTurn done = ledger.write(tx -> new TurnLog(tx).complete(turn, text, reply.usage()));
      return Optional.of(new TurnOutcome.Ended(done, text));
    }

    private String component() {
      return "session:" + turn.session();
    }

    private CallCauses causes() {
      return ledger.read(
          tx -> {
            Authority own = Authority.of(begun.agent().principal(), Channel.SESSION);
            List<Authority> all = new TurnLog(tx).context(turn);
            return Beneficiaries.causes(tx, Access.within(tx, own, all));
          });
    }

    private ChatRequest request() {
      List<ChatMessage> messages =
          ledger.snapshot(
              tx -> {
                TurnThread thread = new TurnThread(tx);
                AgentTurn now = thread.find(turn.id()).orElseThrow();
                return ThreadMessages.of(thread, thread.effective(now), Optional.of(now));
              });
      AgentSession of = ledger.read(tx -> new Sessions(tx).require(turn.session()));
      Persona persona = new Personas(ledger.node()).require(of.persona());
      boolean isTight = fit == Fit.TIGHT;
      String system =
          SystemPrompt.of(
              persona,
              isTight ? "" : new Personas(ledger.node()).skills(persona.name()),
              isTight ? "" : seat.memory().text(),
              channel().guide());
      List<ChatTool> offered = backend.runsTools() ? List.of() : offered();
      return new ChatRequest(
          system,
          fitted(messages, PromptSize.estimate(system) + estimateTools(offered)),
          offered,
          size().within(SharedCalls.budget(ledger.node().config())),
          ChatCalls.context(ledger.node(), backend),
          backend.runsTools() ? Optional.of(server()) : Optional.empty());
    }

    private List<ChatMessage> fitted(List<ChatMessage> messages, int others) {
      return switch (fit) {
        case WHOLE -> beside(messages);
        case LEAN -> beside(ThreadMessages.lean(messages));
        case TIGHT -> PromptSize.within(ThreadMessages.lean(messages), size().most() - others);
      };
    }

    /** Returns the messages behind what lies beside the thread, which is read once for a turn. */
    private List<ChatMessage> beside(List<ChatMessage> messages) {
      if (surroundings.isEmpty()) {
        surroundings =
            Optional.of(
                ledger.<String>write(
                    tx ->
                        new Surroundings(
                                tx, caller(tx, seat.token()), new TurnLog(tx).context(turn))
                            .text(turn.id())));
      }
      return surroundings
          .filter(text -> !text.isEmpty())
          .map(
              text ->
                  Stream.concat(Stream.of(new ChatMessage.User(text)), messages.stream()).toList())
          .orElse(messages);
    }

    /** Returns the channel by which the answer leaves. */
    private AnswerChannel channel() {
      Optional<SessionInput.Source> source = ledger.read(tx -> new TurnLog(tx).source(turn));
      return switch (source.orElse(SessionInput.Source.HUMAN)) {
        case HUMAN -> AnswerChannel.TERMINAL;
        case PEER -> AnswerChannel.DIRECT;
        case AGENT, HOOK, TIMER, WEBHOOK -> AnswerChannel.MCP;
      };
    }

    /** Returns the tools to offer: where they would fill a tight window, the search for others. */
    private List<ChatTool> offered() {
      List<ChatTool> usual = usual();
      return fit == Fit.TIGHT && estimateTools(usual) > size().most() / 2
          ? usual.stream().filter(tool -> tool.name().equals(AgentTools.SEARCH)).toList()
          : usual;
    }

    private List<ChatTool> usual() {
      String token = seat.token().secret();
      return (backend.paysForTools() ? tools.get().listed(token) : tools.get().all(token))
          .stream()
              .map(tool -> new ChatTool(tool.name(), tool.description(), tool.input()))
              .toList();
    }

    private ToolServer server() {
      List<String> words = new ArrayList<>(session.world().programWords());
      words.add("mcp");
      Map<String, String> environment = new TreeMap<>();
      environment.put(SocietyCommand.TOKEN_VARIABLE, seat.token().secret());
      environment.put(NodeHome.VARIABLE, ledger.node().home().root().toString());
      return new ToolServer("sbp", words, environment);
    }
  }

  /** Forgets the memories that agents began with when they are many. */
  void trim() {
    if (seats.size() > MOST_SEATS) {
      seats.clear();
    }
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
