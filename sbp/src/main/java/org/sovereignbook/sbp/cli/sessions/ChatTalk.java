package org.sovereignbook.sbp.cli.sessions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.AccessRequest;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LiveMarkdown;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.turns.PersonTalk;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.SessionInput;

/**
 * A conversation in one session: stores a message, and runs turns until it is answered.
 *
 * @param approver asks a person about requests; {@link #NOBODY} where none is there
 */
record ChatTalk(
    Session session, Ledger ledger, TurnRunner runner, String label, Approver approver) {
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
    return talk().say(call(text), text);
  }

  /** Stores a message, from whatever thread. */
  SessionInput post(String text) {
    return talk().post(call(text), text);
  }

  private ToolCall call(String text) {
    return SocietyCommand.call(session, "session send", List.of(label, text));
  }

  private PersonTalk talk() {
    return new PersonTalk(ledger, runner, label);
  }

  /** Returns whether a message has come to its end. */
  boolean isEnded(SessionInput sent) {
    return talk().now(sent).state().isEnd();
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
    List<AgentTurn> last = new ArrayList<>();
    PersonTalk.Follower follower =
        new PersonTalk.Follower() {
          @Override
          public void ended(AgentTurn turn) {
            shown.flush();
            last.clear();
            if (isEnded(sent)) {
              last.add(turn);
            } else {
              output().jsonLine(ChatEvent.turn(turn));
            }
          }

          @Override
          public void waits(SessionInput now) {
            shown.joined(now);
          }
        };
    Optional<String> waits = talk().answered(sent, shown, follower, cancel);
    return waits.isPresent()
        ? waits(waits.get())
        : ended(talk().now(sent), last.stream().findFirst(), shown);
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
    if (input.taken().turn().isEmpty()) {
      return Optional.empty();
    }
    SessionNews news = SessionNews.ofTurn(label, input.taken().turn().get());
    shown.flush();
    ledger.<List<SessionNews.Item>>read(news::look).stream()
        .filter(item -> item.event().event() != ChatEvent.Kind.MESSAGE)
        .filter(item -> item.event().event() != ChatEvent.Kind.TURN)
        .forEach(item -> item.print(output()));
    return news.lastEnded();
  }
}
