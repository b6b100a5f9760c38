package org.sovereignbook.sbp.plugins.a2a.client;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;

/**
 * Task of an agent of others, as people and programs see it.
 *
 * @param task its id here
 * @param remoteTask the agent's id for it
 * @param says what the agent says of its state, or why it could not be asked
 * @param heard the newest pieces of what it has said, until the task ends
 * @param artifacts the texts of its results
 * @param boardTask the task of the board that it does
 * @param question the task of the board that asks the owner for the agent
 */
@Shape.Def("a2a_remote_task")
record RemoteView(
    String task,
    String agent,
    Optional<String> remoteTask,
    String context,
    RemoteState state,
    boolean cancelling,
    Optional<String> says,
    List<String> heard,
    List<String> artifacts,
    Optional<String> boardTask,
    Optional<String> question) {

  static RemoteView of(Transaction tx, RemoteTask task) {
    RemoteTasks tasks = new RemoteTasks(tx);
    return new RemoteView(
        task.id(),
        task.agent(),
        task.remote(),
        task.context(),
        task.state(),
        task.cancelling(),
        tasks.reason(task),
        task.state().isEnd() ? List.of() : new RemotePieces(tx).newest(task),
        tasks.artifacts(task),
        task.task(),
        task.question());
  }

  ExitCode print(Output output) {
    output.line("task:    " + task + " (" + agent + ")");
    output.line("state:   " + state);
    says.ifPresent(text -> output.prose("says:    ", text));
    heard.forEach(output::text);
    artifacts.forEach(output::text);
    if (state == RemoteState.INPUT_REQUIRED) {
      output.note(
          "answer it:  sbp "
              + question
                  .map(id -> "task claim " + id)
                  .orElse("a2a send " + agent + " --task " + task + " TEXT"));
    }
    ExitCode _ = output.done(this);
    return state.isFailure() ? ExitCode.FAILED : ExitCode.DONE;
  }
}
