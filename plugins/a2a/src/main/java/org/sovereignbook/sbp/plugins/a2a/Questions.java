package org.sovereignbook.sbp.plugins.a2a;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;

/**
 * Questions of agents to the clients whose tasks they do. Each is a task of the board, for which
 * the client's task waits, and which the client does by its answer; the owner may, too.
 */
record Questions(Transaction tx) {
  /** How long a client has for its answer; then its task fails. */
  static final Duration TIME = Duration.ofDays(7);

  /**
   * A question.
   *
   * @param question its task on the board
   * @param task the task that waits for it
   */
  record Asked(String question, String task) {
    static final Rows<Asked> ROWS = new Rows<>("a2a_question", Asked.class);
  }

  /**
   * Asks the client of a task, and gives the claim back.
   *
   * @return the question's task
   * @throws SocietyException {@code not-a-clients-task}, {@code stale-claim}
   */
  String ask(String id, OptionalLong fence, String text, Worker by) {
    A2aTask task =
        A2aTask.ROWS
            .first(tx, "WHERE id = ? AND " + A2aTask.OPEN, id)
            .orElseThrow(
                () ->
                    SocietyException.refused(
                        "not-a-clients-task",
                        "no client of A2A waits for the task " + id,
                        "comment on it:  sbp task comment " + id + " TEXT"));
    Board board = Board.in(tx);
    PlannedTask planned =
        PlannedTask.with(A2aMessage.title(text))
            .description(Optional.of(text))
            .labels(Optional.of(List.of("a2a", "question")))
            .requiredRole(Optional.of(Worker.OUTSIDE))
            .deadline(new Timestamp(tx.now().plus(TIME)))
            .build();
    String question = board.add(Plan.of(List.of(planned)), by, Optional.empty()).getFirst();
    Asked.ROWS.insert(tx, new Asked(question, id));
    A2aTasks.store(tx, task, question, text);
    board.release(id, fence, by);
    Authority clients = tx.authority(board.task(id).row().authorityId()).orElse(by.authority());
    boolean _ = board.waitFor(id, question, client(clients));
    return question;
  }

  private static Worker client(Authority authority) {
    return new Worker(authority, new TreeSet<>(Set.of(Worker.OUTSIDE)), 0, false, Worker.Scope.ALL);
  }

  /** Returns whether a task waits for an answer. */
  boolean isOpen(String task) {
    return !open(task).isEmpty();
  }

  /** Returns the questions that a task waits for. */
  List<String> open(String task) {
    return open(task, "'pending', 'claimed', 'review'");
  }

  private List<String> open(String task, String states) {
    return tx.texts(
        "SELECT question FROM a2a_question WHERE task = ? AND EXISTS (SELECT 1 FROM task WHERE"
            + " task.id = question AND state IN ("
            + states
            + "))",
        task);
  }

  /** Takes a client's message as the answer to what it was asked, if it was. */
  void answer(String task, String text, Authority by) {
    Worker client = client(by);
    for (String question : open(task, "'pending'")) {
      Claim claim = Board.in(tx).claim(question, client);
      boolean _ = Board.in(tx).submit(question, claim.fence(), text, List.of(), client);
    }
  }

  /** Returns the task that waits for this question. */
  Optional<String> waiting(String question) {
    return Asked.ROWS.first(tx, "WHERE question = ?", question).map(Asked::task);
  }
}
