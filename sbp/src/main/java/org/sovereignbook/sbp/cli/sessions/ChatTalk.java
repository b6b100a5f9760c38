package org.sovereignbook.sbp.cli.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LiveMarkdown;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/**
 * A conversation in one session: stores a message, and runs turns until it is answered.
 *
 * @param approver asks a person about requests; {@link #NOBODY} where none is there
 */
record ChatTalk(
    Session session, Ledger ledger, TurnRunner runner, String label, Approver approver) {
  private static final Duration LOOK = Duration.ofMillis(200);

  /** Longest wait for a message to become due, while somebody waits for its answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Approver where nobody can be asked. */
  static final Approver NOBODY = _ -> false;

  /** Person who may approve the request of a refused call. */
  @FunctionalInterface
  interface Approver {
    boolean approves(AccessRequest request);
  }

  /**
   * Says one thing and shows the answer.
   *
   * @param cancel ends the turn; the message is refused then, and the conversation stays
   */
  ExitCode say(String text, Cancellation cancel) throws InterruptedException {
    SessionInput sent = begin(text);
    output().jsonLine(ChatEvent.message(label, sent.id(), "queued", Optional.empty()));
    try (ShownTurn shown = shown()) {
      return answered(sent, shown, cancel);
    }
  }

  /**
   * Stores a message whose turn this process runs, unless another turn of the session runs now: the
   * person here sees it and is asked.
   */
  SessionInput begin(String text) {
    return runner.say(label, call(text), add(text));
  }

  /** Stores a message, from whatever thread. */
  SessionInput post(String text) {
    return Permissions.run(ledger, call(text), add(text));
  }

  private ToolCall call(String text) {
    return SocietyCommand.call(session, "session send", List.of(label, text));
  }

  private Permissions.Work<SessionInput> add(String text) {
    return (tx, caller) ->
        new MessageQueue(tx)
            .add(
                new MessageQueue.Posted(
                    label,
                    SessionInput.Source.HUMAN,
                    text,
                    Optional.empty(),
                    Optional.empty(),
                    Channel.CHAT,
                    "",
                    caller.authority()));
  }

  /** Returns whether a message has come to its end. */
  boolean isEnded(SessionInput sent) {
    return now(sent).state().isEnd();
  }

  /** Makes the view of the turns that answer a message. */
  ShownTurn shown() {
    return new ShownTurn(session, ledger, label, approver, LiveMarkdown.of(session));
  }

  private Output output() {
    return session.output();
  }

  /** Runs turns until a message is answered. */
  ExitCode answered(SessionInput sent, ShownTurn shown, Cancellation cancel)
      throws InterruptedException {
    Optional<AgentTurn> last = Optional.empty();
    while (true) {
      switch (runner.next(label, shown, cancel)) {
        case TurnOutcome.Ended(AgentTurn turn, String _) -> {
          shown.flush();
          last = Optional.of(turn);
        }
        case TurnOutcome.Nothing() -> {
          if (cancel.isCancelled()) {
            abort(sent);
          }
          shown.joined(now(sent));
          if (!isEnded(sent)) {
            Polling.pause(ledger.node().clock(), LOOK);
          }
        }
        case TurnOutcome.Later(Instant at, String why) -> {
          Duration left = Duration.between(ledger.node().clock().instant(), at);
          if (left.compareTo(PATIENCE) > 0) {
            return waits(why);
          }
          Polling.pause(ledger.node().clock(), left.isNegative() ? LOOK : left);
        }
      }
      SessionInput now = now(sent);
      if (now.state().isEnd()) {
        return ended(now, last, shown);
      }
      last.ifPresent(turn -> output().jsonLine(ChatEvent.turn(turn)));
      last = Optional.empty();
    }
  }

  /** Takes the message back, or asks the process that runs its turn to end it. */
  private void abort(SessionInput sent) {
    ledger.run(
        tx -> {
          new MessageQueue(tx).withdraw(sent);
          new TurnLog(tx)
              .running(label)
              .filter(turn -> new MessageQueue(tx).isOf(sent.principal(), turn))
              .ifPresent(turn -> new TurnLog(tx).askToAbort(turn.id()));
        });
  }

  private SessionInput now(SessionInput sent) {
    return ledger.<SessionInput>read(tx -> new MessageQueue(tx).find(sent.id()).orElseThrow());
  }

  private ExitCode waits(String why) {
    String sentence = "the message waits: " + why;
    output().note(sentence);
    output().jsonLine(ChatEvent.error(label, sentence));
    return ExitCode.NOT_VALID;
  }

  private ExitCode ended(SessionInput input, Optional<AgentTurn> own, ShownTurn shown) {
    Optional<AgentTurn> last = own.isPresent() ? own : elsewhere(input, shown);
    output().jsonLine(ChatEvent.message(label, input.id(), input.state().toString(), input.why()));
    last.ifPresent(turn -> output().jsonLine(ChatEvent.turn(turn)));
    boolean isAnswered = input.state() == InputState.ANSWERED || input.state() == InputState.MERGED;
    if (!isAnswered) {
      shown.flush();
      output().note("no answer: " + TurnWords.reason(input.why().orElse(input.state().toString())));
    }
    return isAnswered ? ExitCode.DONE : ExitCode.NOT_VALID;
  }

  /** Shows the turn that another process, such as {@code sbp up}, has run for a message. */
  private Optional<AgentTurn> elsewhere(SessionInput input, ShownTurn shown) {
    if (input.turn().isEmpty()) {
      return Optional.empty();
    }
    SessionNews news = SessionNews.ofTurn(label, input.turn().get());
    shown.flush();
    ledger.<List<SessionNews.Item>>read(news::look).stream()
        .filter(item -> item.event().event() != ChatEvent.Kind.MESSAGE)
        .filter(item -> item.event().event() != ChatEvent.Kind.TURN)
        .forEach(item -> item.print(output()));
    return news.lastEnded();
  }
}
