package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.base.json.JsonFixtures.fileProblem;
import static org.sovereignbook.sbp.base.json.JsonFixtures.utf8;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wire;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wireProblem;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.MalformedJson.Problem;

/** What is JSON and what is not: RFC 8259 to the letter, with no extension. */
class JsonReaderGrammarTest {

  private static final String EVERYTHING =
      """
      {"s":"x\\u00e9\\n\\ud83d\\ude00","n":-12,"t":true,"f":false,"z":null,
       "a":[1,[],{},"",0],"o":{"p":{"q":"é😀"}}}\
      """;

  @Test
  void readsEveryKindOfValue() throws MalformedJson {
    JsonObject object = wire(EVERYTHING);

    assertThat(object.string("s")).contains("xé\n😀");
    assertThat(object.integer("n")).hasValue(-12);
    assertThat(object.bool("t")).contains(true);
    assertThat(object.bool("f")).contains(false);
    assertThat(object.get("z")).contains(JsonNull.INSTANCE);
    assertThat(object.array("a"))
        .contains(
            JsonArray.of(
                new JsonInteger(1),
                JsonArray.of(),
                JsonObject.empty(),
                new JsonString(""),
                new JsonInteger(0)));
    assertThat(object.object("o").flatMap(o -> o.object("p")).flatMap(p -> p.string("q")))
        .contains("é😀");
    assertThat(object.members().keySet()).containsExactly("s", "n", "t", "f", "z", "a", "o");
  }

  @Test
  void refusesEveryProperPrefix() {
    byte[] whole = utf8(EVERYTHING);

    for (int length = 0; length < whole.length; length++) {
      assertThat(wireProblem(Arrays.copyOf(whole, length)))
          .as("first %d bytes", length)
          .contains(Problem.MALFORMED);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "\n",
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "{]",
        "[}",
        "{}}",
        "{}{}",
        "{} {}",
        "{},",
        "{}x",
        "{}0",
        "{}\"\"",
        "{}null",
        "{}//",
        "{}/**/",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{,\"a\":1}",
        "{\"a\":1,,\"b\":2}",
        "{\"a\":1 \"b\":2}",
        "{\"a\"=1}",
        "{\"a\" 1}",
        "{\"a\"::1}",
        "{\"a\":1;\"b\":2}",
        "{a:1}",
        "{'a':1}",
        "{\"a\":'b'}",
        "{1:1}",
        "{null:1}",
        "{[]:1}",
        "{\"a\":[1,]}",
        "{\"a\":[,1]}",
        "{\"a\":[,]}",
        "{\"a\":[1,,2]}",
        "{\"a\":[1 2]}",
        "{\"a\":[1:2]}",
        "{\"a\":[\"b\":2]}",
        "{\"a\":[}",
        "{\"a\":[1}",
        "{\"a\":tru}",
        "{\"a\":truee}",
        "{\"a\":True}",
        "{\"a\":TRUE}",
        "{\"a\":nul}",
        "{\"a\":nulll}",
        "{\"a\":undefined}",
        "{\"a\":b}",
        "{\"a\":true1}",
        "{\"a\":\"b\"c}",
        "{\"a\":\"b\"\"c\"}",
        "/**/{}",
        "//\n{}",
        "#\n{}",
        "{\"a\":1/**/}",
        "<html>",
        "{\"a\":\"\\x41\"}",
        "{\"a\":\"\\'\"}",
        "{\"a\":\"\\u12\"}",
        "{\"a\":\"\\u12g4\"}",
        "{\"a\":\"\\U0041\"}",
        "{\"a\":\"\\u{41}\"}",
        "{\"a\":\"\\u+041\"}",
        "{\"a\":\"\\\"}",
        "{\"a\":\"b\nc\"}",
        "{\"a\":\"b\tc\"}",
        "{\"a\":\"\\\n\"}",
        "{\"a\nb\":1}",
        "{\"\\x\":1}",
        "{\"a\":\"",
        "{\"a\":\"b",
        "{\"a\":1",
        "{\"a",
        "{\"a\":1,"
      })
  void refusesWhatIsNotJson(String text) {
    assertThat(wireProblem(text)).contains(Problem.MALFORMED);
    assertThat(fileProblem(text)).contains(Problem.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "01",
        "-01",
        "00",
        "+1",
        "--1",
        "-",
        "-a",
        ".5",
        "-.5",
        "1.",
        "1.e5",
        "1e",
        "1e+",
        "1e-",
        "1ee5",
        "1e5.5",
        "1.2.3",
        "1_000",
        "0x10",
        "0b1",
        "1f",
        "1d",
        "1L",
        "1 000",
        "NaN",
        "-NaN",
        "nan",
        "Infinity",
        "-Infinity",
        "+Infinity",
        "INF",
        "1a",
        "1\"\"",
        "1-1",
        "\u0661",
        "\uff11",
        "-\u0661"
      })
  void refusesWhatIsNoNumber(String number) {
    for (String text : new String[] {"{\"a\":%s}", "{\"a\":[%s]}", "{\"a\":[0,%s,0]}"}) {
      assertThat(wireProblem(text.formatted(number))).isPresent();
      assertThat(fileProblem(text.formatted(number))).contains(Problem.MALFORMED);
    }
    assertThat(fileProblem(number)).contains(Problem.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[{}]", "\"a\"", "1", "true", "null", " [1] "})
  void aWireObjectIsAnObjectAtTheTop(String text) {
    assertThat(wireProblem(text)).contains(Problem.MALFORMED);
    assertThat(fileProblem(text)).isEmpty();
  }

  @Test
  void onlyFourBytesMayStandAroundTokens() {
    for (int i = 0; i < 256; i++) {
      byte b = (byte) i;
      boolean space = b == ' ' || b == '\t' || b == '\n' || b == '\r';
      boolean accepted = wireProblem(new byte[] {'{', '}', b}).isEmpty();

      assertThat(accepted).as("after the value: byte %d", i).isEqualTo(space);
      assertThat(wireProblem(new byte[] {b, '{', '}'}).isEmpty()).as("byte %d", i).isEqualTo(space);
      assertThat(wireProblem(new byte[] {'{', b, '}'}).isEmpty()).as("byte %d", i).isEqualTo(space);
      assertThat(wireProblem(new byte[] {'{', '"', 'a', '"', b, ':', '1', '}'}).isEmpty())
          .as("before the colon: byte %d", i)
          .isEqualTo(space);
    }
  }

  @Test
  void onlyNineLettersMayFollowABackslash() {
    for (int i = 0; i < 256; i++) {
      boolean known = i < 0x80 && "\"\\/bfnrt".indexOf(i) >= 0;
      byte[] bytes = {'{', '"', 'a', '"', ':', '"', '\\', (byte) i, '"', '}'};

      assertThat(wireProblem(bytes).isEmpty()).as("byte %d", i).isEqualTo(known);
    }
    assertThat(wireProblem("{\"a\":\"\\u0041\"}")).isEmpty();
  }

  @Test
  void refusesEveryRawControlCharacterInAStringAndInAName() {
    for (char c = 0; c < 0x80; c++) {
      boolean plain = c >= ' ' && c != '"' && c != '\\';

      assertThat(wireProblem("{\"a\":\"" + c + "\"}").isEmpty()).isEqualTo(plain);
      assertThat(wireProblem("{\"" + c + "\":1}").isEmpty()).isEqualTo(plain);
    }
  }

  @Test
  void readsEveryEscape() throws MalformedJson {
    JsonObject object = wire("{\"a\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u0000\\u00E9\\u00e9\"}");

    assertThat(object.string("a")).contains("\"\\/\b\f\n\r\t\0éé");
  }
}
