package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.runtime.scheduler.ScriptedRunner.does;
import static org.sovereignbook.sbp.runtime.scheduler.Ticking.minutes;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Features;

/** {@code --dry-run}: what would run and why, and nothing touched. */
class TickPlanTest {
  private Ticking ticking;

  @BeforeEach
  void makeNode(@TempDir Path folder) {
    ticking = new Ticking(folder);
  }

  private List<String> planned() {
    return ticking.tick().plan().runs().stream().map(TickPlan.Run::component).toList();
  }

  @Test
  void thePlanIsWhatTheTickThenDoes() {
    for (int minutes : List.of(0, 15, 60, 120, 360, 1440)) {
      ticking.node.clock().advance(minutes(minutes));
      ticking.receive(minutes == 15 ? 2 : 0);
      ticking.runner.on("reader", does(0, () -> ticking.process(2)));

      List<String> planned = planned();

      assertThat(ticking.ran()).as("after %s minutes", minutes).isEqualTo(planned);
    }
  }

  @Test
  void thePlanSaysWhyAndWhyNotAndWhenNext() {
    ticking.settledThen(minutes(240)).receive(1);

    assertThat(ticking.tick().plan().summary().lines())
        .containsExactly(
            "would run delivery: its interval of an hour is over, last run 2026-03-17T12:05:00Z",
            "would run reader: its interval of 2 hours is over, last run 2026-03-17T12:05:00Z",
            "would run delivery: after reader or author has run",
            "not author: its interval of 6 hours is not over, next due 2026-03-17T18:05:00Z",
            "not compactor: runtime/session-log.md has 0 of 500 lines",
            "not network: its interval of a day is not over, next due 2026-03-18T12:05:00Z",
            "not maintenance: its interval of a week is not over,"
                + " next due 2026-03-24T12:05:00Z");
  }

  @Test
  void aTimerOfAFeatureRunsWhileTheFeatureIsOnAndTheOwnersOwnComponentTakesItsPlace() {
    Features _ =
        ticking
            .node
            .node()
            .kept()
            .of(Features.class, () -> new Features(List.of(new Tides(), new Broken())));
    ticking.settledThen(minutes(20));

    assertThat(ticking.ran()).containsExactly("\"$SBP\" tides settle");
    assertThat(ticking.tick().plan().summary()).contains("not tides: its interval of 20 minutes");
    ticking.node.clock().advance(minutes(20));
    JsonObject settings = ticking.node.node().config().json();
    ticking.node.configure(
        settings.with(
            "features", JsonObject.empty().with("off", JsonArray.ofStrings(List.of("tides")))));
    assertThat(planned()).doesNotContain("tides");
    ticking.node.configure(
        settings
            .with(
                "components",
                JsonObject.empty().with("tides", JsonObject.empty().with("interval_minutes", 5)))
            .with("commands", JsonObject.empty().with("tides", "echo an own one")));
    assertThat(ticking.tick().plan().runs())
        .filteredOn(run -> run.component().equals("tides"))
        .singleElement()
        .satisfies(run -> assertThat(run.command()).isEqualTo("echo an own one"));
  }

  private static class Tides implements TimerFeature {
    @Override
    public String name() {
      return "tides";
    }

    @Override
    public String title() {
      return "tides";
    }

    @Override
    public List<Timer> timers() {
      return List.of(new Timer("tides", 20, "tides settle"));
    }
  }

  private static final class Broken extends Tides {
    @Override
    public String name() {
      return "broken";
    }

    @Override
    public List<Timer> timers() {
      throw new IllegalStateException("out of order");
    }
  }

  @Test
  void aMessageIsAReason() {
    ticking.settledThen(minutes(15)).receive(1);

    assertThat(ticking.tick().plan().runs().getFirst())
        .extracting(TickPlan.Run::trigger, TickPlan.Run::why)
        .containsExactly(ComponentRun.Trigger.INBOX, "1 message waits");
  }

  @Test
  void nothingIsTouched() {
    ticking.settledThen(minutes(60));
    ticking.node.node().writeText(ticking.node.home().schedulerState(), "damaged");
    Map<Path, String> before = contents();

    TickPlan plan = ticking.tick().plan();

    assertThat(plan.notes()).singleElement().asString().contains("cannot be used");
    assertThat(plan.runs()).isNotEmpty();
    assertThat(ticking.runner.commands).isEmpty();
    assertThat(contents()).isEqualTo(before);
  }

  @Test
  void anEmptyPlanIsIdle() {
    ticking.settledThen(minutes(15));

    assertThat(ticking.tick().plan().idle()).isTrue();
    assertThat(ticking.tick().plan().toJson().array("waiting").orElseThrow().objects()).hasSize(6);
  }

  @Test
  void aRunningTickIsNamed() {
    ticking.settledThen(minutes(60));
    ticking.runner.on(
        "delivery",
        does(
            0,
            () ->
                assertThat(ticking.tick().plan().notes())
                    .anyMatch(note -> note.contains("busy now: tick, running delivery"))));

    assertThat(ticking.run().failed()).isFalse();
  }

  private Map<Path, String> contents() {
    Map<Path, String> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(ticking.node.home().root())) {
      all.filter(Files::isRegularFile)
          .forEach(file -> files.put(file, ticking.node.node().readText(file).orElseThrow()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }
}
