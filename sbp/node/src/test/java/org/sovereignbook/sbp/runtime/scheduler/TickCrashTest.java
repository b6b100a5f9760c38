package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.runtime.scheduler.Ticking.minutes;

import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.TestNode;

/** A tick killed at every file operation: the next one goes on, whatever it finds. */
class TickCrashTest {

  @Test
  void afterACrashAtAnyPointEverythingThatIsDueHasRunAndNothingIsMarkedAsRunning(
      @TempDir Path folder) {
    CrashSweep.overEveryOperation(
        folder, node -> {}, TickCrashTest::tick, TickCrashTest::verifyAllRan);
  }

  @Test
  void notesOfAnEarlierCrashAreWrittenOnce(@TempDir Path folder) {
    CrashSweep.overEveryOperation(
        folder, TickCrashTest::markAsRunning, TickCrashTest::tick, TickCrashTest::verifyNotedOnce);
  }

  private static void tick(Node node) {
    try {
      new Tick(
              node,
              TestNode.FILES,
              Optional.of("sbp"),
              new ScriptedRunner(),
              _ -> false,
              event -> {})
          .run();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static void markAsRunning(TestNode node) {
    tick(node.node());
    Timestamp now = node.node().now();
    SchedulerState state =
        Shape.of(SchedulerState.class)
            .read(node.node().readJson(node.home().schedulerState()).orElseThrow());
    node.store().writeState(StateDocument.SCHEDULER, Shape.write(state.starting("author", 0, now)));
    node.clock().advance(minutes(15));
  }

  private static void verifyAllRan(TestNode node) {
    SchedulerState state =
        Shape.of(SchedulerState.class)
            .read(node.node().readJson(node.home().schedulerState()).orElseThrow());
    assertThat(state.currentComponent()).isEmpty();
    assertThat(state.triggered()).isEmpty();
    assertThat(state.lastRun())
        .containsOnlyKeys("delivery", "reader", "author", "network", "maintenance");
    assertThat(NodeLock.holder(NodeLock.tick(node.home()))).isEmpty();
  }

  private static void verifyNotedOnce(TestNode node) {
    assertThat(node.store().lines(LogFile.OPS))
        .filteredOn(line -> line.contains("the tick that ran author"))
        .hasSize(1);
  }
}
