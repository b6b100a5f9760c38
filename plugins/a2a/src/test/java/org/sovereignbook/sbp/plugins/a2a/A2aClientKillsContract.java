package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.cli.Main;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.Eventually;
import org.sovereignbook.sbp.testing.TestKeys;

/**
 * The program as a process of its own gives work to an agent of others, and is killed, as by kill
 * -9, in the middle of it: another process goes on, nothing is sent twice, and nothing is lost.
 */
@Timeout(3_600)
public abstract class A2aClientKillsContract {
  /** Property with the number of kills; a few without it. */
  private static final String KILLS = "sbp.a2a.client.kills";

  private static final int LONGEST_LIFE_MS = 4_000;
  private static final int PATIENCE_SECONDS = 120;
  private static final long PAUSE_NANOS = 20_000_000;

  @TempDir private Path folder;
  private final Random random = new Random(Long.getLong("sbp.seed", 45));
  private final AtomicBoolean isOver = new AtomicBoolean();
  private ClientStore store = ClientStore.sqlite();
  private CliTest own = CliTest.in(Path.of(""));

  /** Returns where the society of the node is that gives the work. */
  protected abstract ClientStore store();

  @BeforeEach
  void makeNode() {
    assertThat(CliTest.in(folder).run("init", "own", "--local").exit()).isEqualTo(ExitCode.DONE);
    store = store();
    store.configure(home());
    own =
        CliTest.in(home())
            .inRealTime()
            .with("SBP_BUNDLED_PLUGINS", store.plugins(home()).toString());
    done("agent", "list");
  }

  private Path home() {
    return folder.resolve("own");
  }

  private CliTest.Ran done(String... words) {
    CliTest.Ran ran = own.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  private Process start(String... words) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), Main.class.getName()));
    command.addAll(List.of(words));
    Map<String, String> all = new TreeMap<>();
    all.put("PATH", System.getenv("PATH"));
    all.put("HOME", folder.toString());
    all.put(NodeHome.VARIABLE, home().toString());
    all.put("SBP_BUNDLED_PLUGINS", store.plugins(home()).toString());
    all.put(NodeHome.ACCEPT_VARIABLE, "1");
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()));
    builder.environment().clear();
    builder.environment().putAll(all);
    try {
      return builder.start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void kill(Process process) {
    try {
      int _ = process.destroyForcibly().waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Lets the time pass for which the dead process counts as busy with its task. */
  private void letItsTimePass() {
    try (Ledger ledger = store.ledger(home())) {
      ledger.run(
          tx ->
              tx.update(
                  "UPDATE a2a_work SET busy_until_ms = 1, due_ms = 1 WHERE busy_until_ms > 0"));
    }
  }

  private static JsonObject task(String state) {
    JsonObject part = JsonObject.empty().with("text", "nine boats");
    return JsonObject.builder()
        .put("id", "t")
        .put("contextId", "c")
        .put("status", JsonObject.empty().with("state", "TASK_STATE_" + state))
        .put(
            "artifacts",
            JsonArray.of(
                JsonObject.empty().with("artifactId", "a").with("parts", JsonArray.of(part))))
        .build();
  }

  private static HostileAgent.Scripted done() {
    return HostileAgent.Scripted.result(JsonObject.empty().with("task", task("COMPLETED")));
  }

  private JsonObject newest() {
    return own.run("a2a", "task", "helper", "--json").json();
  }

  @Test
  void oneThatDiesBeforeTheAnswerSendsTheSameMessageAgain() {
    try (HostileAgent agent = new HostileAgent()) {
      agent.signedBy(TestKeys.alice());
      done("a2a", "add", agent.url(), "--name", "helper");
      agent.answers(done());
      AtomicReference<Process> client = new AtomicReference<>();
      agent.meanwhile(() -> kill(client.get()));
      client.set(start("a2a", "send", "helper", "count", "--wait"));
      Eventually.holds("it has died", () -> !client.get().isAlive());
      assertThat(agent.messageIds()).hasSize(1);

      agent.meanwhile(() -> {});
      letItsTimePass();
      delivered();
      assertThat(newest().string("state")).contains("completed");
      assertThat(agent.messageIds()).hasSize(2);
      assertThat(agent.messageIds().stream().distinct()).as("the same message").hasSize(1);
    }
  }

  @Test
  void oneThatDiesWhileItListensHasHeardWhatItHasHeardAndGoesOn() {
    try (HostileAgent agent = new HostileAgent()) {
      agent.signedBy(TestKeys.alice());
      done("a2a", "add", agent.url(), "--name", "helper");
      agent.answers(HostileAgent.Scripted.task("t", "WORKING"), looked());
      AtomicReference<Process> client = new AtomicReference<>();
      agent.streams(
          to -> {
            JsonObject snapshot = JsonObject.empty().with("task", task("WORKING"));
            JsonObject event = JsonObject.empty().with("jsonrpc", "2.0").with("result", snapshot);
            to.write(
                ("data: " + JsonWriter.compact(event) + "\n\n").getBytes(StandardCharsets.UTF_8));
            to.flush();
            Eventually.holds("the piece is stored", () -> heard() == 1);
            kill(client.get());
          });
      client.set(start("a2a", "send", "helper", "count", "--wait"));
      Eventually.holds("it has died", () -> !client.get().isAlive());
      letItsTimePass();
      delivered();
      JsonObject now = newest();
      assertThat(now.string("state")).contains("completed");
      assertThat(now.array("artifacts").flatMap(JsonArray::strings))
          .contains(List.of("nine boats"));
      assertThat(agent.messageIds()).hasSize(1);
      assertThat(heard()).isEqualTo(1);
    }
  }

  /** The answer to a look, which is a task without a frame. */
  private static HostileAgent.Scripted looked() {
    return HostileAgent.Scripted.result(task("COMPLETED"));
  }

  private long heard() {
    try (Ledger ledger = store.ledger(home())) {
      return ledger.<Long>read(tx -> tx.number("SELECT COUNT(*) FROM a2a_heard"));
    }
  }

  private void delivered() {
    assertThat(ended(start("deliver")))
        .isIn(ExitCode.DONE.number(), ExitCode.NOTHING_TO_DO.number());
  }

  private static int ended(Process process) {
    try {
      assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  @Test
  void whereverItDiesEachTaskIsDoneOnceAndItsResultArrives() throws Exception {
    int kills = Integer.getInteger(KILLS, 2);
    try (A2aNode other = A2aNode.reachable(folder.resolve("other"))) {
      other.done("config", "set", "access.stranger_calls_per_hour", "0");
      other.done("config", "set", "a2a.unknown_tasks", "100000");
      other.done("a2a", "open", "reader", "--for", "everybody");
      done("a2a", "add", other.endpoint(), "--name", "boats", "--daily", "10000");
      CompletableFuture<Void> worker =
          CompletableFuture.runAsync(() -> work(other), Thread::startVirtualThread);
      for (int kill = 0; kill < kills; kill++) {
        done("task", "add", "job-" + kill, "--required-role", "a2a:boats");
        long taken = messages(other);
        Process client =
            kill % 2 == 0
                ? start("deliver")
                : start("a2a", "send", "boats", "job-sent-" + kill, "--wait");
        if (random.nextBoolean()) {
          Eventually.holds("a message arrives", () -> messages(other) > taken || !client.isAlive());
        } else {
          boolean _ = client.waitFor(random.nextInt(LONGEST_LIFE_MS), TimeUnit.MILLISECONDS);
        }
        kill(client);
        letItsTimePass();
      }
      Eventually.holds("all has ended", this::isAllOver);
      isOver.set(true);
      worker.join();
      check(other, kills);
    }
  }

  /** Goes on as another process would. */
  private boolean isAllOver() {
    letItsTimePass();
    assertThat(own.run("deliver").exit()).isIn(ExitCode.DONE, ExitCode.NOTHING_TO_DO);
    try (Ledger ledger = store.ledger(home())) {
      return ledger.<Boolean>read(
          tx ->
              tx.number(
                          "SELECT COUNT(*) FROM a2a_work WHERE state NOT IN ('completed', 'failed',"
                              + " 'canceled', 'rejected')")
                      + tx.number("SELECT COUNT(*) FROM task WHERE state IN ('pending', 'claimed')")
                  == 0);
    }
  }

  private static long messages(A2aNode other) {
    return other.ledger().<Long>read(tx -> tx.number("SELECT COUNT(*) FROM a2a_message"));
  }

  /** Does each task of the other node after a while. */
  private void work(A2aNode other) {
    Random pauses = new Random(7);
    Worker reader = Worker.of(Caller.owner("command"));
    while (!isOver.get()) {
      List<String> pending =
          other.ledger().read(tx -> tx.texts("SELECT id FROM task WHERE state = 'pending'"));
      for (String task : pending) {
        LockSupport.parkNanos(pauses.nextInt(500) * 1_000_000L);
        Claim claim = other.ledger().write(tx -> Board.in(tx).claim(task, reader));
        other
            .ledger()
            .run(
                tx -> {
                  String result = "done: " + Board.in(tx).task(task).title();
                  boolean _ = Board.in(tx).submit(task, claim.fence(), result, List.of(), reader);
                });
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private void check(A2aNode other, int kills) {
    try (Ledger ledger = store.ledger(home())) {
      List<String> remote =
          ledger.read(tx -> tx.texts("SELECT COALESCE(remote, '') FROM a2a_work"));
      List<String> there = other.ledger().read(tx -> tx.texts("SELECT id FROM a2a_task"));
      assertThat(remote).as("each task is one there").containsExactlyInAnyOrderElementsOf(there);
      List<String> said = ledger.read(tx -> tx.texts("SELECT id FROM a2a_said"));
      assertThat(messages(other)).as("each message came once").isEqualTo(said.size());
      assertThat(ledger.<List<String>>read(tx -> tx.texts("SELECT DISTINCT state FROM a2a_work")))
          .containsExactly("completed");
      List<String> results =
          ledger.read(
              tx ->
                  tx.texts(
                      "SELECT c.text FROM task_attempt a JOIN content c ON c.id = a.result_id JOIN"
                          + " task t ON t.id = a.task WHERE t.state = 'completed'"));
      List<String> expected = new ArrayList<>();
      for (int i = 0; i < kills; i++) {
        expected.add("done: job-" + i);
      }
      assertThat(results).containsExactlyInAnyOrderElementsOf(expected);
      System.out.printf("%d kills, %d tasks, %d messages%n", kills, there.size(), said.size());
    }
  }
}
