package org.sovereignbook.sbp.plugins.acp;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.SessionInput;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnCall;
import org.sovereignbook.sbp.society.sessions.TurnMessage;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** Replay of what was said and done in a session. */
record EditorHistory(EditorHost host, EditorUpdates updates, BoardPlan plan) {
  /** Turns that are replayed of a long session, the newest. */
  private static final int MOST_TURNS = 500;

  /** Replays a session, one turn after the other. */
  void session(String label) {
    List<AgentTurn> turns = host.ledger().read(tx -> turns(tx, label));
    turns.forEach(turn -> turn(turn, true));
    plan.news().ifPresent(updates::plan);
  }

  private static List<AgentTurn> turns(Transaction tx, String label) {
    TurnThread thread = new TurnThread(tx);
    AgentSession session = new Sessions(tx).require(label);
    return Stream.concat(
            thread.withUnfinished(thread.newest(session.head(), MOST_TURNS)).stream(),
            thread.unfinishedBehind(session).stream())
        .toList();
  }

  /** Returns the id of the newest ended turn of a session; empty text before the first. */
  String newest(String label) {
    return ended(label).reduce((_, last) -> last).map(AgentTurn::id).orElse("");
  }

  /** Returns the newest turns of a session before the one that runs, if one does. */
  private Stream<AgentTurn> ended(String label) {
    return host.ledger().read(tx -> new TurnThread(tx).newestOf(label, MOST_TURNS)).stream()
        .takeWhile(turn -> turn.endedAt().isPresent());
  }

  /**
   * Shows the turns of a session that ended elsewhere: on the page, in a chat.
   *
   * @param after the newest turn that was shown
   * @param own turns that were shown while they ran
   * @param answering the turn that has answered the prompt, which the editor shows already
   * @return the newest turn that was shown now
   */
  String others(String label, String after, Set<String> own, Optional<String> answering) {
    List<AgentTurn> turns = ended(label).filter(turn -> turn.id().compareTo(after) > 0).toList();
    turns.stream()
        .filter(turn -> turn.type() == AgentTurn.Type.NORMAL && !own.contains(turn.id()))
        .forEach(turn -> turn(turn, !answering.equals(Optional.of(turn.id()))));
    plan.news().ifPresent(updates::plan);
    return turns.isEmpty() ? after : turns.getLast().id();
  }

  private void turn(AgentTurn turn, boolean withQuestions) {
    replay(
        host.ledger().<TurnThread.Whole>read(tx -> new TurnThread(tx).whole(turn)), withQuestions);
  }

  private void replay(TurnThread.Whole whole, boolean withQuestions) {
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
          updates.said(message.source().orElse(SessionInput.Source.HUMAN), text);
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
