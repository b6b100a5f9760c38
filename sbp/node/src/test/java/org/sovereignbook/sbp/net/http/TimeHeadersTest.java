package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeHeadersTest {
  private static final Instant NOW = Instant.parse("2026-03-17T12:00:00Z");

  @Test
  void secondsAreTakenAsTheyStand() {
    assertThat(TimeHeaders.retryAfter(" 120 ", NOW)).contains(Duration.ofMinutes(2));
    assertThat(TimeHeaders.retryAfter("0", NOW)).contains(Duration.ZERO);
  }

  @Test
  void dateIsCountedFromTheGivenClock() {
    assertThat(TimeHeaders.retryAfter("Tue, 17 Mar 2026 12:30:00 GMT", NOW))
        .contains(Duration.ofMinutes(30));
  }

  @Test
  void dateInThePastMeansAtOnce() {
    assertThat(TimeHeaders.retryAfter("Tue, 17 Mar 2026 11:00:00 GMT", NOW))
        .contains(Duration.ZERO);
  }

  @Test
  void aClockIsComparedInBothDirections() {
    assertThat(TimeHeaders.clockAhead("Tue, 17 Mar 2026 12:30:00 GMT", NOW))
        .contains(Duration.ofMinutes(30));
    assertThat(TimeHeaders.clockAhead(" Tue, 17 Mar 2026 11:00:00 GMT ", NOW))
        .contains(Duration.ofHours(-1));
    assertThat(TimeHeaders.clockAhead("Fri, 31 Dec 9999 23:59:59 GMT", NOW)).isEmpty();
    assertThat(TimeHeaders.clockAhead("noon", NOW)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "soon", "-1", "1.5", "99999999999999999999", "Tue, 99 Mar 2026 12:30:00 GMT"})
  void anythingElseSaysNothing(String header) {
    assertThat(TimeHeaders.retryAfter(header, NOW)).isEmpty();
  }
}
