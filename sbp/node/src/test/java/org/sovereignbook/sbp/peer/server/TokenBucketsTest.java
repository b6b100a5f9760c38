package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.testing.TestClock;

class TokenBucketsTest {
  private static final Instant NOON = TestClock.NOON;
  private static final TokenBuckets.Rate RATE = new TokenBuckets.Rate(60, 3);

  private final TokenBuckets buckets = new TokenBuckets(1_000);

  @Test
  void aBurstIsServedAndThenOneTokenASecond() {
    assertThat(served(10, NOON)).isEqualTo(3);
    assertThat(buckets.charge("a", RATE, NOON)).contains(Duration.ofSeconds(1));
    assertThat(served(10, NOON.plusSeconds(2))).isEqualTo(2);
    assertThat(served(10, NOON.plusSeconds(3_600))).isEqualTo(3);
  }

  @Test
  void aRefusalCostsNothing() {
    served(3, NOON);
    for (int i = 0; i < 100; i++) {
      buckets.charge("a", RATE, NOON);
    }

    assertThat(buckets.charge("a", RATE, NOON.plusSeconds(1))).isEmpty();
  }

  @Test
  void theTimeToWaitIsExact() {
    served(3, NOON);
    Duration wait = buckets.charge("a", RATE, NOON.plusMillis(300)).orElseThrow();

    assertThat(wait).isEqualTo(Duration.ofMillis(700));
    assertThat(buckets.charge("a", RATE, NOON.plusMillis(999))).isPresent();
    assertThat(buckets.charge("a", RATE, NOON.plusMillis(1_000))).isEmpty();
  }

  @Test
  void aClockThatIsSetBackNeitherRefillsNorLocks() {
    served(3, NOON);

    assertThat(buckets.charge("a", RATE, NOON.minusSeconds(3_600))).isPresent();
    assertThat(buckets.charge("a", RATE, NOON.plusSeconds(1))).isEmpty();
  }

  @Test
  void aBudgetUsedUpUnderAClockThatWasAheadRefillsFromNowOn() {
    served(3, NOON.plusSeconds(400L * 86_400));

    assertThat(buckets.charge("a", RATE, NOON)).isPresent();
    assertThat(buckets.charge("a", RATE, NOON.plusSeconds(1))).isEmpty();
  }

  @Test
  void aBetterRateHoldsAtOnce() {
    served(3, NOON);

    assertThat(buckets.charge("a", new TokenBuckets.Rate(120, 6), NOON)).isEmpty();
  }

  @Test
  void memoryIsBoundedWhateverTheNumberOfSenders() {
    buckets.charge("regular", RATE, NOON);
    for (int i = 0; i < 100_000; i++) {
      buckets.charge("sender " + i, RATE, NOON);
      if (i % 500 == 0) {
        buckets.charge("regular", RATE, NOON);
      }
    }

    assertThat(buckets.size()).isEqualTo(1_000);
    assertThat(buckets.charge("regular", RATE, NOON)).as("still remembered").isPresent();
    assertThat(buckets.charge("sender 0", RATE, NOON)).as("forgotten").isEmpty();
  }

  @Test
  void refusedStrangersTakeNoMemory() {
    TokenBuckets.Rate none = new TokenBuckets.Rate(1, 0);
    IntStream.range(0, 100).forEach(i -> buckets.charge("sender " + i, none, NOON));

    assertThat(buckets.size()).isZero();
  }

  @Test
  void whatWasUsedSurvivesARestart() {
    served(3, NOON);
    TokenBuckets restarted = new TokenBuckets(1_000);
    restarted.restore(buckets.used(NOON.plusMillis(500)));

    assertThat(restarted.charge("a", RATE, NOON.plusMillis(500))).contains(Duration.ofMillis(500));
  }

  @Test
  void savingAgainAndAgainChangesNothing() {
    served(3, NOON);
    TokenBuckets restarted = buckets;
    for (int i = 0; i < 5; i++) {
      TokenBuckets next = new TokenBuckets(1_000);
      next.restore(restarted.used(NOON.plusSeconds(i)));
      restarted = next;
    }

    assertThat(restarted.charge("a", RATE, NOON)).contains(Duration.ofSeconds(1));
    assertThat(restarted.charge("a", RATE, NOON.plusSeconds(1))).isEmpty();
  }

  @Test
  void fullBucketsAreNotSaved() {
    served(3, NOON);
    buckets.charge("b", RATE, NOON.plusSeconds(59));

    assertThat(buckets.used(NOON.plusSeconds(59))).containsOnlyKeys("b");
    assertThat(buckets.size()).isEqualTo(1);
  }

  @Test
  void noMoreIsRestoredThanFits() {
    for (int i = 0; i < 100; i++) {
      buckets.charge("sender " + i, RATE, NOON);
    }
    TokenBuckets small = new TokenBuckets(10);
    small.restore(buckets.used(NOON));

    assertThat(small.size()).isEqualTo(10);
  }

  private long served(int attempts, Instant now) {
    return IntStream.range(0, attempts)
        .filter(_ -> buckets.charge("a", RATE, now).isEmpty())
        .count();
  }
}
