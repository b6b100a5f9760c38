package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.protocol.TrustState;
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
    assertThat(CliTest.in(folder).run("status").out())
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
      assertThat(ran.json().string("running").orElseThrow()).startsWith("network (process ");
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
    assertThat(CliTest.in(folder).run("status").out()).doesNotContain("llm  ");
    node.node().writeText(node.home().llmLedger(), threeFailures() + "torn");

    CliTest.Ran ran = CliTest.in(folder).run("status");

    assertThat(ran.out())
        .contains("llm       builtin, today 4 calls, 28 tokens, 0 USD")
        .contains("llm       claude rests until 2026-03-17T12:10:00Z")
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

    CliTest.Ran ran = CliTest.in(folder).run("status");

    assertThat(ran.exit()).isEqualTo(ExitCode.DONE);
    assertThat(ran.out()).contains("1 rows that cannot be read");
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
