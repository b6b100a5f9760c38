package com.example.almanac;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoonTest {
  @ParameterizedTest
  @CsvSource({
    "1999-12-07T22:32:00Z, NEW",
    "2024-01-11T11:57:00Z, NEW",
    "2024-01-18T03:53:00Z, WAXING",
    "2024-01-25T17:54:00Z, FULL",
    "2024-02-02T23:18:00Z, WANING",
  })
  void thePhasesAreThoseOfTheCalendar(Instant time, Moon phase) {
    assertThat(Moon.at(time)).isEqualTo(phase);
  }
}
