package org.sovereignbook.sbp.plugins.acp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnCall;
import org.sovereignbook.sbp.society.sessions.TurnMessage;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** Replay of what was said and done in a session. */
record EditorHistory(EditorHost host, EditorUpdates updates, BoardPlan plan) {
  /** Turns that are replayed of a long session, the newest. */
  private static final int MOST_TURNS = 500;

  /** Replays a session. */
  void session(String label) {
    List<TurnThread.Whole> turns = host.ledger().read(tx -> turns(tx, label));
    turns.forEach(turn -> turn(turn, true));
    plan.news().ifPresent(updates::plan);
  }

  private static List<TurnThread.Whole> turns(Transaction tx, String label) {
    TurnThread thread = new TurnThread(tx);
    AgentSession session = new Sessions(tx).require(label);
    return Stream.concat(
            thread.withUnfinished(thread.newest(session.head(), MOST_TURNS)).stream(),
            thread.unfinishedBehind(session).stream())
        .map(thread::whole)
        .toList();
  }

  /** Replays the agent's part in a turn that another process has run. */
  void turn(String id) {
    Optional<TurnThread.Whole> whole =
        host.ledger()
            .read(tx -> new TurnThread(tx).find(id).map(turn -> new TurnThread(tx).whole(turn)));
    whole.ifPresent(turn -> turn(turn, false));
    plan.news().ifPresent(updates::plan);
  }

  private void turn(TurnThread.Whole whole, boolean withQuestions) {
    Map<Integer, TurnCall> results = new HashMap<>();
    for (TurnCall call : whole.calls()) {
      call.result().ifPresent(number -> results.put(number, call));
    }
    for (TurnMessage message : whole.messages()) {
      message(whole.turn(), message, withQuestions);
      Optional.ofNullable(results.get(message.number()))
          .ifPresent(call -> call(call, message.text()));
    }
    whole.calls().stream()
        .filter(call -> call.result().isEmpty())
        .forEach(call -> call(call, Optional.empty()));
  }

  private void call(TurnCall call, Optional<String> result) {
    updates.call(new CallView(call, host.node().disk()).ended(result));
    plan.called(call, result.orElse(""));
  }

  private void message(AgentTurn turn, TurnMessage message, boolean withQuestions) {
    String text = message.text().orElse("(erased)");
    switch (message.role()) {
      case USER -> {
        if (withQuestions) {
          updates.user(text);
        }
      }
      case ASSISTANT, PARTIAL -> {
        if (!text.isBlank()) {
          updates.agent(text);
        }
      }
      case SUMMARY ->
          updates.remark("earlier turns are summarized, by " + turn.summarizedBy() + "\n");
      case TOOL, NOTE -> {
        // Shown with its call, or written for the model.
      }
    }
  }
}
