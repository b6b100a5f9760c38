import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;

/**
 * The task board in SQLite: what ready, claim and submit take inside one process with 10,000 tasks
 * that wait for each other, and again beside a million that are finished; and what a command takes,
 * as a multiple of status.
 */
class BoardBench {
  private static final String LAUNCHER = System.getenv("SBP_BENCH_LAUNCHER");
  private static final int OPEN_TASKS = 10_000;
  private static final int RUNS = 200;
  private static final int COMMAND_RUNS = 9;

  /** What is measured once. */
  private interface Work {
    void run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    int finished = arguments.length == 0 ? 1_000_000 : Integer.parseInt(arguments[0]);
    Path folder = Files.createTempDirectory("sbp-bench");
    Path home = folder.resolve("node");
    command(folder, "init", home.toString(), "--local");
    Node node = Node.at(home);
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      Worker worker = worker(ledger);
      long begun = System.nanoTime();
      add(ledger, worker);
      System.out.printf("a plan of %,d tasks: %d ms%n", OPEN_TASKS, millis(begun));
      System.out.printf("%-32s %9s %9s%n", "milliseconds", "median", "longest");
      measure(ledger, worker, "");
      plans(ledger);
    }
    commands(home, "");
    begunFinished(node, finished);
    System.out.println();
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      measure(ledger, worker(ledger), " beside %,d finished".formatted(finished));
    }
    commands(home, " beside %,d".formatted(finished));
  }

  private static Worker worker(Ledger ledger) {
    return ledger.write(
        tx -> {
          if (Agents.living(tx).stream().noneMatch(agent -> agent.name().equals("worker"))) {
            Registration.usual("worker", AgentType.SWARM_WORKER)
                .register(tx, Caller.owner("command"));
          }
          return Worker.of(Agents.caller(tx, Optional.of("worker"), Optional.empty()));
        });
  }

  private static void add(Ledger ledger, Worker worker) {
    List<PlannedTask> tasks = new ArrayList<>();
    for (int i = 0; i < OPEN_TASKS; i++) {
      List<String> blockers = i % 2 == 0 ? List.of() : List.of("t" + (i - 1));
      tasks.add(
          new PlannedTask(
              Optional.of("t" + i),
              "task number " + i,
              Optional.of("what is to be done"),
              Optional.of(blockers),
              Optional.of(i % 5),
              Optional.of(List.of("bench")),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()));
    }
    ledger.write(tx -> Board.in(tx).add(Plan.of(tasks), worker, Optional.empty()));
  }

  private static void measure(Ledger ledger, Worker worker, String beside) throws Exception {
    row(
        "ready (100 of them)" + beside,
        () -> ledger.read(tx -> Board.in(tx).ready(worker, Optional.empty(), 100)));
    List<org.sovereignbook.sbp.society.board.Claim> claims = new ArrayList<>();
    row(
        "claim" + beside,
        () -> claims.add(ledger.write(tx -> Board.in(tx).claim(worker)).orElseThrow()));
    row(
        "submit" + beside,
        () -> {
          var claim = claims.removeLast();
          ledger.write(
              tx -> Board.in(tx).submit(claim.task(), claim.fence(), "done", List.of(), worker));
        });
  }

  private static void row(String what, Work work) throws Exception {
    double[] took = new double[RUNS];
    for (int i = 0; i < RUNS; i++) {
      long begun = System.nanoTime();
      work.run();
      took[i] = (System.nanoTime() - begun) / 1e6;
    }
    Arrays.sort(took);
    System.out.printf("%-32s %9.2f %9.2f%n", what, took[RUNS / 2], took[RUNS - 1]);
  }

  /** How the database finds them. */
  private static void plans(Ledger ledger) {
    for (String query :
        List.of(
            "SELECT id FROM task WHERE state = 'pending' AND open_blockers = 0"
                + " ORDER BY priority DESC, number LIMIT 1",
            "SELECT id FROM task WHERE due_ms IS NOT NULL AND due_ms <= 1 ORDER BY due_ms LIMIT"
                + " 1")) {
      ledger
          .<List<String>>read(tx -> tx.list("EXPLAIN QUERY PLAN " + query, row -> row.text(4)))
          .forEach(line -> System.out.println("  " + line));
    }
  }

  /** Finished tasks as rows: what matters is how many there are. */
  private static void begunFinished(Node node, int number) throws Exception {
    long begun = System.nanoTime();
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      ledger.write(
          tx ->
              tx.update(
                  "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)"
                      + " INSERT INTO task (id, title_id, state, priority, min_reputation,"
                      + " keep_waiting, open_blockers, created_ms, principal, authority_id,"
                      + " attempt, fence, worker, returned, rejections, expiries, finished_ms)"
                      + " SELECT printf('%016x', i), '', 'completed', i % 5, 0, 0, 0, 0,"
                      + " 'owner', '', 1, 1, 'owner', 0, 0, 0, 0 FROM n",
                  number));
      ledger.write(
          tx ->
              tx.update(
                  "INSERT INTO task_attempt (task, number, worker, epoch, fence, started_ms,"
                      + " ended_ms, ending) SELECT id, 1, worker, 0, 1, 0, 0, 'accepted' FROM"
                      + " task WHERE title_id = ''"));
      ledger.write(
          tx ->
              tx.update(
                  "INSERT INTO blocker (task, blocked_by) SELECT id, printf('%016x', number)"
                      + " FROM task WHERE title_id = ''"));
    }
    System.out.printf("%,d finished tasks put there in %d ms%n", number, millis(begun));
  }

  private static void commands(Path home, String beside) throws Exception {
    double status = command(home, "status");
    for (String[] words :
        new String[][] {{"task", "ready"}, {"task", "claim"}, {"task", "add", "one more"}}) {
      double took = command(home, words);
      System.out.printf(
          "%-32s %9.0f     %4.2f x status (%.0f)%n",
          "sbp " + String.join(" ", words) + beside, took, took / status, status);
    }
  }

  /** The median of several runs. */
  private static double command(Path folder, String... words) throws Exception {
    int runs = words[0].equals("init") ? 1 : COMMAND_RUNS;
    double[] took = new double[runs];
    for (int i = 0; i < runs; i++) {
      List<String> line = new ArrayList<>(List.of(LAUNCHER));
      line.addAll(List.of(words));
      long begun = System.nanoTime();
      int exit =
          new ProcessBuilder(line)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      took[i] = (System.nanoTime() - begun) / 1e6;
      if (exit != 0) {
        throw new IllegalStateException(line + " ended with " + exit);
      }
    }
    Arrays.sort(took);
    return took[runs / 2];
  }

  private static long millis(long begun) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
  }
}
