package org.sovereignbook.sbp.frontend.turns;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.node.Node;

@Timeout(60)
class SocietyWakeTest {
  private static final Duration SHORT = Duration.ofMillis(1);
  private static final Duration LONG = Duration.ofDays(1);

  @TempDir Path folder;
  private Node node;

  @BeforeEach
  void make() {
    node = Node.at(folder);
  }

  private Path database() throws Exception {
    Files.createDirectories(node.home().society().getParent());
    return Files.writeString(node.home().society(), "data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"society.db", "society.db-wal"})
  void aChangeOfTheDatabaseOrOfItsLogEndsTheWait(String changed) throws Exception {
    Path file = database().resolveSibling(changed);
    try (SocietyWake wake = SocietyWake.of(node, LONG)) {
      Files.writeString(file, "new data");
      wake.await(0, LONG);
      assertThat(wake.changes()).isPositive();
    }
  }

  @Test
  void aDatabaseBehindALinkIsWatchedWhereItIs() throws Exception {
    Path database = database();
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path moved = Files.move(database, elsewhere.resolve("real.db"));
    Files.createSymbolicLink(database, moved);
    try (SocietyWake wake = SocietyWake.of(node, LONG)) {
      Files.writeString(elsewhere.resolve("real.db-wal"), "new data");
      wake.await(0, LONG);
      assertThat(wake.changes()).isPositive();
    }
  }

  @Test
  void whatChangedBeforeTheLookIsNotWaitedFor() throws Exception {
    Path _ = database();
    try (SocietyWake wake = SocietyWake.of(node, LONG)) {
      long known = wake.changes();
      wake.wake();
      wake.await(known, LONG);
      assertThat(wake.changes()).isEqualTo(known + 1);
    }
  }

  @Test
  void withoutAFileAWaitIsAPause() throws Exception {
    try (SocietyWake wake = SocietyWake.of(node, SHORT)) {
      wake.await(0, LONG);
      assertThat(wake.changes()).isZero();
    }
  }
}
