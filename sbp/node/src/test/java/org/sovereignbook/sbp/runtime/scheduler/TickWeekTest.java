package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.runtime.scheduler.Ticking.minutes;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A week of ticks every 15 minutes, on the defaults of the seed. */
class TickWeekTest {
  private static final int TICK_MINUTES = 15;
  private static final int DAY = 24 * 60;
  private static final int WEEK = 7 * DAY;

  /** Each entry: minute of the week, and who ran then. */
  private static List<String> week(Ticking ticking) {
    List<String> entries = new ArrayList<>();
    for (int minute = 0; minute < WEEK; minute += TICK_MINUTES) {
      List<String> ran = ticking.ran();
      if (!ran.isEmpty()) {
        entries.add(minute + " " + String.join(" ", ran));
      }
      ticking.node.clock().advance(minutes(TICK_MINUTES));
    }
    return entries;
  }

  @Test
  void aQuietWeekFollowsTheIntervalsToTheMinute(@TempDir Path folder) {
    List<String> expected = new ArrayList<>();
    for (int minute = 0; minute < WEEK; minute += 60) {
      StringBuilder ran = new StringBuilder(minute + " delivery");
      ran.append(minute % 120 == 0 ? " reader delivery" : "");
      ran.append(minute % 360 == 0 ? " author delivery" : "");
      ran.append(minute % DAY == 0 ? " network" : "");
      ran.append(minute == 0 ? " maintenance" : "");
      expected.add(ran.toString());
    }

    assertThat(week(new Ticking(folder))).isEqualTo(expected);
  }

  @Test
  void messagesAndALongLogAreDealtWithInTheSameTick(@TempDir Path folder) {
    Ticking ticking = new Ticking(folder);
    Map<Integer, List<String>> byMinute = new HashMap<>();
    for (int minute = 0; minute < DAY; minute += TICK_MINUTES) {
      if (minute == 45 || minute == 600) {
        ticking.receive(3);
      }
      ticking.runner.on("reader", ScriptedRunner.does(0, () -> ticking.process(3)));
      ticking.sessionLog(minute >= 300 ? 600 : 10);
      ticking.runner.on("compactor", ScriptedRunner.exits(0));
      List<String> ran = ticking.ran();
      if (!ran.isEmpty()) {
        byMinute.put(minute, ran);
      }
      ticking.node.clock().advance(minutes(TICK_MINUTES));
    }

    assertThat(byMinute.get(45)).as("woken by messages").containsExactly("reader", "delivery");
    assertThat(byMinute.get(60)).as("delivered a quarter before").isNull();
    assertThat(byMinute.get(105)).as("an hour after that delivery").containsExactly("delivery");
    assertThat(byMinute.get(165))
        .as("two hours after that reader")
        .containsExactly("delivery", "reader", "delivery");
    assertThat(byMinute.get(300)).as("as soon as the log is long").contains("compactor");
    assertThat(byMinute.get(540)).as("four hours later").contains("compactor");
    assertThat(byMinute.get(600)).contains("reader");
  }
}
