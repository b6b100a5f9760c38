package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.runtime.scheduler.ScriptedRunner.does;
import static org.sovereignbook.sbp.runtime.scheduler.ScriptedRunner.exits;
import static org.sovereignbook.sbp.runtime.scheduler.Ticking.minutes;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Intervals;

/** CHOICES 11: what fails or makes no progress runs once a tick. */
class TickProgressTest {
  private Ticking ticking;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    ticking = new Ticking(folder);
  }

  @Test
  void aReaderThatLeavesTheInboxAsItWasRunsOnce() {
    ticking.settledThen(minutes(15)).receive(3);
    ticking.runner.on("reader", exits(0), exits(0));

    assertThat(ticking.ran()).containsExactly("reader", "delivery");
  }

  @Test
  void aReaderThatTakesSomeOfTheMessagesRunsAgainForTheOthers() {
    ticking.settledThen(minutes(15)).receive(5);
    ticking.runner.on(
        "reader",
        does(0, () -> ticking.process(2)),
        does(0, () -> ticking.process(2)),
        does(0, () -> ticking.process(1)));

    assertThat(ticking.ran())
        .containsExactly("reader", "delivery", "reader", "delivery", "reader", "delivery");
  }

  @Test
  void aModelThatMayChargeIsAskedAboutMailOnceInATick() {
    ticking.isMetered = true;
    ticking.settledThen(minutes(15)).receive(5);
    ticking.runner.on("reader", does(0, () -> ticking.process(2)));

    assertThat(ticking.ran()).containsExactly("reader", "delivery");
    assertThat(ticking.node.store().inbox().pending()).hasSize(3);
  }

  @Test
  void strangersWakeAModelThatMayChargeWhenItIsTheirTurnAndRulesAtOnce() {
    ticking.isMetered = true;
    ticking.settledThen(minutes(15)).receive(1);
    ticking
        .node
        .node()
        .disk()
        .write(
            ticking.node.home().llmLedger(),
            """
            {"event":"reserved","time":"2026-03-17T12:10:00Z","component":"reader","backend":"fake",\
            "id":"a3f9","tokens":1,"strangers":true}
            """
                .getBytes(StandardCharsets.UTF_8));

    assertThat(ticking.ran()).isEmpty();
    assertThat(ticking.tick().plan().summary())
        .contains("not reader: 1 message waits; strangers wait until 2026-03-17T12:40:00Z");
    ticking.isMetered = false;
    assertThat(ticking.ran()).startsWith("reader");
    ticking.isMetered = true;
    ticking.node.clock().advance(minutes(20));
    assertThat(ticking.ran()).startsWith("reader");
  }

  @Test
  void anIdleReaderThatOnlyThrewMessagesAwayRunsAgainForTheOthers() {
    ticking.settledThen(minutes(15)).receive(2);
    ticking.runner.on(
        "reader", does(3, () -> ticking.process(1)), does(0, () -> ticking.process(1)));

    assertThat(ticking.ran()).containsExactly("reader", "delivery", "reader", "delivery");
  }

  @Test
  void aFailingReaderRunsOnceEvenIfItTookMessagesAway() {
    ticking.settledThen(minutes(15)).receive(5);
    ticking.runner.on("reader", does(1, () -> ticking.process(1)));

    assertThat(ticking.ran()).containsExactly("reader", "delivery");
  }

  @Test
  void messagesThatKeepComingDoNotKeepTheTickFromEnding() {
    ticking.settledThen(minutes(15)).receive(2);
    ScriptedRunner.Work oneForOne =
        does(
            0,
            () -> {
              ticking.process(1);
              ticking.receive(1);
            });
    ticking.runner.on("reader", oneForOne, oneForOne, oneForOne);

    assertThat(ticking.ran()).containsExactly("reader", "delivery");
  }

  @Test
  void aFailingComponentRunsOnceATickAndAgainWhenItIsDueAgain() {
    ticking.settledThen(minutes(60));
    ticking.runner.on("delivery", exits(1), exits(1), exits(1));

    assertThat(ticking.ran()).containsExactly("delivery");
    ticking.node.clock().advance(minutes(10));
    assertThat(ticking.ran()).isEmpty();
    ticking.node.clock().advance(minutes(50));
    assertThat(ticking.ran()).containsExactly("delivery", "reader", "delivery");
  }

  @Test
  void aFailingComponentDoesNotKeepTheOthersFromRunning() {
    ticking.sessionLog(500);
    for (Component each : Component.ALL) {
      String component = each.name();
      ticking.runner.on(component, exits(1), exits(1), exits(1));
    }

    assertThat(ticking.ran())
        .containsExactly(
            "delivery",
            "reader",
            "delivery",
            "author",
            "delivery",
            "compactor",
            "network",
            "maintenance");
  }

  @Test
  void aComponentWhoseRunTakesLongerThanItsIntervalRunsOnceATick() {
    ticking.settledThen(minutes(60));
    ticking.runner.on("delivery", does(0, () -> ticking.node.clock().advance(minutes(90))));

    assertThat(ticking.ran()).startsWith("delivery", "reader", "delivery").hasSize(3);
  }

  @Test
  void anIntervalOfZeroMeansOnceEveryTick() {
    JsonObject config = SchedulerSettings.initial(Intervals.DEFAULT).json();
    JsonObject network = JsonObject.builder().put("interval_minutes", 0).build();
    ticking.node.configure(
        config.with(
            "components", config.object("components").orElseThrow().with("network", network)));
    ticking.run();
    ticking.runner.takeRan();

    assertThat(ticking.ran()).containsExactly("network");
    assertThat(ticking.ran()).containsExactly("network");
  }
}
