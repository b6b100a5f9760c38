package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.protocol.Timestamp;

class WordingTest {
  private static final Timestamp NOON = Timestamp.parse("2026-03-17T12:00:00Z");

  @Test
  void oneThingIsNotManyThings() {
    assertThat(Wording.counted(1, "peer")).isEqualTo("1 peer");
    assertThat(Wording.counted(2, "peer")).isEqualTo("2 peers");
    assertThat(Wording.counted(0, "reply")).isEqualTo("0 replies");
    assertThat(Wording.counted(2, "day")).isEqualTo("2 days");
    assertThat(Wording.counted(2, "fetch")).isEqualTo("2 fetches");
  }

  @Test
  void tenThousandAndEightyMinutesAreAWeek() {
    assertThat(Wording.span(Duration.parse("PT10080M"))).isEqualTo("a week");
    assertThat(Wording.span(Duration.parse("PT1440M"))).isEqualTo("a day");
    assertThat(Wording.span(Duration.parse("PT120M"))).isEqualTo("2 hours");
    assertThat(Wording.span(Duration.parse("PT90M"))).isEqualTo("90 minutes");
    assertThat(Wording.span(Duration.ZERO)).isEqualTo("0 seconds");
  }

  @Test
  void aSizeIsToldAsOnADisk() {
    assertThat(Wording.size(1)).isEqualTo("1 byte");
    assertThat(Wording.size(999)).isEqualTo("999 bytes");
    assertThat(Wording.size(4_200)).isEqualTo("4.2 KB");
    assertThat(Wording.size(9_960_000)).isEqualTo("10 MB");
    assertThat(Wording.size(80_263_027_712L)).isEqualTo("80 GB");
    assertThat(Wording.size(5_000_000_000_000_000L)).isEqualTo("5000 TB");
  }

  @Test
  void aTimeIsToldFromHere() {
    assertThat(ago("2026-03-17T11:59:30Z")).isEqualTo("just now");
    assertThat(ago("2026-03-17T11:59:00Z")).isEqualTo("1 minute ago");
    assertThat(ago("2026-03-16T07:00:00Z")).isEqualTo("29 hours ago");
    assertThat(ago("2026-03-10T12:00:00Z")).isEqualTo("7 days ago");
    assertThat(ago("2026-03-17T15:10:00Z")).isEqualTo("in 3 hours");
    assertThat(Wording.age(Optional.empty(), NOON)).isEqualTo("-");
    assertThat(Wording.age(Duration.ofMinutes(12))).isEqualTo("12m");
  }

  private static String ago(String then) {
    return Wording.ago(Timestamp.parse(then), NOON);
  }
}
