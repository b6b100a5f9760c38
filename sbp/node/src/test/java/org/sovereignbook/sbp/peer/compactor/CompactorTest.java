package org.sovereignbook.sbp.peer.compactor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.model.judgment.AgentResult;
import org.sovereignbook.sbp.model.judgment.AgentRunner;
import org.sovereignbook.sbp.model.judgment.AgentRuns;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.judgment.JobRun;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestNode;

class CompactorTest {
  @TempDir private Path folder;
  private TestNode node;

  @BeforeEach
  void makeNode() {
    node = TestNode.in(folder.resolve("node"));
  }

  @Test
  void aLogUnderTheThresholdIsLeftAloneAndNobodyIsAsked() throws Exception {
    log(node, 499);
    FakeBackend backend = FakeBackend.saying("x");

    AgentResult result = run(backend);

    assertThat(result.idle()).isTrue();
    assertThat(result.calls()).isZero();
    assertThat(backend.requests()).isEmpty();
  }

  @Test
  void theBuiltInRulesCondenseALogAtTheThreshold() throws Exception {
    log(node, 500);
    List<String> before = node.store().lines(LogFile.SESSION);

    AgentResult result = run(new BuiltinBackend());

    List<String> after = node.store().lines(LogFile.SESSION);
    assertThat(result.idle()).isFalse();
    assertThat(after).contains("- entries: network 300").hasSizeLessThan(220);
    assertThat(Compaction.newest(after, 200)).isEqualTo(Compaction.newest(before, 200));
    assertThat(after)
        .filteredOn(line -> line.contains("condensed above"))
        .containsExactly(Compaction.MARKER);
  }

  @Test
  void whatWasCondensedStaysInTheArchive() throws Exception {
    log(node, 500);
    List<String> before = node.store().lines(LogFile.SESSION);

    run(new BuiltinBackend());

    assertThat(
            node.node()
                .readText(node.home().runtime().resolve("session-log-archive-2026-03.md"))
                .orElseThrow()
                .lines())
        .containsExactlyElementsOf(before.subList(0, 300));
  }

  @Test
  void runningAgainIsIdle() throws Exception {
    log(node, 500);
    run(new BuiltinBackend());

    assertThat(run(new BuiltinBackend()).calls()).isZero();
  }

  @Test
  void aModelMayWriteOneLineForTheNewestLines() throws Exception {
    log(node, 500);
    List<String> before = node.store().lines(LogFile.SESSION);

    run(FakeBackend.saying("# Session log, condensed\n\nQuiet days.\n\n[[newest lines]]\n"));

    List<String> after = node.store().lines(LogFile.SESSION);
    assertThat(after)
        .startsWith("# Session log, condensed", "", "Quiet days.", "", Compaction.MARKER)
        .hasSize(205);
    assertThat(Compaction.newest(after, 200)).isEqualTo(Compaction.newest(before, 200));
  }

  @Test
  void whatAModelMakesOfPeersTextLoadsNothingWhereTheLogIsRendered() throws Exception {
    log(node, 500);

    run(FakeBackend.saying("- [reader] 3x took ![x](//evil) and <img src=x>\n[[newest lines]]"));

    assertThat(node.store().lines(LogFile.SESSION))
        .startsWith("- [reader] 3x took !\\[x](//evil) and \\<img src=x>");
  }

  @Test
  void aModelMayCopyTheNewestLines() throws Exception {
    log(node, 500);
    List<String> newest = Compaction.newest(node.store().lines(LogFile.SESSION), 200);

    run(FakeBackend.saying("Quiet days.\n" + text(newest)));

    assertThat(node.store().lines(LogFile.SESSION))
        .startsWith("Quiet days.")
        .endsWith(newest.getLast());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n\n",
        "Quiet days.",
        "[[newest lines]]",
        "\n \n[[newest lines]]",
        "[[newest lines]]\nBye."
      })
  void anAnswerThatWouldLoseLinesIsAnErrorAndTheLogStays(String garbage) {
    log(node, 500);
    List<String> before = node.store().lines(LogFile.SESSION);

    assertThatThrownBy(() -> run(FakeBackend.saying(garbage))).isInstanceOf(LlmException.class);

    assertThat(node.store().lines(LogFile.SESSION)).isEqualTo(before);
  }

  @Test
  void anAnswerThatIsNoShorterIsAnError() {
    log(node, 500);

    assertThatThrownBy(() -> run(FakeBackend.saying("word\n".repeat(400) + "[[newest lines]]")))
        .hasMessageContaining("no shorter");
  }

  @Test
  void aChangedNewestLineIsAnError() {
    log(node, 500);
    String newest = text(Compaction.newest(node.store().lines(LogFile.SESSION), 200));

    assertThatThrownBy(
            () -> run(FakeBackend.saying("Quiet days.\n" + newest.replace("round 444", "round 4"))))
        .hasMessageContaining("newest 200");
  }

  @Test
  void aCrashAnywhereLosesAndDoublesNoLine() {
    CrashSweep.overEveryOperation(
        folder.resolve("sweep"),
        fresh -> log(fresh, 500),
        crashing -> AgentRuns.run(crashing, new BuiltinBackend(), new CompactorJob()),
        after -> {
          assertThat(after.store().lines(LogFile.SESSION))
              .contains("- entries: network 300")
              .filteredOn(line -> line.startsWith("["))
              .hasSize(200)
              .doesNotHaveDuplicates();
          assertThat(
                  after
                      .node()
                      .readText(after.home().runtime().resolve("session-log-archive-2026-03.md"))
                      .orElseThrow()
                      .lines())
              .hasSize(300);
        });
  }

  private AgentResult run(LlmBackend backend) throws Exception {
    return new AgentRunner(node.node(), node.store(), backend).run(new CompactorJob(), false);
  }

  private static void log(TestNode node, int lines) {
    node.node()
        .writeText(
            node.home().sessionLog(),
            text(
                IntStream.range(0, lines)
                    .mapToObj(i -> "[network] 2026-03-16T10:00:00Z round " + i)
                    .toList()));
  }

  private static String text(List<String> lines) {
    return JobRun.sessionLog(lines).text();
  }
}
