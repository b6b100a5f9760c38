package org.sovereignbook.sbp.plugins.hooks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentRetention;
import org.sovereignbook.sbp.authority.ledger.Upkeep;

class HookTimesTest {
  private static final ZoneId BERLIN = HookScene.ZONE;

  @TempDir Path folder;
  private HookScene scene;

  @BeforeEach
  void open() {
    scene = new HookScene(folder);
  }

  @AfterEach
  void close() {
    scene.close();
  }

  private void timed(String name, String declaration) {
    scene.hot(name, declaration, HookScene.hot(_ -> HookScene.FIRE));
  }

  private List<String> events(String hook) {
    return scene.runs(hook).stream()
        .filter(run -> run.state() == HookRun.State.FIRED)
        .map(HookRun::event)
        .toList();
  }

  private List<String> skipped(String hook) {
    return scene.runs(hook).stream()
        .filter(run -> run.state() == HookRun.State.SKIPPED)
        .map(run -> run.reason().orElseThrow())
        .toList();
  }

  @Test
  void ofSlotsThatPassedTheNewestRunsAndTheOthersAreLogged() {
    timed("hourly", "triggers: {cron: '0 * * * *'}");
    assertThat(scene.run().runs()).isZero();
    scene.society().clock().advance(Duration.ofHours(5));
    scene.run();
    assertThat(events("hourly")).containsExactly("timer:2026-03-17T17:00:00Z");
    assertThat(skipped("hourly")).singleElement().asString().startsWith("4 slots from");
    assertThat(scene.run().runs()).isZero();
  }

  @Test
  void withAllEachRunsWithinTheLimitTheOldestFirst() {
    timed("hourly", "triggers: {cron: '0 * * * *'}\ncatch_up: all\ncatch_up_limit: 3");
    scene.society().clock().advance(Duration.ofHours(5));
    scene.run();
    assertThat(events("hourly").reversed())
        .containsExactly(
            "timer:2026-03-17T15:00:00Z",
            "timer:2026-03-17T16:00:00Z",
            "timer:2026-03-17T17:00:00Z");
    assertThat(skipped("hourly")).singleElement().asString().startsWith("2 slots from");
  }

  @Test
  void withNoneOnlyWhatIsNotLateRuns() {
    timed("daily", "triggers: {cron: '30 12 * * *'}\ncatch_up: none");
    scene.society().clock().advance(Duration.ofDays(3));
    scene.run();
    assertThat(events("daily")).isEmpty();
    assertThat(skipped("daily")).singleElement().asString().startsWith("3 slots from");
    timed("half", "triggers: {interval: 30m}\ncatch_up: none");
    scene.society().clock().advance(Duration.ofMinutes(40));
    scene.run();
    assertThat(events("half")).hasSize(1);
  }

  @Test
  void yearsOfDowntimeAreCountedAsFarAsAnybodyWantsToKnow() {
    timed("minutely", "triggers: {cron: '* * * * *'}");
    scene.society().clock().advance(Duration.ofDays(1000));
    assertThat(scene.run().runs()).isEqualTo(1);
    assertThat(skipped("minutely")).singleElement().asString().startsWith("at least 1999 slots");
  }

  @Test
  void aClockThatWentBackIsToldAndTimesGoOn() {
    timed("hourly", "triggers: {cron: '0 * * * *'}");
    scene.society().clock().advance(Duration.ofDays(400));
    scene.run();
    scene.society().clock().advance(Duration.ofDays(-300));
    scene.run();
    assertThat(skipped("hourly").getFirst()).startsWith("the clock went back");
    scene.society().clock().advance(Duration.ofHours(1));
    assertThat(scene.run().fired()).isEqualTo(1);
  }

  @Test
  void cronKnowsTheHouseholdsTimeWhenSummerBeginsAndEnds() {
    HookSlots early = HookSlots.cron("30 2 * * *");
    assertThat(between(early, "2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z"))
        .containsExactly("2026-03-30T00:30:00Z", "2026-03-29T01:30:00Z");
    assertThat(between(early, "2026-10-24T12:00:00Z", "2026-10-26T12:00:00Z"))
        .containsExactly("2026-10-26T01:30:00Z", "2026-10-25T00:30:00Z");
    assertThat(between(HookSlots.interval("1d"), "2026-03-28T08:00:00Z", "2026-03-30T08:00:00Z"))
        .containsExactly("2026-03-30T07:00:00Z", "2026-03-29T07:00:00Z");
  }

  @Test
  void whatIsDueEveryHourGoesByTheHoursThatThereAre() {
    HookSlots often = HookSlots.cron("*/30 * * * *");
    assertThat(between(often, "2026-03-29T00:00:00Z", "2026-03-29T01:30:00Z"))
        .containsExactly("2026-03-29T01:30:00Z", "2026-03-29T01:00:00Z", "2026-03-29T00:30:00Z");
    assertThat(between(often, "2026-10-25T00:00:00Z", "2026-10-25T01:30:00Z"))
        .containsExactly("2026-10-25T01:30:00Z", "2026-10-25T01:00:00Z", "2026-10-25T00:30:00Z");
  }

  @Test
  void everyWayToWriteAllHoursGoesByTheHoursThatThereAre() {
    for (String hours : List.of("*", "0-23", "*/1", "0-11,12-23", "1-4")) {
      assertThat(
              between(
                  HookSlots.cron("*/15 " + hours + " * * *"),
                  "2026-10-25T00:30:00Z",
                  "2026-10-25T02:00:00Z"))
          .as(hours)
          .containsExactly(
              "2026-10-25T02:00:00Z",
              "2026-10-25T01:45:00Z",
              "2026-10-25T01:30:00Z",
              "2026-10-25T01:15:00Z",
              "2026-10-25T01:00:00Z",
              "2026-10-25T00:45:00Z");
    }
  }

  @Test
  void whereClocksChangeEverySlotIsFoundOnceHoweverOftenOneLooks() {
    for (String cron :
        List.of(
            "15,45 2,3 * * *", "* 2 * * *", "*/7 0-23 * * *", "*/15 1-4 * * *", "30 1-4/2 * * *")) {
      for (String day : List.of("2026-03-29", "2026-10-25")) {
        Instant begin = Instant.parse(day + "T00:00:00Z").minus(Duration.ofHours(2));
        List<Instant> whole =
            HookSlots.cron(cron).between(begin, begin.plus(Duration.ofHours(8)), begin, BERLIN);
        List<Instant> piecewise = new ArrayList<>();
        for (int minute = 0; minute < 480; minute++) {
          Instant from = begin.plus(Duration.ofMinutes(minute));
          piecewise.addAll(
              HookSlots.cron(cron).between(from, from.plus(Duration.ofMinutes(1)), begin, BERLIN));
        }
        assertThat(piecewise.reversed()).as(cron + " on " + day).isEqualTo(whole);
      }
    }
  }

  private static List<String> between(HookSlots slots, String after, String until) {
    return slots
        .between(Instant.parse(after), Instant.parse(until), Instant.parse(after), BERLIN)
        .stream()
        .map(Instant::toString)
        .toList();
  }

  @Test
  void cronTakesListsRangesStepsAndNames() {
    assertThat(
            between(
                HookSlots.cron("*/20 9-10 * * mon,wed"),
                "2026-03-16T00:00:00Z",
                "2026-03-16T23:00:00Z"))
        .hasSize(6)
        .startsWith("2026-03-16T09:40:00Z");
    assertThat(
            between(HookSlots.cron("0 0 29 2 *"), "2024-01-01T00:00:00Z", "2029-01-01T00:00:00Z"))
        .containsExactly("2028-02-28T23:00:00Z", "2024-02-28T23:00:00Z");
    for (String wrong :
        List.of("", "* * * *", "60 * * * *", "* * * * mon-xyz", "*/0 * * * *", "0 0 31 2 *")) {
      assertThatThrownBy(() -> HookSlots.cron(wrong)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aThousandTimesLeaveNoMoreBehindThanFiveHundred() {
    timed("daily", "triggers: {interval: 1d}\ncatch_up: all\ncatch_up_limit: 100");
    Map<String, Long> half = sizesAfter(5);
    assertThat(sizesAfter(5)).isEqualTo(half);
    assertThat(half).containsEntry("hook_run", 100L);
  }

  /** After so many times a hundred runs, each time with what maintenance does of it. */
  private Map<String, Long> sizesAfter(int rounds) {
    for (int i = 0; i < rounds; i++) {
      scene.society().clock().advance(Duration.ofDays(100));
      assertThat(scene.run().fired()).isEqualTo(100);
      int _ = HookUpkeep.forget(scene.ledger());
      int _ = AgentRetention.forget(scene.ledger());
      Upkeep.Done _ = new Upkeep(scene.ledger(), scene.ledger().node().config()).run();
    }
    Map<String, Long> sizes = new TreeMap<>();
    for (String table : scene.ledger().tables()) {
      sizes.put(table, scene.count("SELECT COUNT(*) FROM " + table));
    }
    return sizes;
  }
}
