package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.frontend.command.SpokenTime.Side;

/** Times as people write them, on the side of now that the option is about. */
class SpokenTimeTest {
  /** A Tuesday. */
  private static final Instant NOW = Instant.parse("2026-03-17T12:05:00Z");

  private static final ZonedDateTime HERE = NOW.atZone(ZoneOffset.UTC);

  @ParameterizedTest
  @CsvSource({
    "2026-12-01T14:00:00Z, 2026-12-01T14:00:00Z, 2026-12-01T14:00:00Z",
    "2026-12-01 14:00, 2026-12-01T14:00:00Z, 2026-12-01T14:00:00Z",
    "2026-12-01 14:00+02:00, 2026-12-01T12:00:00Z, 2026-12-01T12:00:00Z",
    "2026-12-01, 2026-12-01T00:00:00Z, 2026-12-01T23:59:59Z",
    "now, 2026-03-17T12:05:00Z, 2026-03-17T12:05:00Z",
    "today, 2026-03-17T00:00:00Z, 2026-03-17T23:59:59Z",
    "Yesterday, 2026-03-16T00:00:00Z, 2026-03-16T23:59:59Z",
    "tomorrow, 2026-03-18T00:00:00Z, 2026-03-18T23:59:59Z",
    "Friday, 2026-03-13T00:00:00Z, 2026-03-20T23:59:59Z",
    "tue, 2026-03-10T00:00:00Z, 2026-03-24T23:59:59Z",
    "next friday, 2026-03-20T00:00:00Z, 2026-03-20T23:59:59Z",
    "last friday, 2026-03-13T00:00:00Z, 2026-03-13T23:59:59Z",
    "2h, 2026-03-17T10:05:00Z, 2026-03-17T14:05:00Z",
    "90m, 2026-03-17T10:35:00Z, 2026-03-17T13:35:00Z",
    "3 days, 2026-03-14T12:05:00Z, 2026-03-20T12:05:00Z",
    "1w, 2026-03-10T12:05:00Z, 2026-03-24T12:05:00Z",
    "2 hours ago, 2026-03-17T10:05:00Z, 2026-03-17T10:05:00Z",
    "in 2 hours, 2026-03-17T14:05:00Z, 2026-03-17T14:05:00Z",
    "14:30, 2026-03-16T14:30:00Z, 2026-03-17T14:30:00Z",
    "9:00, 2026-03-17T09:00:00Z, 2026-03-18T09:00:00Z"
  })
  void aTimeIsUnderstood(String text, Instant past, Instant future) {
    assertThat(SpokenTime.time("--since", text, HERE, Side.PAST)).isEqualTo(past);
    assertThat(SpokenTime.time("--deadline", text, HERE, Side.FUTURE)).isEqualTo(future);
  }

  @ParameterizedTest
  @CsvSource({
    "14:30, 2026-03-16T05:30:00Z, 2026-03-16T05:30:00Z, 2026-03-17T05:30:00Z",
    "today, 2026-03-16T15:00:00Z, 2026-03-17T15:00:00Z, 2026-03-17T14:59:59Z",
    "yesterday, 2026-03-15T15:00:00Z, 2026-03-16T15:00:00Z, 2026-03-16T14:59:59Z",
    "2026-03-01 08:00, 2026-02-28T23:00:00Z, 2026-02-28T23:00:00Z, 2026-02-28T23:00:00Z",
    "2026-03-01T08:00:00Z, 2026-03-01T08:00:00Z, 2026-03-01T08:00:00Z, 2026-03-01T08:00:00Z",
    "2h, 2026-03-16T20:05:00Z, 2026-03-16T20:05:00Z, 2026-03-17T00:05:00Z"
  })
  void timesAreTheOwnersAndADayCountsWhole(
      String text, Instant since, Instant until, Instant deadline) {
    // It is the next morning in Tokyo.
    ZonedDateTime tokyo = Instant.parse("2026-03-16T22:05:00Z").atZone(ZoneId.of("Asia/Tokyo"));

    assertThat(SpokenTime.time("--since", text, tokyo, Side.PAST)).isEqualTo(since);
    assertThat(SpokenTime.time("--until", text, tokyo, Side.UNTIL)).isEqualTo(until);
    assertThat(SpokenTime.time("--deadline", text, tokyo, Side.FUTURE)).isEqualTo(deadline);
  }

  @Test
  void anAnswerShowsTheOffset() {
    assertThat(SpokenTime.shown(NOW, ZoneId.of("Asia/Tokyo")))
        .isEqualTo("2026-03-17T21:05:00+09:00");
    assertThat(SpokenTime.shown(NOW, ZoneOffset.UTC)).isEqualTo("2026-03-17T12:05:00Z");
  }

  @ParameterizedTest
  @ValueSource(strings = {"lately", "", "f", "25:00", "2026-13-01", "2x", "99999999h", "-2h"})
  void anythingElseIsRefusedInTheSameWords(String text) {
    assertThatThrownBy(() -> SpokenTime.time("--since", text, HERE, Side.PAST))
        .hasMessageStartingWith("--since cannot be ")
        .hasMessageContaining("yesterday, tomorrow, Friday, or 90m, 2h, 3d");
    assertThatThrownBy(() -> SpokenTime.day("--day", text, NOW))
        .hasMessageStartingWith("--day cannot be ")
        .hasMessageContaining("yesterday");
  }

  @Test
  void aDayIsUnderstood() {
    assertThat(SpokenTime.day("--day", "yesterday", NOW)).isEqualTo(LocalDate.parse("2026-03-16"));
    assertThat(SpokenTime.day("--day", "Friday", NOW)).isEqualTo(LocalDate.parse("2026-03-13"));
    assertThat(SpokenTime.day("--day", "3d", NOW)).isEqualTo(LocalDate.parse("2026-03-14"));
    assertThat(SpokenTime.day("--day", "2026-03-01", NOW)).isEqualTo(LocalDate.parse("2026-03-01"));
  }
}
