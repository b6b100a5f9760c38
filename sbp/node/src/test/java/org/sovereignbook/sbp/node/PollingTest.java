package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PollingTest {
  private static final Duration BETWEEN = Duration.ofMillis(200);

  /** A clock that stands still, and notes the pauses instead of waiting. */
  private static final class Noting implements InstantSource, Polling.Pauses {
    private final List<Duration> pauses = new ArrayList<>();

    @Override
    public Instant instant() {
      return Instant.EPOCH;
    }

    @Override
    public void pause(Duration time) {
      pauses.add(time);
    }
  }

  private final Noting clock = new Noting();
  private final Polling polling = new Polling(clock, BETWEEN);
  private int looks;

  private boolean isOverAtLook(int number) {
    looks++;
    return looks >= number;
  }

  @Test
  void aLimitedWaitEndsByTheNumberOfItsPausesAndLooksOnceMore() throws Exception {
    assertThat(polling.until(Duration.ofSeconds(1), () -> isOverAtLook(7))).isFalse();
    assertThat(looks).isEqualTo(6);
    assertThat(clock.pauses).hasSize(5).containsOnly(BETWEEN);
  }

  @Test
  void itEndsAtTheFirstLookThatFindsItOver() throws Exception {
    assertThat(polling.until(Duration.ofSeconds(1), () -> isOverAtLook(6))).isTrue();
    assertThat(looks).isEqualTo(6);
    polling.until(() -> isOverAtLook(9));
    assertThat(looks).isEqualTo(9);
    assertThat(clock.pauses).hasSize(7);
  }

  @Test
  void aWaitOfNoTimeLooksOnce() throws Exception {
    assertThat(polling.until(Duration.ZERO, () -> isOverAtLook(1))).isTrue();
    assertThat(clock.pauses).isEmpty();
  }
}
