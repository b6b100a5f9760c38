package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampTest {

  @ParameterizedTest
  @ValueSource(strings = {"2026-03-17T12:00:00Z", "2024-02-29T23:59:59Z", "0001-01-01T00:00:00Z"})
  void readsAndWritesTheSameText(String text) {
    assertThat(Timestamp.parse(text)).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-03-17",
        "2026-03-17T12:00:00",
        "2026-03-17T12:00:00z",
        "2026-03-17t12:00:00Z",
        "2026-03-17 12:00:00Z",
        "2026-03-17T12:00:00.5Z",
        "2026-03-17T12:00:00+00:00",
        "2026-02-29T12:00:00Z",
        "2026-13-01T12:00:00Z",
        "2026-03-17T24:00:00Z",
        "2026-03-17T12:60:00Z",
        "2026-03-17T23:59:60Z",
        "+12026-03-17T12:00:00Z",
        "2026-03-17T12:00:00Z "
      })
  void refusesEverythingElse(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Timestamp.parse(text));
  }

  @Test
  void cutsFractionsOfSeconds() {
    assertThat(new Timestamp(Instant.parse("2026-03-17T12:00:00.999Z")))
        .hasToString("2026-03-17T12:00:00Z");
  }
}
