package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.base.json.JsonFixtures.file;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonWriterTest {

  @Test
  void prettyIsTwoSpacesALevel() {
    JsonObject object =
        JsonObject.builder()
            .put("kind", "content")
            .put("n", -5)
            .put("ratio", new JsonDecimal(new BigDecimal("0.25")))
            .put("on", true)
            .put("nothing", JsonNull.INSTANCE)
            .put("empty_object", JsonObject.empty())
            .put("empty_array", JsonArray.of())
            .put(
                "list",
                JsonArray.of(
                    new JsonString("a"), JsonObject.builder().put("b", 1).put("c", 2).build()))
            .build();

    assertThat(JsonWriter.pretty(object))
        .isEqualTo(
            """
            {
              "kind": "content",
              "n": -5,
              "ratio": 0.25,
              "on": true,
              "nothing": null,
              "empty_object": {},
              "empty_array": [],
              "list": [
                "a",
                {
                  "b": 1,
                  "c": 2
                }
              ]
            }\
            """);
  }

  @Test
  void compactHasNoSpace() {
    JsonObject object =
        JsonObject.builder()
            .put("a", JsonArray.of(new JsonInteger(1), JsonNull.INSTANCE))
            .put("b", JsonObject.builder().put("c", false).build())
            .build();

    assertThat(JsonWriter.compact(object)).isEqualTo("{\"a\":[1,null],\"b\":{\"c\":false}}");
    assertThat(JsonWriter.compact(JsonObject.empty())).isEqualTo("{}");
    assertThat(JsonWriter.pretty(JsonArray.of())).isEqualTo("[]");
  }

  @Test
  void escapesWhatCouldDriveATerminalAndNothingElse() throws MalformedJson {
    for (char c = 0; c < 0xd800; c++) {
      String written = JsonWriter.compact(new JsonString("" + c));
      boolean unsafe = c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0x2028 || c == 0x2029;

      if (unsafe) {
        assertThat(written).matches("\"\\\\([btnfr]|u[0-9a-f]{4})\"");
      } else if (c == '"' || c == '\\') {
        assertThat(written).isEqualTo("\"\\" + c + "\"");
      } else {
        assertThat(written).isEqualTo("\"" + c + "\"");
      }
      assertThat(file(written)).isEqualTo(new JsonString("" + c));
    }
  }

  @Test
  void prettyTextAlsoEscapesWhatChangesTheLookOfOtherCharacters() throws MalformedJson {
    String tag = Character.toString(0xe0041);
    String text = "\u202eabc\u200b\ufeff" + tag + "\u6f22";

    String written = JsonWriter.pretty(new JsonString(text));

    assertThat(written).isEqualTo("\"\\u202eabc\\u200b\\ufeff\\udb40\\udc41\u6f22\"");
    assertThat(file(written)).isEqualTo(new JsonString(text));
  }

  @Test
  void escapesNamesLikeValues() {
    assertThat(JsonWriter.pretty(JsonObject.builder().put("a\u001b[2J", 1).build()))
        .isEqualTo("{\n  \"a\\u001b[2J\": 1\n}");
  }

  @Test
  void whatIsWrittenReadsBackEqualAndInTheSameOrder() throws MalformedJson {
    for (long seed = 0; seed < 3_000; seed++) {
      JsonValue value = RandomJson.anyValue(seed);
      JsonValue fromPretty = file(JsonWriter.pretty(value));
      JsonValue fromCompact = file(JsonWriter.compact(value));

      assertThat(fromPretty).as("seed %d", seed).isEqualTo(value);
      assertThat(fromCompact).as("seed %d", seed).isEqualTo(value);
      assertThat(JsonWriter.pretty(fromPretty)).isEqualTo(JsonWriter.pretty(value));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"5", "0", "-3", "1E+3", "1E-7", "0.000", "123456789012345678901234567890"})
  void aDecimalStaysADecimal(String digits) throws MalformedJson {
    JsonDecimal decimal = new JsonDecimal(new BigDecimal(digits));

    assertThat(file(JsonWriter.compact(decimal))).isEqualTo(decimal);
  }

  @Test
  void theBytesOfACompactTextAreCountedWithoutMakingIt() {
    StringBuilder all = new StringBuilder();
    for (int point = 0; point < 0x3000; point++) {
      all.appendCodePoint(point);
    }
    all.append("\ufeff\uffff").appendCodePoint(0x1f600).appendCodePoint(0x10ffff);
    JsonObject value =
        JsonObject.builder()
            .put(all.toString(), all.toString())
            .put("", new JsonArray(List.of()))
            .put("n", JsonNull.INSTANCE)
            .put("o", JsonObject.empty())
            .put("a", JsonArray.ofStrings(List.of("", "x", "\"")))
            .put("i", -12)
            .put("t", true)
            .build();
    assertThat(JsonWriter.compactBytes(value))
        .isEqualTo(JsonWriter.compact(value).getBytes(StandardCharsets.UTF_8).length);
  }
}
