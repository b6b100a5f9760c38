package org.sovereignbook.sbp.cli.look;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

class StatusCommandTest {
  @TempDir Path folder;

  @Test
  void itCountsWhatThereIs() {
    TestNode node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.ENDORSED);
    node.store().inbox().accept(new byte[] {'x'}, node.clock().instant());

    JsonObject status = CliTest.in(folder).run("status", "--json").json();

    assertThat(status.object("counts").orElseThrow().integer("inbox")).hasValue(1);
    assertThat(status.object("peers").orElseThrow().integer("endorsed")).hasValue(1);
    assertThat(status.bool("server_running")).contains(false);
    assertThat(status.has("running")).isFalse();
    assertThat(CliTest.in(folder).run("status", "--all").out())
        .contains("1 endorsed", "running   nothing", "due reader");
  }

  @Test
  void itSaysWhoHoldsTheNodeAndNeedsNoLockItself() {
    TestNode node = TestNode.in(folder);
    try (ExclusiveStore held =
        ExclusiveStore.open(node.node(), TestNode.FILES, "network", Optional.empty())) {
      assertThat(held.store().recover()).isFalse();

      CliTest.Ran ran = CliTest.in(folder).run("status", "--json");

      assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
      JsonObject running = ran.json().object("running").orElseThrow();
      assertThat(running.string("what")).contains("network");
      assertThat(running.integer("pid")).hasValue(ProcessHandle.current().pid());
      assertThat(running.string("since")).contains(node.node().now().toString());
    }
  }

  @Test
  void waitReturnsOnceTheHolderIsGone() {
    TestNode node = TestNode.in(folder);
    ExclusiveStore held =
        ExclusiveStore.open(node.node(), TestNode.FILES, "reader", Optional.empty());
    CompletableFuture<CliTest.Ran> waiting =
        CompletableFuture.supplyAsync(() -> CliTest.in(folder).run("status", "--wait", "--json"));

    assertThat(CliTest.in(folder).run("status", "--wait", "--timeout", "0").exit())
        .as("still held")
        .isEqualTo(ExitCode.BUSY);
    assertThat(waiting).isNotDone();
    held.close();

    assertThat(waiting.join().exit()).isEqualTo(ExitCode.DONE);
    assertThat(waiting.join().json().has("running")).isFalse();
  }

  @Test
  void itTellsWhatModelsUsedUpAndWhichOfThemRest() {
    TestNode node = TestNode.in(folder);
    assertThat(CliTest.in(folder).run("status", "--all").out()).doesNotContain("llm  ");
    node.node().writeText(node.home().llmLedger(), threeFailures() + "torn");

    CliTest.Ran ran = CliTest.in(folder).run("status", "--all");

    assertThat(ran.out())
        .contains("llm       builtin, today 4 of 100 calls, tokens unknown, cost unknown")
        .contains("llm       claude rests for the reader until 2026-03-17T12:10:00Z")
        .contains("1 line of llm-ledger.jsonl cannot be read");
    JsonObject llm = CliTest.in(folder).run("status", "--json").json().object("llm").orElseThrow();
    assertThat(llm.object("today").orElseThrow().integer("calls")).hasValue(4);
    assertThat(llm.object("resting").orElseThrow().string("claude"))
        .contains("2026-03-17T12:10:00Z");
    assertThat(llm.integer("damaged_ledger_lines")).hasValue(1);
  }

  private static String threeFailures() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 3; i++) {
      text.append(
          """
          {"event":"reserved","time":"2026-03-17T12:05:00Z","component":"reader","backend":"claude","id":"%1$d","tokens":7}
          {"event":"settled","time":"2026-03-17T12:05:00Z","component":"reader","backend":"claude","id":"%1$d","outcome":"failed","duration_ms":1}
          """
              .formatted(i));
    }
    return text.toString();
  }

  @Test
  void aBrokenRowIsCounted() {
    TestNode node = TestNode.in(folder);
    node.node()
        .writeText(
            node.home().peers(),
            org.sovereignbook.sbp.store.file.FileStore.emptyPeers() + "| broken |\n");

    CliTest.Ran ran = CliTest.in(folder).run("status", "--all");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("1 rows that cannot be read");
    assertThat(CliTest.in(folder).run("status", "--json").out())
        .contains("1 row of peers.md cannot be read");
  }

  @Test
  void aPersonSeesSixLinesTheFirstOfThemWhatIsNotWell() {
    TestNode node = TestNode.in(folder);

    List<String> lines = CliTest.in(folder).run("status").lines();

    assertThat(lines).hasSize(6);
    assertThat(lines.getFirst())
        .isEqualTo("down: the server does not run; no tick ran yet (sbp doctor)");
    JsonObject status = CliTest.in(folder).run("status", "--json").json();
    assertThat(status.string("health")).contains("down");
    assertThat(status.array("reasons").orElseThrow().objects())
        .extracting(reason -> reason.string("what").orElseThrow())
        .containsExactly("server", "timer");

    try (NodeLock _ = lock(node, NodeLock.server(node.home()), "serve")) {
      tickedAt(node, node.node().now(), JsonObject.empty());

      assertThat(CliTest.in(folder).run("status").lines().getFirst()).isEqualTo("all well");
      JsonObject well = CliTest.in(folder).run("status", "--json").json();
      assertThat(well.string("health")).contains("ok");
      assertThat(well.object("server").orElseThrow().integer("pid"))
          .hasValue(ProcessHandle.current().pid());
      assertThat(well.object("server").orElseThrow().string("since"))
          .contains(node.node().now().toString());
    }
  }

  @Test
  void aComponentThatFailedAndATickThatDoesNotComeAreToldWithTheirTimes() {
    TestNode node = TestNode.in(folder);
    try (NodeLock _ = lock(node, NodeLock.server(node.home()), "serve")) {
      Timestamp then = node.node().now().plus(Duration.ofHours(-1));
      tickedAt(
          node,
          then,
          JsonObject.builder()
              .put("reader", exit("failed", then))
              .put("author", exit("done", then))
              .build());

      JsonObject status = CliTest.in(folder).run("status", "--json").json();

      assertThat(status.string("health")).contains("down");
      assertThat(status.array("reasons").orElseThrow().objects())
          .extracting(reason -> reason.string("text").orElseThrow())
          .containsExactly(
              "no tick since " + then, "reader failed at " + then + " (why: sbp log --ops)");
      assertThat(status.array("reasons").orElseThrow().objects())
          .allSatisfy(
              reason -> assertThat(reason.string("remedy").orElseThrow()).startsWith("sbp "));
    }
  }

  @Test
  void aTickThatRunsDidNotEndBeforeItsComponent() {
    TestNode node = TestNode.in(folder);
    JsonObject running =
        JsonObject.builder()
            .put("current_component", "reader")
            .put("last_updated", node.node().now().toString())
            .build();
    node.node().writeJson(node.home().schedulerState(), running);
    assertThat(CliTest.in(folder).run("status", "--all").out()).contains("ended before it did");

    try (NodeLock _ = lock(node, NodeLock.tick(node.home()), "tick, running reader")) {
      CliTest.Ran ran = CliTest.in(folder).run("status", "--all");

      assertThat(ran.out())
          .contains("running   tick, running reader")
          .doesNotContain("ended before it did");
    }
  }

  @Test
  void aMeteredBackendWithoutAnyLimitIsAWarningInStatusAndTick() {
    TestNode node = TestNode.in(folder);
    CliTest cli = CliTest.in(folder);
    node.node()
        .writeText(
            node.home().schedulerConfig(),
            "{\"llm\": {\"backend\": \"claude\", \"daily_call_limit\": 0}}");

    assertThat(cli.run("status", "--all").out()).contains("claude may charge for its calls");
    assertThat(cli.run("tick", "--dry-run").err()).contains("there is no limit");
    JsonObject llm = cli.run("status", "--json").json().object("llm").orElseThrow();
    assertThat(llm.bool("unlimited")).contains(true);

    node.node().writeText(node.home().schedulerConfig(), "{\"llm\": {\"backend\": \"claude\"}}");

    assertThat(cli.run("status").out()).doesNotContain("limit");
    assertThat(cli.run("tick", "--dry-run").err()).isEmpty();
  }

  private static NodeLock lock(TestNode node, Path file, String what) {
    return NodeLock.tryAcquire(file, what, node.node().now(), "t").orElseThrow();
  }

  private static void tickedAt(TestNode node, Timestamp at, JsonObject exits) {
    JsonObject state =
        JsonObject.builder().put("last_updated", at.toString()).put("last_exit", exits).build();
    node.node().writeJson(node.home().schedulerState(), state);
  }

  private static JsonObject exit(String outcome, Timestamp at) {
    return JsonObject.builder().put("outcome", outcome).put("at", at.toString()).build();
  }

  @Test
  void aStaleHolderFileIsNoHolder() {
    TestNode node = TestNode.in(folder);
    NodeLock.tryAcquire(NodeLock.step(node.home()), "reader", node.node().now(), "t")
        .orElseThrow()
        .close();

    assertThat(CliTest.in(folder).run("status", "--json").json().has("running")).isFalse();
  }
}
