package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.runtime.scheduler.ScriptedRunner.does;
import static org.sovereignbook.sbp.runtime.scheduler.Ticking.minutes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.ProcessTree;
import org.sovereignbook.sbp.peer.step.Intervals;

/** CHOICES 9: the operating system's lock decides, whoever was killed, and nobody waits. */
class TickLockTest {
  private Ticking ticking;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    ticking = new Ticking(folder);
  }

  @Test
  void ofTwoTicksAtOnceTheSecondDoesNothingAndNamesTheFirst() {
    List<TickResult> second = new ArrayList<>();
    ticking.settledThen(minutes(60));
    ticking.runner.on("delivery", does(0, () -> second.add(ticking.run())));

    assertThat(ticking.ran()).containsExactly("delivery");
    assertThat(second.getFirst().skipped())
        .get()
        .asString()
        .contains("the node is busy: tick, running delivery (process ");
    assertThat(second.getFirst().runs()).isEmpty();
    assertThat(second.getFirst().idle()).isTrue();
  }

  @Test
  void aTickInAnotherProcessIsRespectedAndAfterItsDeathTheNextGoesOn() throws Exception {
    blockDelivery();
    try (OtherProcess other = OtherProcess.tick(ticking.node.home())) {
      String pid = other.awaitLine("pid ");

      assertThat(ticking.run().skipped()).get().asString().contains("tick, running delivery");

      other.kill();
      ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
    }
    ticking.node.configure(JsonObject.empty());

    TickResult next = ticking.run();

    assertThat(next.notes()).anyMatch(note -> note.contains("the tick that ran delivery"));
    assertThat(next.runs()).extracting(ComponentRun::component).contains("delivery", "maintenance");
    assertThat(ticking.state().currentComponent()).isEmpty();
  }

  @Test
  void aTickThatIsToldToEndEndsItsChildrenAndLeavesACleanState() throws Exception {
    blockDelivery();
    long grandchild;
    try (OtherProcess other = OtherProcess.tick(ticking.node.home())) {
      grandchild = Long.parseLong(other.awaitLine("pid "));

      other.terminate();
    }

    assertThat(ProcessHandle.of(grandchild).filter(ProcessTree::isRunning)).isEmpty();
    assertThat(ticking.state().currentComponent()).isEmpty();
    assertThat(ticking.state().lastExit().get("delivery").outcome())
        .isEqualTo(ComponentRun.Status.INTERRUPTED);
    assertThat(ticking.state().lastRun()).doesNotContainKey("delivery");
  }

  @Test
  void aStepThatOutlivedItsTickIsWaitedForQuietly() throws Exception {
    ticking.settledThen(minutes(60));
    try (OtherProcess orphan = OtherProcess.step(ticking.node)) {
      orphan.awaitLine("holding");

      TickResult result = ticking.run();

      assertThat(result.skipped())
          .get()
          .asString()
          .contains("a step of an ended tick still runs: reader-post (process ");
      assertThat(ticking.runner.commands).isEmpty();
    }
    assertThat(ticking.ran()).containsExactly("delivery");
    assertThat(ticking.opsLog()).isEmpty();
  }

  @Test
  void aStepThatOutlivedItsTickAndEveryTimeLimitIsEnded() throws Exception {
    ticking.settledThen(minutes(60));
    try (OtherProcess orphan = OtherProcess.step(ticking.node)) {
      orphan.awaitLine("holding");
      ticking.node.clock().advance(Duration.ofMinutes(31));

      assertThat(ticking.ran()).containsExactly("delivery");
      assertThat(orphan.process().waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(ticking.opsLog()).anyMatch(line -> line.contains("ended reader-post (process"));
  }

  /** Delivery says its own number and then works for longer than any test. */
  private void blockDelivery() {
    JsonObject config = SchedulerSettings.initial(Intervals.DEFAULT).json();
    ticking.node.configure(
        config.with(
            "commands",
            config
                .object("commands")
                .orElseThrow()
                .with("delivery", "sleep 600 & echo pid $!; wait")));
  }
}
