package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.runtime.scheduler.ScriptedRunner.does;
import static org.sovereignbook.sbp.runtime.scheduler.ScriptedRunner.exits;
import static org.sovereignbook.sbp.runtime.scheduler.Ticking.minutes;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.peer.step.Intervals;

/** IMPLEMENTATION §7: what runs when and in which order. */
class TickOrderTest {
  private Ticking ticking;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    ticking = new Ticking(folder);
  }

  @Test
  void aNewNodeRunsEverythingInOrderOfPriorityWithDeliveryAfterReaderAndAuthor() {
    ticking.sessionLog(500);

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
  void nothingRunsBeforeItsIntervalIsOver() {
    assertThat(ticking.settledThen(minutes(59)).ran()).isEmpty();
  }

  @Test
  void aComponentIsDueExactlyWhenItsIntervalIsOver() {
    assertThat(ticking.settledThen(minutes(60)).ran()).containsExactly("delivery");
  }

  @Test
  void theReaderRunsWhenItsIntervalIsOverEvenOnAnEmptyInbox() {
    assertThat(ticking.settledThen(minutes(120)).ran())
        .containsExactly("delivery", "reader", "delivery");
  }

  @Test
  void aMessageWakesTheReaderAndDeliveryFollowsAtOnce() {
    ticking.settledThen(minutes(15)).receive(1);
    ticking.runner.on("reader", does(0, () -> ticking.process(1)));

    assertThat(ticking.ran()).containsExactly("reader", "delivery");
  }

  @Test
  void theAuthorIsNotWokenByMessages() {
    ticking.settledThen(minutes(15)).receive(1);
    ticking.runner.on("reader", does(3, () -> ticking.process(1)));

    assertThat(ticking.ran()).containsExactly("reader", "delivery");
  }

  @Test
  void theCompactorRunsFromTheThresholdOn() {
    ticking.settledThen(minutes(240)).sessionLog(500);

    assertThat(ticking.ran()).contains("compactor");
  }

  @Test
  void theCompactorIsSkippedBelowTheThresholdWithoutUpdatingItsLastRun() {
    ticking.sessionLog(499);

    assertThat(ticking.ran()).doesNotContain("compactor");
    assertThat(ticking.state().lastRun()).doesNotContainKey("compactor");

    ticking.node.clock().advance(minutes(15));
    ticking.sessionLog(500);
    assertThat(ticking.ran()).containsExactly("compactor");
  }

  @Test
  void anUnterminatedLastLineCounts() {
    ticking.settledThen(minutes(240));
    ticking.node.node().writeText(ticking.node.home().sessionLog(), "line\n".repeat(499) + "end");

    assertThat(ticking.ran()).contains("compactor");
  }

  @Test
  void deliveryRunsAfterAReaderWhateverItFound() {
    ticking.settledThen(minutes(90));
    ticking.runner.on("delivery", exits(3)).on("reader", exits(3));
    assertThat(ticking.ran()).containsExactly("delivery");
    ticking.node.clock().advance(minutes(30));

    assertThat(ticking.ran()).containsExactly("reader", "delivery");
  }

  @Test
  void anIdleReaderOrAuthorGivesDeliveryNoSecondRunInATick() {
    ticking.settledThen(minutes(360));
    ticking.runner.on("reader", exits(3)).on("author", exits(3));

    assertThat(ticking.ran()).containsExactly("delivery", "reader", "author");
  }

  @Test
  void aFailedReaderMayHaveProducedSomethingToDeliver() {
    ticking.settledThen(minutes(15)).receive(1);
    ticking.runner.on("reader", exits(1));

    assertThat(ticking.ran()).containsExactly("reader", "delivery");
  }

  @Test
  void anIdleTickStartsNoCommandAtAll() {
    TickResult result = ticking.settledThen(minutes(15)).run();

    assertThat(ticking.runner.commands).isEmpty();
    assertThat(result.idle()).isTrue();
    assertThat(result.summary()).isEqualTo("nothing is due");
  }

  @Test
  void aTickOfIdleRunsIsIdle() {
    ticking.settledThen(minutes(60));
    ticking.runner.on("delivery", exits(3));

    assertThat(ticking.run().idle()).isTrue();
  }

  @Test
  void aComponentThatTheOperatorTookOutNeverRuns() {
    JsonObject config = SchedulerSettings.initial(Intervals.DEFAULT).json();
    JsonObject components = config.object("components").orElseThrow().without("author");
    ticking.node.configure(config.with("components", components));

    assertThat(ticking.ran()).doesNotContain("author").contains("maintenance");
  }

  @Test
  void theOperatorsOwnComponentsRunLastAndMayFollowAnyOther() {
    JsonObject config = SchedulerSettings.initial(Intervals.DEFAULT).json();
    JsonObject weather =
        JsonObject.builder()
            .put("interval_minutes", 100_000)
            .put(
                "run_after",
                org.sovereignbook.sbp.base.json.JsonArray.ofStrings(java.util.List.of("reader")))
            .build();
    ticking.node.configure(
        config
            .with(
                "components",
                prepend("weather", weather, config.object("components").orElseThrow()))
            .with("commands", config.object("commands").orElseThrow().with("weather", "weather")));

    assertThat(ticking.ran()).endsWith("maintenance", "weather");
    ticking.node.clock().advance(minutes(120));
    assertThat(ticking.ran()).containsExactly("delivery", "reader", "delivery", "weather");
  }

  private static JsonObject prepend(String name, JsonObject value, JsonObject object) {
    JsonObject.Builder builder = JsonObject.builder().put(name, value);
    object.members().forEach(builder::put);
    return builder.build();
  }
}
