import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.Registration;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;

/**
 * Access with 200 policies: what a warm decision takes, beside a hash of an event of a kilobyte;
 * and what all of access (who calls, decision, rate, snapshot, row of the trail) adds to an agent's
 * {@code task_add}: to the bare work in one transaction, the two in turn, and to the call as an
 * agent makes it, to {@code sbp mcp} over standard input.
 */
class AccessBench {
  private static final int POLICIES = 200;
  private static final int RUNS = 2_000;
  private static final int CALLS = 2_000;

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
      Caller worker = Permissions.run(ledger, call("task_list"), (tx, caller) -> caller);
      long[] with = new long[CALLS];
      long[] without = new long[CALLS];
      long[] withCpu = new long[CALLS];
      long[] withoutCpu = new long[CALLS];
      for (int i = -CALLS; i < CALLS; i++) {
        int at = Math.max(0, i);
        long cpu = cpu();
        with[at] = took(() -> Permissions.run(ledger, call("task_add"), AccessBench::add));
        withCpu[at] = cpu() - cpu;
        cpu = cpu();
        without[at] = took(() -> ledger.write(tx -> add(tx, worker)));
        withoutCpu[at] = cpu() - cpu;
      }
      long whole = middle(with);
      long bare = middle(without);
      long wholeCpu = middle(withCpu);
      long bareCpu = middle(withoutCpu);
      long mcp = mcp(home);
      System.out.printf("%-44s %9s%n", "microseconds", "median");
      row("hash of an event of 1 KiB", hash);
      row("decision with " + POLICIES + " policies", decision);
      row("task_add with all of access, in one process", whole);
      row("the same without access", bare);
      row("the former, time of the processor", wholeCpu);
      row("the latter, time of the processor", bareCpu);
      row("task_add by an agent through sbp mcp", mcp);
      System.out.printf("a decision is %.1f hashes%n", (double) decision / hash);
      share("a decision", decision, whole, "the work in one process");
      share("a decision", decision, mcp, "a tool call through sbp mcp");
      share("all of access", whole - bare, whole, "the work in one process");
      share("all of access", whole - bare, mcp, "a tool call through sbp mcp");
      share("its time of the processor", wholeCpu - bareCpu, mcp, "a tool call through sbp mcp");
    }
  }

  private static void row(String what, long nanos) {
    System.out.printf("%-44s %9.1f%n", what, nanos / 1e3);
  }

  private static void share(String what, long nanos, long of, String whole) {
    System.out.printf("%s is %.1f %% of %s%n", what, 100.0 * nanos / of, whole);
  }

  /** A tool call as a coding CLI makes it. */
  private static long mcp(Path home) throws Exception {
    Process server =
        new ProcessBuilder(System.getenv("SBP_BENCH_LAUNCHER"), "mcp", "--agent", "worker")
            .directory(home.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (var to = new PrintStream(server.getOutputStream(), true, StandardCharsets.UTF_8);
        var from = server.inputReader(StandardCharsets.UTF_8)) {
      ask(
          to,
          from,
          0,
          "initialize",
          "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{},"
              + "\"clientInfo\":{\"name\":\"bench\",\"version\":\"1\"}}");
      to.println("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
      long[] took = new long[CALLS];
      for (int i = -CALLS; i < CALLS; i++) {
        int id = i + CALLS + 1;
        took[Math.max(0, i)] =
            took(
                () ->
                    ask(
                        to,
                        from,
                        id,
                        "tools/call",
                        "{\"name\":\"task_add\",\"arguments\":{\"title\":\"work\"}}"));
      }
      return middle(took);
    }
  }

  private static void ask(
      PrintStream to, BufferedReader from, int id, String method, String parameters)
      throws IOException {
    to.println(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
            .formatted(id, method, parameters));
    String line = from.readLine();
    while (line != null
        && !line.contains("\"id\":" + id + ",")
        && !line.contains("\"id\":" + id + "}")) {
      line = from.readLine();
    }
    if (line == null || line.contains("isError\":true")) {
      throw new IOException("sbp mcp: " + line);
    }
  }

  private static List<String> add(Transaction tx, Caller caller) {
    return Board.in(tx)
        .add(Plan.of(List.of(PlannedTask.titled("work"))), Worker.of(caller), Optional.empty());
  }

  private static ToolCall call(String tool) {
    return new ToolCall(tool, JsonObject.empty(), "mcp", Optional.of("worker"), Optional.empty());
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static long took(Work work) throws Exception {
    long begun = System.nanoTime();
    work.run();
    return System.nanoTime() - begun;
  }

  private static long middle(long[] took) {
    Arrays.sort(took);
    return took[took.length / 2];
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

  private static long median(int runs, Work work) throws Exception {
    long[] took = new long[runs];
    for (int i = -runs; i < runs; i++) {
      took[Math.max(0, i)] = took(work);
    }
    return middle(took);
  }
}
