package org.sovereignbook.sbp.plugins.acp;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.turns.PersonTalk;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.InputState;
import org.sovereignbook.sbp.society.sessions.SessionFilter;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;

/** Session of this node in an editor; its label is the session's id there. One prompt at a time. */
final class EditorSession implements AutoCloseable {
  private static final int MOST_LISTED = 20;

  private final EditorHost host;
  private final String label;
  private final EditorUpdates updates;
  private final BoardPlan plan;
  private final TurnRunner runner;
  private volatile EditorMode mode = EditorMode.ASK;

  /** Newest ended turn of which the editor knows. */
  private String shown = "";

  /** Turns since then that this connection has run. */
  private final Set<String> own = new HashSet<>();

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

  /** Begins with the turns that are there. */
  synchronized void join(boolean isReplayed) {
    shown = history().newest(label);
    own.clear();
    if (isReplayed) {
      history().session(label);
    }
  }

  private EditorHistory history() {
    return new EditorHistory(host, updates, plan);
  }

  /** Answers a prompt. Returns the reason why it ends, which is no failure once cancelled. */
  synchronized String prompt(String text, Cancellation cancel)
      throws AcpError, InterruptedException {
    try {
      answer(text, cancel);
    } catch (AcpError | RuntimeException e) {
      if (!cancel.isCancelled()) {
        throw e;
      }
    }
    return cancel.isCancelled() ? "cancelled" : "end_turn";
  }

  private void answer(String text, Cancellation cancel) throws AcpError, InterruptedException {
    Optional<EditorCommand.Typed> typed = EditorCommand.of(text);
    if (typed.isEmpty()) {
      say(text, cancel);
      return;
    }
    List<String> words = typed.get().words();
    updates.agent(
        switch (typed.get().command()) {
          case COMPACT -> compacted(cancel);
          case FORK -> forked(words);
          case SESSIONS -> listed();
        });
  }

  private void say(String text, Cancellation cancel) throws AcpError, InterruptedException {
    PersonTalk talk = new PersonTalk(host.ledger(), runner, label);
    SessionInput sent = talk.say(call("session send", label, text), text);
    Optional<String> waits =
        talk.answered(
            sent,
            new EditorTurn(host, updates, plan, () -> mode, this::begins, cancel),
            _ -> {},
            cancel);
    SessionInput end = talk.now(sent);
    showOthers(end.taken().turn());
    if (waits.isPresent()) {
      updates.agent("The message waits: " + waits.get());
    } else if (end.state() != InputState.ANSWERED && end.state() != InputState.MERGED) {
      throw AcpError.failed("no answer: " + end.why().orElse(end.state().toString()));
    }
  }

  private void begins(AgentTurn turn) {
    own.add(turn.id());
    showOthers(Optional.empty());
  }

  private void showOthers(Optional<String> answering) {
    shown = history().others(label, shown, own, answering);
    own.removeIf(turn -> turn.compareTo(shown) <= 0);
  }

  private ToolCall call(String command, String... words) {
    return SocietyCommand.call(host.session(), command, List.of(words));
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
            .map(one -> "- `" + one.label() + "`, used " + one.times().usedAt())
            .collect(Collectors.joining("\n"));
  }

  /** Closes it after the prompt that runs, which the caller has cancelled. */
  @Override
  public synchronized void close() {
    runner.close();
  }
}
