package org.sovereignbook.sbp.testkit.board;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerProvider;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;

/**
 * Tasks that wait for each other, and workers in several processes that are killed at random: each
 * task is accepted exactly once, behind all that it waits for, no zombie ever wrote, and none was
 * stuck for longer than its lease and a tick.
 */
public abstract class BoardContract {
  /** Property with the number of tasks of the large trial; without it there is none. */
  private static final String TASKS = "sbp.board";

  private static final long SEED = 42;
  private static final int LOOK_MILLIS = 20;

  @TempDir private Path folder;

  /** Opens the database in a process of its own; has a public constructor without parameters. */
  protected abstract Class<? extends LedgerProvider> provider();

  /** Returns more of the node's configuration, such as the database's place. */
  protected JsonObject config() {
    return JsonObject.empty();
  }

  /**
   * Size of a trial.
   *
   * @param processes how many run at a time
   * @param threads workers in each
   * @param tasksBetweenKills about how many are done until a process is killed and restarted
   * @param leaseSeconds longer than each of so many workers waits for its turn at a busy database
   */
  private record Size(
      int tasks, int processes, int threads, int tasksBetweenKills, int leaseSeconds) {}

  /** Result of a trial. */
  private record Counts(int kills, long expired, long rejected, long longestMs) {}

  @Test
  void killedWorkersFinishAGraphOfTasksEachExactlyOnce() throws Exception {
    trial(new Size(120, 2, 4, 30, 2));
  }

  @Test
  @Tag("trial")
  @Timeout(value = 15, unit = TimeUnit.MINUTES)
  void sixtyFourWorkersFinishManyTasksEachExactlyOnce() throws Exception {
    trial(new Size(Integer.getInteger(TASKS, 300), 8, 8, 100, 8));
  }

  @Test
  void whoeverHasNoRoleTakesWhatAsksForNone() throws Exception {
    Node node = node(2);
    try (Ledger ledger = open(node)) {
      prepare(ledger, List.of("w0"), 1);
      Optional<Claim> claim =
          ledger.write(
              tx -> {
                Worker worker =
                    Worker.of(Agents.caller(tx, Optional.of("w0"), Optional.empty()))
                        .within(Worker.Scope.ALL, new TreeSet<>());
                return Board.in(tx).claim(worker);
              });
      assertThat(claim).isPresent();
    }
  }

  private Node node(int leaseSeconds) {
    Node node = Node.at(folder.resolve("node"));
    node.writeJson(
        node.home().schedulerConfig(),
        config()
            .with(
                "board",
                JsonObject.builder()
                    .put("lease_seconds", leaseSeconds)
                    .put("max_expiries", 1_000)
                    .build()));
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    return node;
  }

  private Ledger open(Node node) throws ReflectiveOperationException {
    return Ledger.open(node, provider().getConstructor().newInstance().open(node));
  }

  private void trial(Size size) throws Exception {
    Node node = node(size.leaseSeconds());
    long begun = System.nanoTime();
    try (Ledger ledger = open(node)) {
      List<String> names =
          IntStream.range(0, size.processes() * size.threads()).mapToObj(i -> "w" + i).toList();
      prepare(ledger, names, size.tasks());
      List<TrialHistory.Tick> ticks = new ArrayList<>();
      int kills = runAndKill(ledger, node, names, size, ticks);
      Counts counts = check(ledger, size.tasks(), kills);
      assertThat(new TrialHistory(ledger, ticks).wronglyEnded()).isEmpty();
      System.out.printf(
          "%s: %d tasks, %d workers in %d processes, %d kills, %d leases over, %d rejected, longest"
              + " attempt that expired %d ms, %d s%n",
          ledger.location(),
          size.tasks(),
          names.size(),
          size.processes(),
          counts.kills(),
          counts.expired(),
          counts.rejected(),
          counts.longestMs(),
          TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun));
    }
  }

  /** Adds tasks, each after up to three of the tasks shortly before it; some are reviewed. */
  private static void prepare(Ledger ledger, List<String> names, int tasks) {
    ledger.run(
        tx -> {
          for (String name : names) {
            Registration.usual(name, AgentType.CUSTOM).register(tx, Caller.owner("team"));
          }
        });
    Random random = new Random(SEED);
    List<PlannedTask> planned = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      int number = i;
      List<String> blockers =
          random
              .ints(random.nextInt(4), Math.max(0, i - 100), Math.max(1, i))
              .filter(other -> other < number)
              .distinct()
              .mapToObj(other -> "t" + other)
              .toList();
      planned.add(
          new PlannedTask(
              Optional.of("t" + i),
              "task " + i,
              Optional.empty(),
              Optional.of(blockers),
              Optional.of(random.nextInt(3)),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              i % 20 == 7 ? Optional.of(List.of(names.getFirst())) : Optional.empty()));
    }
    List<String> ids =
        ledger.write(
            tx ->
                Board.in(tx)
                    .add(Plan.of(planned), Worker.of(Caller.owner("team")), Optional.empty()));
    assertThat(ids).hasSize(tasks);
  }

  private int runAndKill(
      Ledger ledger, Node node, List<String> names, Size size, List<TrialHistory.Tick> ticks)
      throws Exception {
    Random random = new Random(SEED);
    List<Process> processes = new ArrayList<>();
    int kills = 0;
    try {
      for (int i = 0; i < size.processes(); i++) {
        processes.add(start(node, part(names, i, size)));
      }
      int open = size.tasks();
      int nextKill = open - random.nextInt(2 * size.tasksBetweenKills());
      while (open > 0) {
        int chosen = random.nextInt(processes.size());
        boolean ended = processes.get(chosen).waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        if (ended && processes.get(chosen).exitValue() == TrialWorkers.FAILED) {
          throw new AssertionError("a worker failed: " + logs());
        }
        ticks.add(
            TrialWorkers.patiently(
                () -> ledger.write(tx -> TrialHistory.Tick.settle(tx, size.tasks()))));
        open = TrialWorkers.patiently(() -> ledger.<Integer>read(tx -> Board.in(tx).open()));
        if (open > 0 && !ended && open <= nextKill) {
          processes.get(chosen).destroyForcibly().waitFor();
          ended = true;
          kills++;
          nextKill = open - random.nextInt(2 * size.tasksBetweenKills());
        }
        if (open > 0 && ended) {
          processes.set(chosen, start(node, part(names, chosen, size)));
        }
      }
      return kills;
    } finally {
      for (Process process : processes) {
        process.destroyForcibly().waitFor();
      }
    }
  }

  private static List<String> part(List<String> names, int process, Size size) {
    return names.subList(process * size.threads(), (process + 1) * size.threads());
  }

  private Process start(Node node, List<String> names) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                TrialWorkers.class.getName(),
                provider().getName(),
                node.home().root().toString()));
    command.addAll(names);
    File log = Files.createTempFile(folder, "workers", ".log").toFile();
    return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
  }

  private Counts check(Ledger ledger, int tasks, int kills) throws IOException {
    assertThat(number(ledger, "SELECT COUNT(*) FROM task WHERE state = 'completed'"))
        .as("completed; %s", logs())
        .isEqualTo(tasks);
    assertThat(number(ledger, "SELECT COUNT(*) FROM event WHERE kind = 'task.completed'"))
        .isEqualTo(tasks);
    assertThat(number(ledger, "SELECT COUNT(*) FROM task_attempt WHERE ending = 'accepted'"))
        .isEqualTo(tasks);
    assertThat(
            number(
                ledger, "SELECT COUNT(DISTINCT task) FROM task_attempt WHERE ending = 'accepted'"))
        .isEqualTo(tasks);
    assertThat(
            number(
                ledger,
                "SELECT COUNT(*) FROM task_attempt JOIN content ON content.id = result_id WHERE"
                    + " text NOT LIKE task || '/' || number || '/' || fence || '/%'"))
        .as("results under another token than that of their attempt")
        .isZero();
    assertThat(
            number(
                ledger,
                "SELECT COUNT(*) FROM task_attempt WHERE ending = 'expired' AND result_id IS NOT"
                    + " NULL"))
        .as("results of zombies")
        .isZero();
    assertThat(
            number(
                ledger,
                "SELECT COUNT(*) FROM blocker"
                    + " JOIN event AS done ON done.id = 'task:' || blocked_by || ':completed'"
                    + " JOIN event AS begun ON begun.id = 'task:' || task || ':claimed:1'"
                    + " WHERE begun.seq < done.seq"))
        .as("begun before what they wait for was done")
        .isZero();
    assertThat(number(ledger, "SELECT COUNT(*) FROM task_attempt WHERE ended_ms IS NULL")).isZero();
    return new Counts(
        kills,
        number(ledger, "SELECT COUNT(*) FROM task_attempt WHERE ending = 'expired'"),
        number(ledger, "SELECT COUNT(*) FROM task_attempt WHERE ending = 'rejected'"),
        number(
            ledger,
            "SELECT COALESCE(MAX(ended_ms - started_ms), 0) FROM task_attempt WHERE ending ="
                + " 'expired'"));
  }

  private static long number(Ledger ledger, String query) {
    return ledger.read(tx -> tx.first(query, row -> row.number(1)).orElseThrow());
  }

  /** Returns the workers' error output. */
  private String logs() throws IOException {
    StringBuilder all = new StringBuilder();
    try (var files = Files.list(folder)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".log")).toList()) {
        all.append(Files.readString(file));
      }
    }
    return all.toString();
  }
}
