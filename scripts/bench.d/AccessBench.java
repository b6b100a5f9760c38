import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.access.Access;
import org.sovereignbook.sbp.agents.AgentType;
import org.sovereignbook.sbp.agents.Caller;
import org.sovereignbook.sbp.agents.Permissions;
import org.sovereignbook.sbp.agents.Registration;
import org.sovereignbook.sbp.agents.ToolCall;
import org.sovereignbook.sbp.board.Board;
import org.sovereignbook.sbp.board.Plan;
import org.sovereignbook.sbp.board.PlannedTask;
import org.sovereignbook.sbp.board.Worker;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.ledger.Ledger;
import org.sovereignbook.sbp.ledger.Principal;
import org.sovereignbook.sbp.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.node.Node;

/**
 * Access in one process with 200 policies: what a warm decision takes, beside a hash of an event of
 * a kilobyte; and which part of a tool call it is, an agent's {@code task_add} with all that keeps
 * it.
 */
class AccessBench {
  private static final int POLICIES = 200;
  private static final int RUNS = 2_000;
  private static final int CALLS = 300;

  /** What is measured once. */
  private interface Work {
    void run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    Path home = Files.createTempDirectory("sbp-bench").resolve("node");
    int _ =
        new ProcessBuilder(System.getenv("SBP_BENCH_LAUNCHER"), "init", home.toString(), "--local")
            .inheritIO()
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor();
    Files.writeString(home.resolve("runtime/access/bench.yaml"), policies());
    Node node = Node.at(home);
    try (Ledger ledger = Ledger.open(node, new SqliteLedgerProvider().open(node))) {
      Principal agent =
          ledger.write(
              tx ->
                  Registration.usual("worker", AgentType.SWARM_WORKER)
                      .register(tx, Caller.owner("command"))
                      .agent()
                      .principal());
      byte[] event = "x".repeat(1_024).getBytes(StandardCharsets.UTF_8);
      long hash = median(RUNS, () -> ContentHash.ofBytes(event).hex());
      long decision =
          ledger.<Long>read(
              tx -> {
                try {
                  return median(RUNS, () -> Access.decide(tx, agent, "mcp"));
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      long call = median(CALLS, () -> call(ledger));
      System.out.printf("%-40s %9s%n", "microseconds", "median");
      System.out.printf("%-40s %9.1f%n", "hash of an event of 1 KiB", hash / 1e3);
      System.out.printf("%-40s %9.1f%n", "decision with " + POLICIES + " policies", decision / 1e3);
      System.out.printf("%-40s %9.1f%n", "a tool call, task_add", call / 1e3);
      System.out.printf("a decision is %.1f hashes%n", (double) decision / hash);
      System.out.printf("a decision is %.1f %% of a tool call%n", 100.0 * decision / call);
    }
  }

  private static String policies() {
    StringBuilder yaml = new StringBuilder();
    for (int i = 0; i < POLICIES; i++) {
      yaml.append(
          """
          - name: bench-%d
            match:
              principal: { relationship: [work, friend], tags: team-%d }
              conditions: [{ channel: [mail, slack], time: "09:00-17:00" }]
            effect: allow
            permissions: { tools: { allow: [web_search, "task_*"], deny: [shell] }, data: restricted }
            priority: %d
          """
              .formatted(i, i, i % 100));
    }
    return yaml.toString();
  }

  private static void call(Ledger ledger) {
    List<String> _ =
        Permissions.run(
            ledger,
            new ToolCall(
                "task_add", JsonObject.empty(), "mcp", Optional.of("worker"), Optional.empty()),
            (tx, caller) ->
                Board.in(tx)
                    .add(
                        Plan.of(List.of(PlannedTask.titled("work"))),
                        Worker.of(caller),
                        Optional.empty()));
  }

  private static long median(int runs, Work work) throws Exception {
    long[] took = new long[runs];
    for (int i = -runs; i < runs; i++) {
      long begun = System.nanoTime();
      work.run();
      took[Math.max(0, i)] = System.nanoTime() - begun;
    }
    Arrays.sort(took);
    return took[runs / 2];
  }
}
