package org.sovereignbook.sbp.cli.sessions;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.StreamedMarkdown;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.TurnCall;

/** A conversation in one session: stores a message, and runs turns until it is answered. */
record ChatTalk(Session session, Ledger ledger, TurnRunner runner, String label) {
  private static final Duration LOOK = Duration.ofMillis(200);

  /** Longest wait for a message to become due, while somebody waits for its answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Says one thing and shows the answer. */
  ExitCode say(String text) throws InterruptedException {
    SessionInput sent =
        Permissions.run(
            ledger,
            SocietyCommand.call(session, "session send", List.of(label, text)),
            (tx, caller) ->
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
                            caller.authority())));
    output().jsonLine(ChatEvent.message(label, sent.id(), "queued", Optional.empty()));
    return answered(sent);
  }

  private Output output() {
    return session.output();
  }

  private ExitCode answered(SessionInput sent) throws InterruptedException {
    Shown shown = new Shown();
    Optional<AgentTurn> last = Optional.empty();
    while (true) {
      switch (runner.next(label, shown, new Cancellation())) {
        case TurnRunner.TurnOutcome.Ended(AgentTurn turn, String _) -> {
          shown.flush();
          last = Optional.of(turn);
        }
        case TurnRunner.TurnOutcome.Nothing() -> {
          if (!now(sent).state().isEnd()) {
            Thread.sleep(LOOK);
          }
        }
        case TurnRunner.TurnOutcome.Later(Instant at, String why) -> {
          Duration left = Duration.between(ledger.node().clock().instant(), at);
          if (left.compareTo(PATIENCE) > 0) {
            return waits(why);
          }
          Thread.sleep(left.isNegative() ? LOOK : left);
        }
      }
      SessionInput now = now(sent);
      if (now.state().isEnd()) {
        return ended(now, last);
      }
      last.ifPresent(turn -> output().jsonLine(ChatEvent.turn(turn)));
      last = Optional.empty();
    }
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

  private ExitCode ended(SessionInput input, Optional<AgentTurn> last) {
    output().jsonLine(ChatEvent.message(label, input.id(), input.state().toString(), input.why()));
    last.ifPresent(turn -> output().jsonLine(ChatEvent.turn(turn)));
    boolean isAnswered = input.state() == InputState.ANSWERED || input.state() == InputState.MERGED;
    if (!isAnswered) {
      output().note("no answer: " + input.why().orElse(input.state().toString()));
    }
    return isAnswered ? ExitCode.DONE : ExitCode.NOT_VALID;
  }

  /** Shows a turn while it runs. */
  private final class Shown implements TurnListener {
    private final StreamedMarkdown text = output().streamedMarkdown();
    private String turn = "";

    @Override
    public void begins(AgentTurn begun) {
      turn = begun.id();
    }

    @Override
    public void text(String delta) {
      text.add(delta);
      output().jsonLine(ChatEvent.text(label, turn, delta));
    }

    @Override
    public void calls(TurnCall call) {
      flush();
      output().jsonLine(ChatEvent.tool(label, turn, call.name(), call.state().toString()));
    }

    @Override
    public void called(TurnCall call, boolean isDone, String result) {
      String state = isDone ? "done" : "failed";
      output().line("  " + call.name() + ": " + state);
      output().jsonLine(ChatEvent.tool(label, turn, call.name(), state));
    }

    @Override
    public void note(String sentence) {
      output().note(sentence);
    }

    @Override
    public void compacted(AgentTurn compaction) {
      output().jsonLine(ChatEvent.compaction(compaction));
    }

    void flush() {
      text.end();
    }
  }
}
