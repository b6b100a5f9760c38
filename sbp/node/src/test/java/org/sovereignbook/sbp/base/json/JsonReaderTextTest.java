package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sovereignbook.sbp.base.json.JsonFixtures.objectWithRaw;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wire;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wireProblem;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.MalformedJson.Problem;

/** UTF-8, byte order marks and surrogates. */
class JsonReaderTextTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "80",
        "bf",
        "ff",
        "fe",
        "c3",
        "c328",
        "e282",
        "e28228",
        "f09f98",
        "f09f9828",
        // overlong forms of '/', NUL and the line feed
        "c0af",
        "c080",
        "c18a",
        "e080af",
        "e0808a",
        "f08080af",
        "f8808080af",
        "fc80808080af",
        // surrogates, alone and as a pair (CESU-8)
        "eda080",
        "edbfbf",
        "edb080",
        "eda0bdedb880",
        // above U+10FFFF
        "f4908080",
        "f5808080",
        "f7bfbfbf",
        // a valid character before and after
        "c3a980",
        "80c3a9"
      })
  void refusesInvalidUtf8(String hex) {
    assertThat(wireProblem(objectWithRaw(hex))).contains(Problem.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "c3a9",
        "c280",
        "dfbf",
        "e0a080",
        "ed9fbf",
        "ee8080",
        "efbfbf",
        "f0908080",
        "f48fbfbf",
        "efbfbe",
        "f09f9880"
      })
  void takesValidUtf8(String hex) {
    assertThat(wireProblem(objectWithRaw(hex))).isEmpty();
  }

  @Test
  void agreesWithTheUnicodeTableOnEveryPairOfBytes() {
    for (int first = 0x80; first < 0x100; first++) {
      for (int second = 0x80; second < 0x100; second++) {
        boolean valid = first >= 0xc2 && first <= 0xdf && second <= 0xbf;

        assertThat(wireProblem(objectWithRaw("%02x%02x".formatted(first, second))).isEmpty())
            .isEqualTo(valid);
      }
    }
  }

  @Test
  void agreesWithTheUnicodeTableOnThreeAndFourBytes() {
    RandomGenerator random = new Random(3);
    int accepted = 0;
    for (int i = 0; i < 20_000; i++) {
      int[] bytes = new int[3 + random.nextInt(2)];
      bytes[0] = 0xe0 + random.nextInt(bytes.length == 3 ? 0x10 : 0x16);
      StringBuilder hex = new StringBuilder("%02x".formatted(bytes[0]));
      for (int j = 1; j < bytes.length; j++) {
        bytes[j] = 0x80 + random.nextInt(0x40);
        hex.append("%02x".formatted(bytes[j]));
      }
      boolean valid = bytes.length == 3 ? validThree(bytes) : validFour(bytes);
      accepted += valid ? 1 : 0;

      assertThat(wireProblem(objectWithRaw(hex.toString())).isEmpty())
          .as("bytes %s", hex)
          .isEqualTo(valid);
    }
    assertThat(accepted).isBetween(1_000, 19_000);
  }

  /** Table 3-7 of the Unicode standard; every byte after the first is 80..BF here. */
  private static boolean validThree(int[] bytes) {
    return switch (bytes[0]) {
      case 0xe0 -> bytes[1] >= 0xa0;
      case 0xed -> bytes[1] <= 0x9f;
      default -> bytes[0] <= 0xef;
    };
  }

  private static boolean validFour(int[] bytes) {
    return switch (bytes[0]) {
      case 0xf0 -> bytes[1] >= 0x90;
      case 0xf1, 0xf2, 0xf3 -> true;
      case 0xf4 -> bytes[1] <= 0x8f;
      default -> false;
    };
  }

  @Test
  void refusesAByteOrderMarkAtTheStartButTakesTheCharacterInAString() {
    assertThat(wireProblem("\uFEFF{}")).contains(Problem.MALFORMED);
    assertThat(wireProblem("\uFEFF")).contains(Problem.MALFORMED);
    assertThat(wireProblem("{}\uFEFF")).contains(Problem.MALFORMED);
    assertThat(wireProblem("{\"a\":\"\uFEFF\"}")).isEmpty();
    assertThatExceptionOfType(MalformedJson.class)
        .isThrownBy(() -> wire("\uFEFF{}"))
        .withMessage("a byte order mark is not allowed at line 1, column 1");
  }

  @Test
  void refusesEveryOtherEncoding() {
    for (Charset charset :
        new Charset[] {
          StandardCharsets.UTF_16,
          StandardCharsets.UTF_16LE,
          StandardCharsets.UTF_16BE,
          StandardCharsets.UTF_32,
          StandardCharsets.UTF_32LE
        }) {
      assertThat(wireProblem("{\"a\":1}".getBytes(charset))).contains(Problem.MALFORMED);
    }
    assertThat(wireProblem("{\"a\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1)))
        .contains(Problem.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\\ud800",
        "\\udc00",
        "\\uDBFF",
        "\\uDFFF",
        "\\ud83dx",
        "x\\ude00",
        "\\ude00\\ud83d",
        "\\ud83d\\ud83d\\ude00",
        "\\ud83d\\ude00\\ude00",
        "\\ud83d\\n",
        "\\ud83d\\u0041",
        "😀\\ud83d"
      })
  void refusesALoneSurrogateWrittenAsAnEscape(String text) {
    assertThat(wireProblem("{\"a\":\"" + text + "\"}")).contains(Problem.MALFORMED);
    assertThat(wireProblem("{\"a\":[[\"" + text + "\"]]}")).contains(Problem.MALFORMED);
    assertThat(wireProblem("{\"" + text + "\":1}")).contains(Problem.MALFORMED);
  }

  @Test
  void readsAPairWrittenAsEscapesAsTheCharacter() throws MalformedJson {
    assertThat(wire("{\"a\":\"\\ud83d\\uDE00\"}")).isEqualTo(wire("{\"a\":\"😀\"}"));
    assertThat(wire("{\"\\ud83d\\ude00\":1}").has("😀")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "", "{\"a\"", "[1,", "garbage", "{\"a\": }", "{\"a\":01}"})
  void aMessageSpeaksOfTheTextAndNotOfTheParser(String text) {
    assertThatThrownBy(() -> JsonReader.file(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOf(MalformedJson.class)
        .message()
        .matches("[a-z].* at line \\d+, column \\d+")
        .doesNotContain("Source", "Feature", "expecting", "marker");
  }
}
