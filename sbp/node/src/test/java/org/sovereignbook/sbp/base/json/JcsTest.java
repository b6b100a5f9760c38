package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.sovereignbook.sbp.base.json.JsonFixtures.utf8;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wire;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import org.erdtman.jcs.JsonCanonicalizer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JcsTest {

  @Test
  void sortsLikeTheExampleOfRfc8785() throws MalformedJson {
    JsonObject object =
        wire(
            """
            {"\\u20ac":"Euro Sign","\\r":"Carriage Return",
             "\\ufb33":"Hebrew Letter Dalet With Dagesh",
             "1":"One","\\ud83d\\ude00":"Emoji: Grinning Face","\\u0080":"Control",
             "\\u00f6":"Latin Small Letter O With Diaeresis"}\
            """);
    String names = "\\r 1 \u0080 ö € 😀 \ufb33";

    assertThat(canonical(object).replaceAll("\"([^\"]*)\":\"[^\"]*\"", "$1"))
        .isEqualTo("{" + names.replace(' ', ',') + "}");
  }

  @Test
  void sortsAtEveryDepthButNeverAnArray() throws MalformedJson {
    assertThat(
            canonical(wire("{ \"b\": [ 3, {\"z\":1,\"y\":2}, 1 ], \"a\": {\"d\":{},\"c\":[]} }")))
        .isEqualTo("{\"a\":{\"c\":[],\"d\":{}},\"b\":[3,{\"y\":2,\"z\":1},1]}");
  }

  @Test
  void aPrefixComesBeforeTheLongerName() throws MalformedJson {
    assertThat(canonical(wire("{\"aa\":1,\"\":2,\"a\":3,\"B\":4}")))
        .isEqualTo("{\"\":2,\"B\":4,\"a\":3,\"aa\":1}");
  }

  @Test
  void negativeZeroIsZero() throws MalformedJson {
    assertThat(canonical(wire("{\"n\":-0}"))).isEqualTo("{\"n\":0}");
  }

  @Test
  void refusesANumberThatNoReceiverAccepts() {
    JsonObject object = JsonObject.empty();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> Jcs.canonicalize(object.with("n", new JsonDecimal(new BigDecimal("1.5")))));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Jcs.canonicalize(object.with("n", 1L << 53)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Jcs.canonicalize(object.with("n", Long.MIN_VALUE)));
    assertThat(canonical(object.with("n", (1L << 53) - 1))).isEqualTo("{\"n\":9007199254740991}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "12", "\"é\"", "[]", "{}"})
  void takesAnyValueAtTheTop(String text) throws MalformedJson {
    assertThat(canonical(JsonFixtures.file(text))).isEqualTo(text);
  }

  @Test
  void agreesWithTheReferenceLibraryOnRandomDocuments() throws IOException {
    for (long seed = 0; seed < 5_000; seed++) {
      JsonObject object = RandomJson.wireObject(seed);
      byte[] expected = new JsonCanonicalizer(JsonWriter.pretty(object)).getEncodedUTF8();

      assertThat(canonical(object))
          .as("seed %d", seed)
          .isEqualTo(new String(expected, StandardCharsets.UTF_8));
    }
  }

  @Test
  void agreesWithTheReferenceLibraryOnEveryCharacter() throws IOException {
    for (int start = 0; start < 0x11000; start += 0x100) {
      StringBuilder text = new StringBuilder();
      for (int c = start; c < start + 0x100; c++) {
        if (c < 0xd800 || c > 0xdfff) {
          text.appendCodePoint(c);
        }
      }
      JsonObject object = JsonObject.builder().put(text.toString(), text.toString()).build();

      assertThat(Jcs.canonicalize(object))
          .isEqualTo(new JsonCanonicalizer(JsonWriter.compact(object)).getEncodedUTF8());
    }
  }

  @Test
  void theCanonicalFormIsItsOwnCanonicalForm() throws MalformedJson {
    for (long seed = 0; seed < 2_000; seed++) {
      JsonObject object = RandomJson.wireObject(seed);
      byte[] once = Jcs.canonicalize(object);
      JsonObject read = JsonReader.wireObject(once);

      assertThat(read).isEqualTo(object);
      assertThat(Jcs.canonicalize(read)).isEqualTo(once);
    }
  }

  @Test
  void doesNotDependOnHowTheBytesWereSpelled() throws MalformedJson {
    JsonObject one = wire("{\"a\":\"\\u0041\\/\\u00e9\\ud83d\\ude00\",\"b\":-0}");
    JsonObject other = JsonReader.wireObject(utf8(" { \"b\" : 0 ,\n\t\"a\":\"A/é😀\" } "));

    assertThat(Jcs.canonicalize(one)).isEqualTo(Jcs.canonicalize(other));
  }

  private static String canonical(JsonValue value) {
    return new String(Jcs.canonicalize(value), StandardCharsets.UTF_8);
  }
}
