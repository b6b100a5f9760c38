package org.sovereignbook.sbp.testkit.board;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskFilter;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.store.StoreException;

/**
 * Process with several workers, each a thread, until no task is open any more. Some of their claims
 * are renewed, and some are kept longer than their lease, so that a zombie submits.
 */
public final class TrialWorkers {
  private static final String STALE = "stale-claim";
  private static final Duration SHORTEST_IDLE = Duration.ofMillis(50);
  private static final Duration LONGEST_IDLE = Duration.ofMillis(1_600);
  private static final int MAX_ATTEMPTS = 20;

  /** Exit code of a process whose work failed. */
  static final int FAILED = 3;

  private final Ledger ledger;
  private final String name;
  private final Random random;
  private final Duration lease;

  private TrialWorkers(Ledger ledger, String name) {
    this.ledger = ledger;
    this.name = name;
    this.random = new Random(name.hashCode() ^ System.nanoTime());
    this.lease = ledger.node().config().get(BoardSettings.LEASE);
  }

  /** Runs the process. Arguments: provider's class, node, and the names of the agents. */
  public static void main(String[] arguments) throws Exception {
    Node node = Node.at(Path.of(arguments[1]));
    LedgerProvider provider =
        Class.forName(arguments[0]).asSubclass(LedgerProvider.class).getConstructor().newInstance();
    List<Thread> threads = new ArrayList<>();
    try (Ledger ledger = Ledger.open(node, provider.open(node))) {
      for (String name : List.of(arguments).subList(2, arguments.length)) {
        TrialWorkers worker = new TrialWorkers(ledger, name);
        threads.add(Thread.ofPlatform().start(worker::orEndAll));
      }
      for (Thread thread : threads) {
        thread.join();
      }
    }
  }

  /** Work with the board in one call. */
  private interface Work<T> {
    T on(Board board, Worker worker);
  }

  private <T> T call(String tool, Work<T> work) {
    return call(tool, JsonObject.empty(), work);
  }

  private <T> T call(String tool, JsonObject arguments, Work<T> work) {
    ToolCall call = new ToolCall(tool, arguments, "team", Optional.of(name), Optional.empty());
    return patiently(
        () ->
            Permissions.run(
                ledger, call, (tx, caller) -> work.on(Board.in(tx), Worker.of(caller))));
  }

  /** Calls again while the database is too busy, as an agent would; the outcome may be in doubt. */
  static <T> T patiently(Supplier<T> call) {
    for (int attempt = 1; ; attempt++) {
      try {
        return call.get();
      } catch (StoreException e) {
        if (attempt == MAX_ATTEMPTS) {
          throw e;
        }
        pause(LONGEST_IDLE);
      }
    }
  }

  /** Works; a failure that no agent may see ends the process, and the trial with it. */
  @SuppressWarnings("CatchAndPrintStackTrace") // The trial shows what its processes print.
  private void orEndAll() {
    try {
      workUntilNothingIsOpen();
    } catch (RuntimeException e) {
      e.printStackTrace();
      Runtime.getRuntime().halt(FAILED);
    }
  }

  /**
   * Looks less often the longer there is nothing to do, so that idle ones leave others the time.
   */
  private void workUntilNothingIsOpen() {
    Duration idle = SHORTEST_IDLE;
    while (true) {
      if (review()) {
        idle = SHORTEST_IDLE;
      }
      Optional<Claim> claim = call("task_claim", Board::claim);
      if (claim.isPresent()) {
        work(claim.get());
        idle = SHORTEST_IDLE;
      } else if (patiently(() -> ledger.<Integer>read(tx -> Board.in(tx).open())) == 0) {
        return;
      } else {
        pause(idle);
        idle = idle.compareTo(LONGEST_IDLE) < 0 ? idle.multipliedBy(2) : idle;
      }
    }
  }

  /** Reviews tasks, and rejects a first attempt. Returns whether there were any. */
  private boolean review() {
    List<Task> tasks = call("task_list", TrialWorkers::toReview);
    for (Task task : tasks) {
      int score = task.flags().contains("review_failed") ? 90 : 40;
      ignoringLateness(
          () ->
              call(
                  "task_review",
                  (board, worker) -> board.review(task.id(), score, "as ever", worker)));
    }
    return !tasks.isEmpty();
  }

  private static List<Task> toReview(Board board, Worker worker) {
    TaskFilter mine =
        new TaskFilter(
            List.of(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(worker.principal()));
    return board.list(mine, Optional.empty(), 10);
  }

  private void work(Claim claim) {
    int fate = random.nextInt(100);
    if (fate < 2) {
      pause(lease.plus(lease.dividedBy(2)));
    } else if (fate < 10) {
      ignoringLateness(
          () ->
              call(
                  "task_renew",
                  TrialHistory.about(claim),
                  (board, worker) -> board.renew(claim.task(), claim.fence(), worker)));
    }
    String result = claim.task() + "/" + claim.attempt() + "/" + claim.fence() + "/" + name;
    ignoringLateness(
        () ->
            call(
                "task_submit",
                (board, worker) ->
                    board.submit(claim.task(), claim.fence(), result, List.of(), worker)));
  }

  private static void ignoringLateness(Runnable call) {
    try {
      call.run();
    } catch (SocietyException e) {
      if (!List.of(STALE, "not-in-review", "not-asked").contains(e.code())) {
        throw e;
      }
    }
  }

  private static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
  }
}
