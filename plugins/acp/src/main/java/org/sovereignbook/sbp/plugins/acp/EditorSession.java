package org.sovereignbook.sbp.plugins.acp;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Channel;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.SessionFilter;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;

/** Session of this node in an editor; its label is the session's id there. One prompt at a time. */
final class EditorSession implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(200);

  /** Longest wait for a message to become due, while somebody waits for its answer. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private static final int MOST_LISTED = 20;

  private final EditorHost host;
  private final String label;
  private final EditorUpdates updates;
  private final BoardPlan plan;
  private final TurnRunner runner;
  private volatile EditorMode mode = EditorMode.ASK;

  EditorSession(EditorHost host, String label) {
    this.host = host;
    this.label = label;
    this.updates = new EditorUpdates(host.wire(), label);
    this.plan = new BoardPlan(host.ledger());
    this.runner = new TurnRunner(host.session(), host.ledger(), host.backend().get());
  }

  EditorUpdates updates() {
    return updates;
  }

  JsonObject modes() {
    return mode.state();
  }

  void mode(EditorMode other) {
    mode = other;
  }

  void replay() {
    history().session(label);
  }

  private EditorHistory history() {
    return new EditorHistory(host, updates, plan);
  }

  /** Answers a prompt. Returns the reason why it ends. */
  synchronized String prompt(String text, Cancellation cancel)
      throws AcpError, InterruptedException {
    Optional<EditorCommand.Typed> typed = EditorCommand.of(text);
    if (typed.isEmpty()) {
      say(text, cancel);
    } else {
      List<String> words = typed.get().words();
      updates.agent(
          switch (typed.get().command()) {
            case COMPACT -> compacted(cancel);
            case FORK -> forked(words);
            case SESSIONS -> listed();
          });
    }
    return cancel.isCancelled() ? "cancelled" : "end_turn";
  }

  private void say(String text, Cancellation cancel) throws AcpError, InterruptedException {
    SessionInput sent = runner.say(label, call("session send", label, text), add(text));
    EditorTurn shown = new EditorTurn(host, updates, plan, () -> mode, cancel);
    boolean isOwn = false;
    while (!now(sent).state().isEnd()) {
      switch (next(shown, cancel)) {
        case TurnOutcome.Ended _ -> isOwn = true;
        case TurnOutcome.Nothing() -> waits(sent, LOOK, cancel);
        case TurnOutcome.Later(Instant at, String why) -> {
          Duration left = Duration.between(host.node().clock().instant(), at);
          if (left.compareTo(PATIENCE) > 0) {
            updates.agent("The message waits: " + why);
            return;
          }
          waits(sent, left.compareTo(LOOK) < 0 ? LOOK : left, cancel);
        }
      }
    }
    ended(now(sent), isOwn, cancel);
  }

  /** Runs a turn; what ends it alone, such as another process, does not cancel the prompt. */
  private TurnOutcome next(EditorTurn shown, Cancellation cancel) throws InterruptedException {
    Cancellation ofTurn = new Cancellation();
    try (Cancellation.OnCancel _ = cancel.onCancel(ofTurn::cancel)) {
      return runner.next(label, shown, ofTurn);
    }
  }

  private void waits(SessionInput sent, Duration time, Cancellation cancel)
      throws InterruptedException {
    if (cancel.isCancelled()) {
      abort(sent);
    }
    Polling.pause(host.node().clock(), time.compareTo(LOOK) > 0 ? LOOK : time);
  }

  /** Takes the message back, or asks the process that runs its turn to end it. */
  private void abort(SessionInput sent) {
    host.ledger()
        .run(
            tx -> {
              new MessageQueue(tx).withdraw(sent);
              new TurnLog(tx)
                  .running(label)
                  .filter(turn -> new MessageQueue(tx).isOf(sent.principal(), turn))
                  .ifPresent(turn -> new TurnLog(tx).askToAbort(turn.id()));
            });
  }

  private void ended(SessionInput input, boolean isOwn, Cancellation cancel) throws AcpError {
    boolean isAnswered = input.state() == InputState.ANSWERED || input.state() == InputState.MERGED;
    if (!isOwn) {
      input.turn().ifPresent(history()::turn);
    }
    if (!isAnswered && !cancel.isCancelled()) {
      throw AcpError.failed("no answer: " + input.why().orElse(input.state().toString()));
    }
  }

  private SessionInput now(SessionInput sent) {
    return host.ledger()
        .<SessionInput>read(tx -> new MessageQueue(tx).find(sent.id()).orElseThrow());
  }

  private ToolCall call(String command, String... words) {
    return SocietyCommand.call(host.session(), command, List.of(words));
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

  private String compacted(Cancellation cancel) throws AcpError, InterruptedException {
    if (host.ledger().<Boolean>read(tx -> new Sessions(tx).find(label).isEmpty())) {
      return "Nothing was said yet.";
    }
    try {
      return runner
          .compact(label, cancel)
          .map(AgentTurn::summarizedBy)
          .map(by -> "Older turns are summarized now, by " + by + ".")
          .orElse("There is nothing to compact.");
    } catch (LlmException e) {
      throw AcpError.failed("not compacted: " + e.getMessage());
    }
  }

  private String forked(List<String> words) {
    Optional<String> at = words.stream().findFirst();
    List<String> arguments = new ArrayList<>(List.of(label));
    at.ifPresent(turn -> arguments.addAll(List.of("--at", turn)));
    AgentSession made =
        Permissions.run(
            host.ledger(),
            call("session fork", arguments.toArray(String[]::new)),
            (tx, caller) -> {
              Sessions sessions = new Sessions(tx);
              return sessions.fork(sessions.seen(caller, label), at, caller.authority());
            });
    return "The session `" + made.label() + "` begins here: open it from the list of sessions.";
  }

  private String listed() {
    List<AgentSession> all =
        Permissions.run(
            host.ledger(),
            call("session list"),
            (tx, caller) -> SessionFilter.NONE.list(tx, caller, Optional.empty(), MOST_LISTED));
    return all.isEmpty()
        ? "There is no session yet."
        : all.stream()
            .map(one -> "- `" + one.label() + "`, used " + one.usedAt())
            .collect(Collectors.joining("\n"));
  }

  /** Closes it after the prompt that runs, which the caller has cancelled. */
  @Override
  public synchronized void close() {
    runner.close();
  }
}
