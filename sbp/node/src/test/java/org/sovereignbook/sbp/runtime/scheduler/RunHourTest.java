package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.protocol.Timestamp;

class RunHourTest {
  private static final Timestamp NOON = Timestamp.parse("2026-03-17T12:10:00Z");

  @Test
  void runsOfAnHourAddUpByHowTheyEnded() {
    List<RunHour> hours = RunHour.after(List.of(), ComponentRun.Status.DONE, NOON);
    hours = RunHour.after(hours, ComponentRun.Status.IDLE, NOON);
    hours = RunHour.after(hours, ComponentRun.Status.TIMEOUT, NOON);
    hours = RunHour.after(hours, ComponentRun.Status.INTERRUPTED, NOON);
    hours = RunHour.after(hours, ComponentRun.Status.DONE, NOON.plus(Duration.ofHours(1)));

    assertThat(hours)
        .containsExactly(
            new RunHour("2026-03-17T12:00:00Z", 1, 1, 1, 0),
            new RunHour("2026-03-17T13:00:00Z", 1, 0, 0, 0));
  }

  @Test
  void onlyTheLastDayIsKeptAndNothingThatIsYetToCome() {
    List<RunHour> hours = RunHour.after(List.of(), ComponentRun.Status.DONE, NOON);

    Timestamp nextDay = NOON.plus(Duration.ofHours(24));
    assertThat(RunHour.after(hours, ComponentRun.Status.DONE, nextDay)).hasSize(2);
    Timestamp later = NOON.plus(Duration.ofHours(25));
    assertThat(RunHour.after(hours, ComponentRun.Status.DONE, later)).hasSize(1);
    Timestamp setBack = NOON.plus(Duration.ofHours(-2));
    assertThat(RunHour.after(hours, ComponentRun.Status.DONE, setBack))
        .extracting(RunHour::hour)
        .containsExactly("2026-03-17T10:00:00Z");
  }

  @Test
  void missedRunsStandInTheHoursInWhichTheyWereDue() {
    List<RunHour> hours =
        RunHour.missing(
            List.of(),
            Timestamp.parse("2026-03-17T09:40:00Z"),
            Duration.ofMinutes(30),
            Timestamp.parse("2026-03-17T11:15:00Z"));

    assertThat(hours)
        .containsExactly(
            new RunHour("2026-03-17T09:00:00Z", 0, 0, 0, 1),
            new RunHour("2026-03-17T10:00:00Z", 0, 0, 0, 2));
  }

  @Test
  void aYearWithoutTicksIsADayOfMissedRuns() {
    Timestamp longAgo = NOON.plus(Duration.ofDays(-365));

    List<RunHour> hours = RunHour.missing(List.of(), longAgo, Duration.ofMinutes(1), NOON);

    assertThat(hours).hasSize(25);
    assertThat(hours.subList(0, 24)).allSatisfy(one -> assertThat(one.missed()).isEqualTo(60));
  }

  @Test
  void whatCannotBeReadIsLeftOut() throws Exception {
    JsonObject state =
        JsonReader.wireObject(
            """
            {"hours": {"reader": [7, {"hour": "2026-03-17T12:00:00Z", "done": 2}], "author": 3}}
            """
                .getBytes(java.nio.charset.StandardCharsets.UTF_8));

    assertThat(RunHour.of(state).get("author")).isEmpty();
    assertThat(RunHour.of(state).get("reader")).hasSizeLessThanOrEqualTo(1);
    assertThat(RunHour.of(JsonObject.empty())).isEmpty();
  }
}
