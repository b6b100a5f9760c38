package org.sovereignbook.sbp.cli.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Span;
import org.sovereignbook.sbp.model.judgment.LedgerCalls;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.CallStep;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.PromptSize;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.ThreadMessages;
import org.sovereignbook.sbp.society.sessions.TurnCall;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnMessage;
import org.sovereignbook.sbp.society.sessions.TurnPrompts;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** Reads one turn as a tree. */
final class TurnReader {
  private final Transaction tx;
  private final AgentTurn turn;
  private final AgentSession session;
  private final TurnThread.Whole whole;
  private final List<TurnPrompts.Prompt> prompts;
  private final LedgerCalls ledger;
  private final Map<Integer, TurnMessage> results;
  private final Map<Integer, CallStep> callSteps;
  private final Map<Integer, Principal> writers;
  private final Deque<TurnPrompts.Prompt> open;
  private final List<TurnTree.Round> steps = new ArrayList<>();

  /** Messages that came since the last call of a model. */
  private final List<TurnTree.Utterance> unread = new ArrayList<>();

  private TurnReader(Transaction tx, AgentTurn turn) {
    this.tx = tx;
    this.turn = turn;
    this.session = new Sessions(tx).require(turn.session());
    this.whole = new TurnThread(tx).whole(turn);
    this.prompts = new TurnPrompts(tx).of(turn.id());
    this.open = new ArrayDeque<>(prompts);
    this.ledger =
        LedgerCalls.of(
            tx.node(),
            turn.startedAt(),
            prompts.stream().flatMap(prompt -> prompt.callId().stream()).toList());
    this.results =
        whole.messages().stream()
            .filter(message -> message.role() == TurnMessage.Role.TOOL)
            .collect(Collectors.toMap(TurnMessage::number, Function.identity()));
    this.callSteps =
        CallStep.of(tx, turn.id()).stream()
            .collect(Collectors.toMap(CallStep::number, Function.identity()));
    this.writers =
        new TurnLog(tx)
            .inputs(turn).stream()
                .collect(
                    Collectors.toMap(
                        input -> input.taken().number().orElseThrow(),
                        input -> input.cause().principal()));
  }

  /**
   * Returns a turn that the caller may see: the owner sees all, an agent those of its sessions.
   *
   * @throws SocietyException with {@code unknown-turn}
   */
  static AgentTurn seen(Transaction tx, Caller caller, String id) {
    return new TurnThread(tx)
        .find(id)
        .filter(turn -> Sessions.isSeen(caller, new Sessions(tx).require(turn.session())))
        .orElseThrow(
            () ->
                SocietyException.notFound(
                    "unknown-turn",
                    "there is no turn " + PeerText.quote(id),
                    "turns of a conversation:  sbp session tree SESSION"));
  }

  static TurnTree read(Transaction tx, AgentTurn turn) {
    return new TurnReader(tx, turn).tree();
  }

  private TurnTree tree() {
    for (TurnMessage message : whole.messages()) {
      switch (message.role()) {
        case USER, NOTE -> {
          // What was asked before this message has got no answer.
          lastBefore(message.number()).ifPresent(prompt -> add(prompt, Optional.empty()));
          unread.add(message(message));
        }
        case ASSISTANT, PARTIAL, SUMMARY -> add(lastBefore(message.number()), Optional.of(message));
        case TOOL -> {
          // Stands with the call that it is the result of.
        }
      }
    }
    lastBefore(Integer.MAX_VALUE).ifPresent(prompt -> add(prompt, Optional.empty()));
    return document();
  }

  /**
   * Returns the last call of a model before a message; those before it have failed, and are added.
   */
  private Optional<TurnPrompts.Prompt> lastBefore(int number) {
    Optional<TurnPrompts.Prompt> last = Optional.empty();
    while (!open.isEmpty() && open.getFirst().behind() < number) {
      last.ifPresent(prompt -> add(prompt, Optional.empty()));
      last = Optional.of(open.removeFirst());
    }
    return last;
  }

  private void add(TurnPrompts.Prompt prompt, Optional<TurnMessage> answer) {
    add(Optional.of(prompt), answer);
  }

  private void add(Optional<TurnPrompts.Prompt> prompt, Optional<TurnMessage> answer) {
    steps.add(
        new TurnTree.Round(
            List.copyOf(unread),
            prompt.map(this::asked),
            answer.map(this::message),
            answer.map(this::tools).orElse(List.of())));
    unread.clear();
  }

  private TurnTree document() {
    return new TurnTree(
        new TurnTree.Head(
            turn.id(),
            turn.parent(),
            turn.session(),
            session.agent(),
            turn.type(),
            turn.state(),
            turn.why(),
            turn.run().tries()),
        Span.of(turn.startedAt(), turn.endedAt()),
        ledger.total(),
        List.copyOf(steps),
        List.copyOf(unread),
        !prompts.isEmpty(),
        new Sessions(tx).headed(turn.id()),
        new TurnLog(tx).causes(turn));
  }

  private TurnTree.Utterance message(TurnMessage message) {
    String text = message.text().orElse("(erased)");
    return new TurnTree.Utterance(
        message.number(),
        message.role().toString(),
        message.source().map(SessionInput.Source::toString),
        author(message),
        text,
        PromptSize.estimate(text),
        message.at().toEpochMilli());
  }

  private String author(TurnMessage message) {
    return switch (message.role()) {
      case USER ->
          Optional.ofNullable(writers.get(message.number()))
              .map(Board.in(tx)::name)
              .orElse("unknown");
      case NOTE, TOOL -> Principal.SYSTEM.text();
      case ASSISTANT, PARTIAL -> session.agent();
      case SUMMARY -> turn.summarizedBy();
    };
  }

  private TurnTree.Asked asked(TurnPrompts.Prompt prompt) {
    Optional<LedgerCalls.Call> call = prompt.callId().flatMap(ledger::find);
    return new TurnTree.Asked(
        prompt.backend(),
        call.flatMap(LedgerCalls.Call::model),
        new TurnTree.Times(
            prompt.beganAt().toEpochMilli(),
            since(prompt.beganAt(), prompt.firstAt()),
            since(prompt.beganAt(), prompt.endedAt())),
        new TurnTree.Used(
            call.flatMap(LedgerCalls.Call::inputTokens),
            call.flatMap(LedgerCalls.Call::outputTokens),
            call.map(LedgerCalls.Call::sum)),
        outcome(prompt),
        prompt.why(),
        prompt.fit(),
        prompt.held().stream().map(this::part).toList());
  }

  private static Optional<Long> since(Instant from, Optional<Instant> to) {
    return to.map(end -> Duration.between(from, end).toMillis());
  }

  private Optional<String> outcome(TurnPrompts.Prompt prompt) {
    if (prompt.endedAt().isEmpty()) {
      return turn.state() == TurnState.RUNNING ? Optional.empty() : Optional.of("interrupted");
    }
    boolean isAborted = turn.why().equals(Optional.of(MessageQueue.ABORTED)) && isLast(prompt);
    return Optional.of(prompt.why().isEmpty() ? "answered" : isAborted ? "interrupted" : "failed");
  }

  private boolean isLast(TurnPrompts.Prompt prompt) {
    return prompts.getLast().number() == prompt.number();
  }

  private TurnTree.Part part(TurnPrompts.Part part) {
    boolean isSummary = part.turn().isPresent();
    return new TurnTree.Part(
        part.kind(),
        part.count(),
        part.tokens(),
        isSummary
            ? part.authors()
            : part.authors().stream()
                .map(author -> Board.in(tx).name(new Principal(author)))
                .toList(),
        part.turn());
  }

  private List<TurnTree.ToolUse> tools(TurnMessage asking) {
    return whole.calls().stream()
        .filter(call -> call.asked() == asking.number())
        .map(this::tool)
        .toList();
  }

  private TurnTree.ToolUse tool(TurnCall call) {
    CallStep step = Objects.requireNonNull(callSteps.get(call.number()));
    return new TurnTree.ToolUse(
        call.name(),
        ThreadMessages.arguments(call.arguments().orElse("{}")),
        call.state().toString(),
        call.result().map(results::get).map(result -> result.text().orElse("(erased)")),
        step.begunAt().map(Instant::toEpochMilli),
        step.begunAt().flatMap(begun -> since(begun, step.endedAt())),
        step.decision(),
        step.reason());
  }
}
