package org.sovereignbook.sbp.plugins.a2a;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;

/** Tasks of clients on the board, each for the agent that it was given to. */
record BoardWork(Transaction tx) implements ClientWork {
  @Override
  public String begin(Beginning beginning, Authority by) {
    PlannedTask planned =
        PlannedTask.with(beginning.message().title())
            .description(Optional.of(beginning.message().text()))
            .labels(Optional.of(List.of("a2a")))
            .requiredRole(Optional.of(beginning.call().agent().agent().name()))
            .build();
    return Board.in(tx)
        .add(Plan.of(List.of(planned)), worker(by), Optional.of(beginning.event()))
        .getFirst();
  }

  private static Worker worker(Authority by) {
    return new Worker(by, new TreeSet<>(), 0, false, Worker.Scope.ALL);
  }

  @Override
  public void more(A2aTask task, String text, Authority by) {
    List<String> _ = Board.in(tx).comment(task.id(), text, worker(by));
    new Questions(tx).answer(task.id(), text, by);
  }

  @Override
  public void cancel(A2aTask task, String why, Authority by) {
    boolean _ = Board.in(tx).cancel(task.id(), why, worker(by));
    for (String question : new Questions(tx).open(task.id())) {
      Board board = Board.in(tx);
      Authority asker = tx.authority(board.task(question).row().authorityId()).orElse(by);
      boolean _ = board.cancel(question, why, worker(asker));
    }
  }

  /** Returns the state of an open task; one that has left the board had ended there. */
  @Override
  public A2aState state(A2aTask task) {
    A2aState onBoard =
        tx.first("SELECT state FROM task WHERE id = ?", row -> row.text(1), task.id())
            .flatMap(word -> Words.find(TaskState.class, word))
            .map(A2aState::of)
            .orElse(A2aState.FAILED);
    return switch (onBoard) {
      case SUBMITTED ->
          new Questions(tx).isOpen(task.id()) ? A2aState.INPUT_REQUIRED : A2aState.SUBMITTED;
      case WORKING -> waitsForOwner(task) ? A2aState.AUTH_REQUIRED : A2aState.WORKING;
      default -> onBoard;
    };
  }

  /** Returns whether its worker has asked the owner for a tool that it, or the client, lacks. */
  private boolean waitsForOwner(A2aTask task) {
    return tx.exists(
        "SELECT 1 FROM task JOIN task_attempt made ON made.task = task.id AND made.number ="
            + " task.attempt JOIN access_request asked ON asked.caller = task.worker"
            + " AND asked.to_principal IN (task.principal, task.worker) AND asked.created_ms >="
            + " made.started_ms WHERE task.id = ? AND task.state = 'claimed' AND asked.status ="
            + " 'pending' AND asked.expires_ms > ?",
        task.id(),
        tx.nowMs());
  }

  @Override
  public Optional<String> failure(A2aTask task) {
    return lastAttempt(task)
        .flatMap(TaskAttempt::reason)
        .or(
            () ->
                tx.first(
                        "SELECT failure FROM task WHERE id = ?", row -> row.maybeText(1), task.id())
                    .flatMap(word -> word));
  }

  @Override
  public Optional<String> result(A2aTask task) {
    return lastAttempt(task).flatMap(TaskAttempt::result);
  }

  private Optional<TaskAttempt> lastAttempt(A2aTask task) {
    List<TaskAttempt> all = Board.in(tx).attempts(task.id());
    return all.isEmpty() ? Optional.empty() : Optional.of(all.getLast());
  }
}
