package org.sovereignbook.sbp.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Commands of the owner's that change a node while a step or a tick is at work. */
class BusyNodeTest {
  private static final String BOUND_SECONDS = "60";

  @TempDir Path folder;

  private TestNode node;

  @BeforeEach
  void makeNode() throws IOException {
    node = TestNode.in(folder);
    node.addPeer("Alice", TestKeys.alice(), TestNode.ALICE_ENDPOINT, TrustState.KNOWN);
    Files.writeString(folder.resolve("piece.md"), "# Rain\n\nIt rains.\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "peers trust Alice",
        "peers block Alice",
        "subscribe Alice",
        "endorse Alice --note good",
        "identity --set name=Ada",
        "ethos --revise calmer",
        "keygen --rotate",
        "backup ../waited.zip",
        "deliver",
        "maintain"
      })
  void aCommandWaitsUntilTheStepIsOver(String command) throws Exception {
    ExclusiveStore held =
        ExclusiveStore.open(node.node(), TestNode.FILES, "network", Optional.empty());
    CompletableFuture<CliTest.Ran> waiting =
        CompletableFuture.supplyAsync(() -> patient().run(command.split(" ")));

    assertThat(waiting).isNotDone();
    held.close();

    CliTest.Ran ran = waiting.get(60, TimeUnit.SECONDS);
    assertThat(ran.exit()).as(ran.err()).isNotIn(ExitCode.BUSY, ExitCode.WRONG_COMMAND_LINE);
  }

  @Test
  void theOwnersChangeComesBetweenTwoStepsOfATick() {
    try (NodeLock _ =
        NodeLock.tryAcquire(
                NodeLock.tick(node.home()), "tick, running reader", node.node().now(), "t")
            .orElseThrow()) {
      assertThat(CliTest.in(folder).run("peers", "block", "Alice").exit()).isEqualTo(ExitCode.DONE);
      assertThat(CliTest.in(folder).run("send", "Alice", "hello").exit())
          .isEqualTo(ExitCode.REFUSED);
      assertThat(CliTest.in(folder).run("backup", "../busy.zip").exit())
          .as("needs the whole node")
          .isEqualTo(ExitCode.BUSY);
    }
  }

  @Test
  void aHolderThatHasNotSaidWhoItIsHasNoNumber() throws IOException {
    Path lock = NodeLock.step(node.home());
    Files.createDirectories(lock.getParent());
    try (FileChannel channel =
            FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = channel.lock()) {
      assertThat(held.isValid()).isTrue();

      CliTest.Ran ran = CliTest.in(folder).run("peers", "trust", "Alice");

      assertThat(ran.exit()).isEqualTo(ExitCode.BUSY);
      assertThat(ran.err()).contains("another process has step.lock").doesNotContain("process 0");
    }
  }

  private CliTest patient() {
    return CliTest.in(folder).with(Session.BUSY_WAIT_VARIABLE, BOUND_SECONDS);
  }
}
