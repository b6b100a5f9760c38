package org.sovereignbook.sbp.model.judgment;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestNode;

/** The ledger stays short, and nothing that counts today leaves it. */
class LedgerArchivingTest {
  private static final LocalDate TODAY = LocalDate.parse("2026-03-17");

  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  private static String call(String day, int number, String outcome) {
    String time = day + "T10:00:00Z";
    return """
    {"event":"reserved","time":"%1$s","component":"reader","backend":"fake","id":"%2$s-%3$d","tokens":100}
    {"event":"settled","time":"%1$s","component":"reader","backend":"fake","id":"%2$s-%3$d","outcome":"%4$s","input_tokens":10,"output_tokens":1,"duration_ms":5}
    """
        .formatted(time, day, number, outcome);
  }

  private static String calls(String day, int count, String outcome) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < count; i++) {
      text.append(call(day, i, outcome));
    }
    return text.toString();
  }

  private void ledger(String text) {
    node.node().writeText(node.home().llmLedger(), text);
  }

  private static void archive(Node node) {
    LedgerArchiving.of(node)
        .ifPresent(due -> new FileStore(node).commit(new ChangeSet().addAll(due.changes())));
  }

  private String read(Path file) {
    return node.node().readText(file).orElse("");
  }

  @Test
  void aShortLedgerStaysHoweverOldItIs() {
    ledger(calls("2025-01-01", 100, "answered"));

    assertThat(LedgerArchiving.of(node.node())).isEmpty();
  }

  @Test
  void olderLinesGoToTheArchivesOfTheirMonths() {
    String january = calls("2026-01-31", 150, "answered");
    String february = calls("2026-02-01", 150, "answered");
    String today = calls("2026-03-17", 150, "answered");
    ledger(january + february + today);
    CallLedger.Spending before = CallLedger.of(node.node()).spentOn(TODAY);

    archive(node.node());

    assertThat(read(node.home().llmLedgerArchive("2026-01"))).isEqualTo(january);
    assertThat(read(node.home().llmLedgerArchive("2026-02"))).isEqualTo(february);
    assertThat(read(node.home().llmLedger())).isEqualTo(today);
    assertThat(CallLedger.of(node.node()).spentOn(TODAY)).isEqualTo(before);
    assertThat(before.calls()).isEqualTo(150);
  }

  @Test
  void todayAndYesterdayStayHoweverManyTheyAre() {
    ledger(calls("2026-03-16", 500, "answered") + calls("2026-03-17", 500, "answered"));

    assertThat(LedgerArchiving.of(node.node())).isEmpty();
  }

  @Test
  void aBackendThatRestsStillRests() {
    ledger(calls("2026-03-01", 300, "answered") + calls("2026-03-15", 9, "failed"));
    node.clock().set(Instant.parse("2026-03-15T11:00:00Z"));
    Optional<Timestamp> rest =
        CallLedger.of(node.node()).restUntil("fake", "reader", node.node().now());
    assertThat(rest).isPresent();

    archive(node.node());

    assertThat(CallLedger.of(node.node()).restUntil("fake", "reader", node.node().now()))
        .isEqualTo(rest);
  }

  @Test
  void damagedLinesLeaveWithTheirDay() {
    ledger(
        "torn {\n"
            + calls("2026-02-01", 150, "answered")
            + "garbage\n"
            + calls("2026-03-17", 150, "answered"));

    archive(node.node());

    assertThat(CallLedger.of(node.node()).damagedLines()).isZero();
    assertThat(read(node.home().llmLedgerArchive("2026-02"))).contains("garbage\n");
  }

  @Test
  void aCrashAnywhereLosesAndDoublesNoLine() {
    String old = calls("2026-02-01", 110, "answered");
    String today = calls("2026-03-17", 110, "answered");
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        fresh -> {
          fresh.node().writeText(fresh.home().llmLedgerArchive("2026-02"), "earlier\n");
          fresh.node().writeText(fresh.home().llmLedger(), old + today);
        },
        LedgerArchivingTest::archive,
        after -> {
          assertThat(after.node().readText(after.home().llmLedgerArchive("2026-02")))
              .contains("earlier\n" + old);
          assertThat(after.node().readText(after.home().llmLedger())).contains(today);
        });
  }
}
