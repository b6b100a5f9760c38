package org.sovereignbook.sbp.frontend.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.frontend.command.SpokenTime.Side;

/** Times as people write them, on the side of now that the option is about. */
class SpokenTimeTest {
  /** A Tuesday. */
  private static final Instant NOW = Instant.parse("2026-03-17T12:05:00Z");

  @ParameterizedTest
  @CsvSource({
    "2026-12-01T14:00:00Z, 2026-12-01T14:00:00Z, 2026-12-01T14:00:00Z",
    "2026-12-01 14:00, 2026-12-01T14:00:00Z, 2026-12-01T14:00:00Z",
    "2026-12-01, 2026-12-01T00:00:00Z, 2026-12-01T00:00:00Z",
    "now, 2026-03-17T12:05:00Z, 2026-03-17T12:05:00Z",
    "today, 2026-03-17T00:00:00Z, 2026-03-17T00:00:00Z",
    "Yesterday, 2026-03-16T00:00:00Z, 2026-03-16T00:00:00Z",
    "tomorrow, 2026-03-18T00:00:00Z, 2026-03-18T00:00:00Z",
    "Friday, 2026-03-13T00:00:00Z, 2026-03-20T00:00:00Z",
    "tue, 2026-03-10T00:00:00Z, 2026-03-24T00:00:00Z",
    "next friday, 2026-03-20T00:00:00Z, 2026-03-20T00:00:00Z",
    "last friday, 2026-03-13T00:00:00Z, 2026-03-13T00:00:00Z",
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
    assertThat(SpokenTime.time("--since", text, NOW, Side.PAST)).isEqualTo(past);
    assertThat(SpokenTime.time("--deadline", text, NOW, Side.FUTURE)).isEqualTo(future);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lately", "", "f", "25:00", "2026-13-01", "2x", "99999999h", "-2h"})
  void anythingElseIsRefusedInTheSameWords(String text) {
    assertThatThrownBy(() -> SpokenTime.time("--since", text, NOW, Side.PAST))
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
