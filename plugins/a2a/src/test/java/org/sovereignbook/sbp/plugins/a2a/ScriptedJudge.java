package org.sovereignbook.sbp.plugins.a2a;

import static org.sovereignbook.sbp.plugins.a2a.A2aNode.json;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Worker;

/**
 * Worker that does the tasks of clients as the ids of their messages say, in the words of the
 * compatibility kit of A2A.
 */
final class ScriptedJudge implements AutoCloseable {
  private static final Duration LOOK = Duration.ofMillis(20);

  /** How long each state of a streamed task lasts, so that a stream sees it. */
  private static final Duration SLOWLY = Duration.ofMillis(700);

  /** A client that has not answered by then does not: streams of its task end. */
  private static final Duration PATIENCE = Duration.ofSeconds(12);

  private static final Map<String, String> RESULTS =
      Map.of(
          "artifact-text", "Generated text content",
          "artifact-file-url",
              "{'artifact': {'parts': [{'url': 'https://example.com/output.txt',"
                  + " 'filename': 'output.txt', 'mediaType': 'text/plain'}]}}",
          "artifact-file",
              "{'artifact': {'parts': [{'raw': 'aGVsbG8=',"
                  + " 'filename': 'output.txt', 'mediaType': 'text/plain'}]}}",
          "artifact-data", "{'artifact': {'parts': [{'data': {'key': 'value', 'count': 42}}]}}",
          "message-response", "{'message': {'parts': [{'text': 'Direct message response'}]}}");

  private final Ledger ledger;
  private final Runnable beside;
  private final Thread thread;
  private volatile boolean isClosed;

  /**
   * Starts to work.
   *
   * @param beside what else it does at each look
   */
  ScriptedJudge(Ledger ledger, Runnable beside) {
    this.ledger = ledger;
    this.beside = beside;
    this.thread = Thread.ofPlatform().start(this::run);
  }

  /** Starts one that tells clients of their tasks as soon as there are news. */
  static ScriptedJudge thatTells(Ledger ledger) {
    return new ScriptedJudge(
        ledger,
        () -> {
          boolean isNews =
              ledger.read(
                  tx ->
                      tx.exists(
                          "SELECT 1 FROM a2a_push JOIN a2a_task ON a2a_task.id = a2a_push.task"
                              + " WHERE a2a_task.changed > a2a_push.sent"));
          if (isNews) {
            PushDelivery.send(ledger);
          }
        });
  }

  private void run() {
    while (!isClosed) {
      for (A2aTask task :
          ledger.<List<A2aTask>>read(tx -> A2aTask.ROWS.list(tx, "WHERE " + A2aTask.OPEN))) {
        try {
          ledger.run(tx -> act(tx, task));
        } catch (SocietyException e) {
          // Its client was quicker.
        }
      }
      beside.run();
      LockSupport.parkNanos(LOOK.toNanos());
    }
  }

  private static void act(Transaction tx, A2aTask task) {
    Worker reader = Worker.of(Agents.caller(tx, Optional.of("reader"), Optional.empty()));
    String word = word(tx, task);
    Board board = Board.in(tx);
    boolean isDue = !word.startsWith("stream") || task.changedAt().plus(SLOWLY).isBefore(tx.now());
    switch (task.state()) {
      case SUBMITTED -> {
        if (isDue) {
          Claim claim = board.claim(task.id(), reader);
          if (word.startsWith("input-required")) {
            String _ =
                new Questions(tx)
                    .ask(task.id(), OptionalLong.of(claim.fence()), "What more?", reader);
          } else if (!word.startsWith("stream")) {
            submit(board, task, claim.fence(), word, reader);
          }
        }
      }
      case WORKING -> {
        if (isDue) {
          submit(board, task, board.task(task.id()).row().fence(), word, reader);
        }
      }
      case INPUT_REQUIRED -> {
        if (task.changedAt().plus(PATIENCE).isBefore(tx.now())) {
          boolean _ =
              board.cancel(task.id(), "nobody answered", Worker.of(Caller.owner("command")));
        }
      }
      case AUTH_REQUIRED, COMPLETED, FAILED, CANCELED, REJECTED -> {}
    }
  }

  /** Returns the newest message's id without the kit's prefix. */
  private static String word(Transaction tx, A2aTask task) {
    return tx
        .texts(
            "SELECT message FROM a2a_message WHERE task = ? AND message LIKE 'tck-%'"
                + " ORDER BY number DESC LIMIT 1",
            task.id())
        .stream()
        .findFirst()
        .map(id -> id.substring("tck-".length()))
        .orElse("");
  }

  private static void submit(Board board, A2aTask task, long fence, String word, Worker reader) {
    String result =
        RESULTS.keySet().stream()
            .filter(word::startsWith)
            .max(Comparator.comparingInt(String::length))
            .map(RESULTS::get)
            .map(text -> text.startsWith("{") ? json(text.replace('\'', '"')).toString() : text)
            .orElse("Hello from TCK");
    boolean _ = board.submit(task.id(), fence, result, List.of(), reader);
  }

  @Override
  public void close() {
    isClosed = true;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
