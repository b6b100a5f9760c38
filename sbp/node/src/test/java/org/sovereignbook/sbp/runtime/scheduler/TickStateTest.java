package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sovereignbook.sbp.runtime.scheduler.ScriptedRunner.does;
import static org.sovereignbook.sbp.runtime.scheduler.ScriptedRunner.exits;
import static org.sovereignbook.sbp.runtime.scheduler.Ticking.minutes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.store.StateDocument;
import org.sovereignbook.sbp.testing.TestClock;

/** {@code scheduler-state.json}: what a tick writes, and what it does with what it finds. */
class TickStateTest {
  private Ticking ticking;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    ticking = new Ticking(folder);
  }

  @Test
  void theFileHasTheSeedsMembersAndThoseOfTheChoices() {
    ticking.run();

    assertThat(ticking.stateJson().members().keySet())
        .containsExactly(
            "last_run",
            "current_component",
            "inbox_count",
            "last_updated",
            "last_completed",
            "last_exit",
            "triggered",
            "hours");
    assertThat(ticking.stateJson().get("current_component")).contains(JsonNull.INSTANCE);
    assertThat(ticking.stateJson().object("last_run").orElseThrow().string("reader"))
        .contains("2026-03-17T12:05:00Z");
  }

  @Test
  void theSeedsOwnExampleIsRead() {
    state(
        """
        {"last_run": {"reader": "2026-03-17T12:00:00Z", "author": "2026-03-17T08:00:00Z",
         "compactor": "2026-03-17T10:00:00Z", "delivery": "2026-03-17T11:30:00Z",
         "network": "2026-03-16T18:00:00Z", "maintenance": "2026-03-11T02:00:00Z"},
         "current_component": null, "inbox_count": 0, "last_updated": "2026-03-17T12:00:00Z"}
        """);

    assertThat(ticking.ran()).isEmpty();
    ticking.node.clock().advance(minutes(25));
    assertThat(ticking.ran()).containsExactly("delivery");
  }

  @Test
  void whileAComponentRunsTheFileNamesIt() {
    ticking.settledThen(minutes(60)).receive(0);
    ticking.runner.on(
        "delivery",
        does(0, () -> assertThat(ticking.state().currentComponent()).contains("delivery")));

    assertThat(ticking.ran()).containsExactly("delivery");
    assertThat(ticking.state().currentComponent()).isEmpty();
  }

  @Test
  void whatHasFailedIsTriedAgainSoonerAndEachTimeLaterButNeverAfterItsInterval() {
    ticking.settledThen(minutes(24 * 60));
    ticking.runner.on("network", exits(1), exits(1), exits(1), exits(1), exits(0));

    assertThat(ticking.ran()).contains("network");
    List<Integer> pauses = new ArrayList<>();
    for (int failures = 1; failures <= 4; failures++) {
      int waited = 0;
      while (!ticking.ran().contains("network")) {
        ticking.node.clock().advance(minutes(5));
        waited += 5;
      }
      pauses.add(waited);
    }
    assertThat(pauses).containsExactly(15, 30, 60, 120);
    ticking.node.clock().advance(minutes(23 * 60));
    assertThat(ticking.ran()).as("after a good one").doesNotContain("network");
    SchedulerState.LastExit often =
        new SchedulerState.LastExit(
            ComponentRun.Status.FAILED,
            Optional.of(1),
            ticking.node.node().now(),
            Optional.of(Integer.MAX_VALUE));
    assertThat(often.pauseAtMost(minutes(60))).isEqualTo(minutes(60));
  }

  @Test
  void whoAsksForItGetsWhatHasFailedAtOnce() throws InterruptedException {
    ticking.settledThen(minutes(60));
    ticking.runner.on("delivery", exits(1), exits(0));

    assertThat(ticking.ran()).containsExactly("delivery");
    assertThat(ticking.ran()).isEmpty();
    assertThat(ticking.tick().plan().runs()).isEmpty();
    assertThat(ticking.tick().plan(true).runs())
        .extracting(TickPlan.Run::component)
        .containsExactly("delivery");
    assertThat(ticking.tick().run(true, _ -> {}).failed()).isFalse();
    assertThat(ticking.runner.takeRan()).containsExactly("delivery");
    assertThat(ticking.tick().run(true, _ -> {}).runs()).isEmpty();
  }

  @Test
  void theTimeOfARunIsWhenItEnded() {
    ticking.settledThen(minutes(60));
    ticking.runner.on(
        "delivery", does(0, () -> ticking.node.clock().advance(Duration.ofSeconds(90))));

    TickResult result = ticking.run();

    assertThat(ticking.state().lastRun().get("delivery").instant())
        .isEqualTo(TestClock.NOON.plus(minutes(60)).plusSeconds(90));
    assertThat(result.runs().getFirst().durationSeconds()).isEqualTo(90);
  }

  @Test
  void exitCodeThreeIsIdleNotAFailureAndCountsAsARun() {
    ticking.settledThen(minutes(60));
    ticking.runner.on("delivery", exits(3));

    TickResult result = ticking.run();

    assertThat(result.runs().getFirst().outcome()).isEqualTo(ComponentRun.Status.IDLE);
    assertThat(result.failed()).isFalse();
    assertThat(exit("delivery").string("outcome")).contains("idle");
    assertThat(exit("delivery").integer("exit_code")).hasValue(3);
    assertThat(ticking.state().lastRun().get("delivery").instant())
        .isEqualTo(TestClock.NOON.plus(minutes(60)));
    assertThat(ticking.opsLog()).isEmpty();
  }

  @Test
  void aFailureIsRecordedWithItsCodeAndLoggedWithItsLastWordsQuoted() {
    ticking.settledThen(minutes(60));
    ticking.runner.on(
        "delivery",
        command ->
            new CommandRunner.CommandResult.Exited(7, "x".repeat(600) + "\nno \u001b[31mroute"));

    assertThat(ticking.run().failed()).isTrue();
    assertThat(exit("delivery").string("outcome")).contains("failed");
    assertThat(exit("delivery").integer("exit_code")).hasValue(7);
    assertThat(ticking.opsLog())
        .singleElement()
        .asString()
        .startsWith("[scheduler] 2026-03-17T13:05:00Z error: delivery failed: exit code 7")
        .endsWith("\\nno \\u001b\\[31mroute\"")
        .hasSizeLessThan(700);
  }

  @Test
  void aTimeoutIsRecordedAndLogged() {
    ticking.settledThen(minutes(60));
    ticking.runner.on("delivery", command -> new CommandRunner.CommandResult.TimedOut("working"));

    assertThat(ticking.run().failed()).isTrue();
    assertThat(exit("delivery").string("outcome")).contains("timeout");
    assertThat(exit("delivery").has("exit_code")).isFalse();
    assertThat(ticking.opsLog())
        .singleElement()
        .asString()
        .contains("delivery was ended with all its processes after its limit of 15 minutes");
  }

  @Test
  void aCommandThatCannotBeStartedIsAFailure() {
    ticking.settledThen(minutes(60));
    ticking.runner.on(
        "delivery", command -> new CommandRunner.CommandResult.NotStarted("no shell"));

    assertThat(ticking.run().failed()).isTrue();
    assertThat(ticking.opsLog()).singleElement().asString().contains("could not be started");
  }

  @Test
  void anIdleTickStillRecordsThatItWasThere() {
    ticking.settledThen(minutes(15)).run();

    assertThat(ticking.stateJson().string("last_updated")).contains("2026-03-17T12:20:00Z");
  }

  @Test
  void deliveryThatAKilledTickOwesIsMadeUpByTheNext() {
    state(
        """
        {"last_run": {"reader": "2026-03-17T12:00:00Z", "author": "2026-03-17T12:00:00Z",
         "compactor": "2026-03-17T12:00:00Z", "delivery": "2026-03-17T12:00:00Z",
         "network": "2026-03-17T12:00:00Z", "maintenance": "2026-03-17T12:00:00Z"},
         "current_component": null, "inbox_count": 0, "last_updated": "2026-03-17T12:00:00Z",
         "last_completed": "reader"}
        """);

    assertThat(ticking.ran()).containsExactly("delivery");
    assertThat(ticking.ran()).isEmpty();
  }

  @Test
  void aComponentThatIsMarkedAsRunningWithoutALockIsClearedAndNoted() {
    ticking.settledThen(minutes(15));
    ticking
        .node
        .store()
        .writeState(
            StateDocument.SCHEDULER,
            Shape.write(ticking.state().starting("author", 0, ticking.node.node().now())));

    TickResult result = ticking.run();

    assertThat(ticking.state().currentComponent()).isEmpty();
    assertThat(result.notes()).singleElement().asString().contains("the tick that ran author");
    assertThat(ticking.opsLog()).singleElement().asString().contains("the tick that ran author");
  }

  @Test
  void aDamagedFileIsKeptAsideAndEverythingStartsAnew() {
    for (String damage : List.of("{\"last_run\":", "[]", "{\"last_run\":{\"reader\":\"noon\"}}")) {
      ticking.run();
      ticking.runner.takeRan();
      state(damage);

      TickResult result = ticking.run();

      assertThat(result.notes()).as(damage).hasSize(1);
      assertThat(ticking.runner.takeRan()).as(damage).contains("reader", "maintenance");
      assertThat(ticking.state().lastRun()).as(damage).containsKey("reader");
    }
    assertThat(
            ticking.node.node().disk().files(ticking.node.home().runtime()).stream()
                .filter(file -> file.toString().contains("scheduler-state-damaged-"))
                .map(file -> ticking.node.node().readText(file).orElseThrow()))
        .containsExactlyInAnyOrder("{\"last_run\":", "[]", "{\"last_run\":{\"reader\":\"noon\"}}");
  }

  @Test
  void aClockThatWentBackNeitherStopsTheNodeNorStartsAStorm() {
    ticking.settledThen(Duration.ofDays(-400));

    assertThat(ticking.run().notes())
        .singleElement()
        .asString()
        .contains("the clock has gone back");
    assertThat(ticking.runner.takeRan()).as("now").isEmpty();
    ticking.node.clock().advance(minutes(60));
    assertThat(ticking.ran()).as("an interval later").containsExactly("delivery");
  }

  @Test
  void aClockThatWasSetRightByASecondIsNotWorthANote() {
    ticking.settledThen(Duration.ofSeconds(-1));

    assertThat(ticking.run().notes()).isEmpty();
  }

  @Test
  void afterASleepEachComponentRunsOnceAndTheLossIsNoted() {
    ticking.settledThen(minutes(600));

    TickResult result = ticking.run();

    assertThat(ticking.runner.takeRan())
        .containsExactly("delivery", "reader", "delivery", "author", "delivery");
    assertThat(result.notes())
        .containsExactly(
            "no tick ran from 2026-03-17T12:05:00Z on: delivery missed 9 runs and runs once now",
            "no tick ran from 2026-03-17T12:05:00Z on: reader missed 4 runs and runs once now");
    assertThat(ticking.opsLog()).hasSize(2).allMatch(line -> line.startsWith("[scheduler]"));
    assertThat(ticking.state().hours().get("delivery").stream().mapToInt(RunHour::missed).sum())
        .isEqualTo(9);
    assertThat(ticking.state().hours().get("reader").getLast())
        .isEqualTo(new RunHour("2026-03-17T22:00:00Z", 1, 0, 0, 0));
    ticking.node.clock().advance(minutes(15));
    assertThat(ticking.run().notes()).isEmpty();
  }

  @Test
  void aCompactorThatHadNothingToDoForDaysHasMissedNothing() {
    for (int i = 0; i < 20; i++) {
      ticking.run();
      ticking.node.clock().advance(minutes(60));
    }
    ticking.runner.takeRan();
    ticking.sessionLog(500);

    TickResult result = ticking.run();

    assertThat(ticking.runner.takeRan()).contains("compactor");
    assertThat(result.notes()).isEmpty();
  }

  @Test
  void anInterruptedComponentRunsAgainInTheNextTick() {
    ticking.settledThen(minutes(60));
    ticking.runner.on(
        "delivery",
        command -> {
          throw new InterruptedException();
        });

    assertThatThrownBy(() -> ticking.tick().run()).isInstanceOf(InterruptedException.class);
    assertThat(exit("delivery").string("outcome")).contains("interrupted");
    assertThat(ticking.state().currentComponent()).isEmpty();
    ticking.runner.takeRan();
    assertThat(ticking.ran()).containsExactly("delivery");
    assertThat(ticking.opsLog()).isEmpty();
  }

  @Test
  void whatHasFailedAndIsThenInterruptedWaitsForNoInterval() {
    ticking.settledThen(minutes(60));
    ticking.runner.on(
        "delivery",
        exits(1),
        command -> {
          throw new InterruptedException();
        },
        exits(1));
    assertThat(ticking.ran()).containsExactly("delivery");
    ticking.node.clock().advance(minutes(15));
    assertThatThrownBy(() -> ticking.tick().run()).isInstanceOf(InterruptedException.class);
    ticking.runner.takeRan();

    assertThat(ticking.ran()).as("in the next tick").containsExactly("delivery");
    assertThat(exit("delivery").integer("failures")).hasValue(2);
  }

  @Test
  void aTickThatIsToldToStopStartsNothingMore() {
    ticking.runner.on("delivery", does(0, () -> Thread.currentThread().interrupt()));

    assertThatThrownBy(() -> ticking.tick().run()).isInstanceOf(InterruptedException.class);
    assertThat(ticking.runner.ran).containsExactly("delivery");
  }

  @Test
  void aStateSurvivesBeingWrittenAndRead() {
    ticking.runner.on("network", exits(1)).on("author", exits(3));
    ticking.run();

    SchedulerState state = ticking.state();

    assertThat(Shape.of(SchedulerState.class).read(Shape.write(state))).isEqualTo(state);
    assertThat(state.lastExit()).hasSize(5);
    assertThat(Map.copyOf(state.lastRun())).doesNotContainKey("compactor");
  }

  private void state(String text) {
    ticking.node.node().writeText(ticking.node.home().schedulerState(), text);
  }

  private JsonObject exit(String component) {
    return ticking
        .stateJson()
        .object("last_exit")
        .flatMap(exits -> exits.object(component))
        .orElseThrow();
  }
}
