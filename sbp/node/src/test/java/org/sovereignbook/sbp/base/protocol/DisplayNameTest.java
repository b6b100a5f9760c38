package org.sovereignbook.sbp.base.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a person sees of a name. */
class DisplayNameTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0020", "00a0", "2003", "3000", "200b", "200d feff", "202e 202c", "0301", "20e3", "3164",
        "ffa0", "115f 1160", "2800", "034f", "00ad", "2060", "e0041 e007f", "fffc", "0000", "e000",
        "fe0f", "d800"
      })
  void aNameOfSuchCharactersShowsNothing(String codePoints) {
    assertThat(DisplayName.isBlank(text(codePoints))).isTrue();
    assertThat(DisplayName.isBlank("")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ada", "é", "🐢", "水", "-", "अदा", "עדה", "\u200bA", "..."})
  void whatCanBeSeenIsNotBlank(String name) {
    assertThat(DisplayName.isBlank(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "Ada, Аdа", // Cyrillic
    "Ada, ADA",
    "Ada, A\u200bda",
    "Ada, A\u0301da",
    "Ada, Ａｄａ",
    "Ada, 𝐀𝐝𝐚",
    "Carol, Car01",
    "Alice, AIice",
    "Bob, Βοb", // Greek
    "Bernd, Bemd",
    "paypal, раураl",
    "Eve Online, EveOnline",
    "Eve Online, Eve\u2003Online",
    "well-known, well‑known",
    "JOHN, ЈОНΝ",
    "Scope, ЅсΟРЕ"
  })
  void lookAlikesHaveOneSkeleton(String name, String other) {
    assertThat(DisplayName.skeleton(other)).isEqualTo(DisplayName.skeleton(name));
  }

  @ParameterizedTest
  @CsvSource({"Ada, Eda", "Alice, Bob", "Иван, Ivan", "水, 氷", "node-1, node-2", "Ω, O"})
  void namesThatLookDifferentHaveDifferentOnes(String name, String other) {
    assertThat(DisplayName.skeleton(other)).isNotEqualTo(DisplayName.skeleton(name));
  }

  private static String text(String codePoints) {
    return java.util.Arrays.stream(codePoints.split(" "))
        .map(code -> Character.toString(Integer.parseInt(code, 16)))
        .collect(Collectors.joining());
  }
}
