package org.sovereignbook.sbp.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AbbreviationTest {
  private static final String HASH =
      "sha256:3f9a1b2c4d5e6f708192a3b4c5d6e7f83f9a1b2c4d5e6f708192a3b4c5d6e7f8";

  @ParameterizedTest
  @CsvSource({
    "sha256:3f9a," + HASH,
    "3f9a," + HASH,
    "3," + HASH,
    "sbp1:abcd,sbp1:abcdefgh",
    "abcd,sbp1:abcdefgh",
    "replies/2026,replies/2026-03-17T142301Z-a3f9-direct",
    "2026-03-17T14,replies/2026-03-17T142301Z-a3f9-direct",
    "a3f9,replies/2026-03-17T142301Z-a3f9-direct",
    "a3f9,2026-03-17T142301Z-a3f9",
    "a3f9,2026-03-17/2026-03-17T142301Z-a3f9-direct",
    "-xYz,-xYzAbC",
  })
  void whatLeadsAnIdMayBeLeftOut(String given, String id) {
    assertThat(new Abbreviation(given).begins(id)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "'',anything",
    "9a," + HASH,
    "256:3f," + HASH,
    "3F9A," + HASH,
    "f9,2026-03-17T142301Z-a3f9",
    "xyz,-xYzAbC",
  })
  void whatStandsInTheMiddleIsNoBeginning(String given, String id) {
    assertThat(new Abbreviation(given).begins(id)).isFalse();
  }

  @Test
  void aWholeNameIsNotTheBeginningOfALongerOne() {
    assertThat(new Abbreviation("one").among(List.of("one-more", "one"))).containsExactly("one");
    assertThat(new Abbreviation("on").among(List.of("one-more", "one"))).hasSize(2);
  }
}
