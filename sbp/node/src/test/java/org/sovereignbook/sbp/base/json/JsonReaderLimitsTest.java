package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.sovereignbook.sbp.base.json.JsonFixtures.fileProblem;
import static org.sovereignbook.sbp.base.json.JsonFixtures.objectWithRaw;
import static org.sovereignbook.sbp.base.json.JsonFixtures.utf8;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wire;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wireProblem;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.MalformedJson.Problem;

/** Depth, duplicates, size, and the message of a refusal. */
class JsonReaderLimitsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":1,\"a\":1}",
        "{\"a\":1,\"b\":2,\"a\":3}",
        "{\"a\":1,\"\\u0061\":2}",
        "{\"\":1,\"\":2}",
        "{\"a\":null,\"a\":null}",
        "{\"o\":{\"a\":1,\"a\":2}}",
        "{\"o\":[{},{\"p\":{\"a\":[],\"a\":{}}}]}",
        "{\"é\":1,\"\\u00e9\":2}",
        "{\"\\ud83d\\ude00\":1,\"😀\":2}"
      })
  void refusesADuplicateMemberAtAnyDepth(String text) {
    assertThat(wireProblem(text)).contains(Problem.MALFORMED);
    assertThat(fileProblem(text)).contains(Problem.MALFORMED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\":{\"a\":{\"a\":1}}}",
        "{\"l\":[{\"a\":1},{\"a\":1}],\"m\":{\"a\":1}}",
        "{\"a\":1,\"A\":2}",
        "{\"\\u00e9\":1,\"e\\u0301\":2}"
      })
  void theSameNameInAnotherObjectIsNoDuplicate(String text) {
    assertThat(wireProblem(text)).isEmpty();
  }

  @Test
  void theWireNestsTo32AndAFileTo64() {
    assertThat(wireProblem(nestedObjects(32))).isEmpty();
    assertThat(wireProblem(nestedObjects(33))).contains(Problem.MALFORMED);
    assertThat(wireProblem("{\"a\":" + nestedArrays(31) + "}")).isEmpty();
    assertThat(wireProblem("{\"a\":" + nestedArrays(32) + "}")).contains(Problem.MALFORMED);
    assertThat(fileProblem(nestedObjects(64))).isEmpty();
    assertThat(fileProblem(nestedObjects(65))).contains(Problem.MALFORMED);
    assertThat(fileProblem(nestedArrays(64))).isEmpty();
    assertThat(fileProblem(nestedArrays(65))).contains(Problem.MALFORMED);
  }

  @Test
  void siblingsDoNotAddToTheDepth() {
    String sibling = nestedArrays(31);

    assertThat(wireProblem("{\"a\":%s,\"b\":%s}".formatted(sibling, sibling))).isEmpty();
  }

  @Test
  void endlessNestingIsRefusedAndOverflowsNoStack() {
    assertThat(wireProblem("[".repeat(1_000_000))).contains(Problem.MALFORMED);
    assertThat(fileProblem("{\"a\":".repeat(1_000_000))).contains(Problem.MALFORMED);
  }

  @Test
  void takesAStringANameAndAnArrayOfAnySize() throws MalformedJson {
    String million = "x".repeat(1_000_000);
    JsonObject object =
        wire("{\"" + million + "\":\"" + million + "\",\"l\":[" + "0,".repeat(99_999) + "0]}");

    assertThat(object.string(million)).contains(million);
    assertThat(object.array("l").orElseThrow().values()).hasSize(100_000);
  }

  @Test
  void namesChosenToCollideAreReadLikeAnyOther() throws MalformedJson {
    List<String> names = List.of("");
    for (int i = 0; i < 14; i++) {
      names = names.stream().flatMap(n -> List.of(n + "Aa", n + "BB").stream()).toList();
    }
    List<String> members = new ArrayList<>();
    names.forEach(name -> members.add("\"" + name + "\":0"));

    assertThat(names.stream().mapToInt(String::hashCode).distinct().count()).isEqualTo(1);
    assertThat(wire("{" + String.join(",", members) + "}").members()).hasSize(1 << 14);
  }

  @Test
  void mutatedBytesAreReadOrRefusedAndNothingElse() throws MalformedJson {
    byte[] whole =
        utf8("{\"s\":\"x\\u00e9\\ud83d\\ude00é😀\",\"n\":[-12,0,true,null,{}],\"o\":{\"p\":[]}}");
    RandomGenerator random = new Random(4);
    int read = 0;
    for (int i = 0; i < 30_000; i++) {
      byte[] bytes = whole.clone();
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      for (int hits = random.nextInt(3); hits > 0; hits--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(0x20, 0x80);
      }
      if (wireProblem(bytes).isEmpty()) {
        JsonObject object = JsonReader.wireObject(bytes);
        assertThat(JsonReader.wireObject(Jcs.canonicalize(object))).isEqualTo(object);
        read++;
      }
    }
    assertThat(read).isBetween(500, 29_500);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"a\":1,~  \"a\":2}      | duplicate member \"a\" at line 2, column 3",
        "{\"a\":1.5}               | a number is not an integer at line 1, column 6",
        "{~~ \"n\":9007199254740992} | an integer is outside the range of 2^53 - 1 at line 3,"
            + " column 6",
        "{}~x                      | line 2, column",
        "{                         | the text ends too early at line 1, column 2",
        "{\"a\":[1                  | the text ends too early at line 1, column 8",
        "{\"a\":\"\\ud800\"}       | a string contains a lone surrogate at line 1, column 6"
      })
  void theMessageSaysWhatAndWhere(String text, String message) {
    assertThatExceptionOfType(MalformedJson.class)
        .isThrownBy(() -> wire(text.replace('~', '\n')))
        .withMessageContaining(message);
  }

  @Test
  void theMessageShowsWhereTheBytesStopBeingUtf8() {
    assertThatExceptionOfType(MalformedJson.class)
        .isThrownBy(() -> JsonReader.wireObject(objectWithRaw("c3a9ff")))
        .withMessage("invalid UTF-8 at line 1, column 8");
  }

  @Test
  void theMessageCarriesNoControlCharactersAndStaysShort() {
    for (String hostile :
        new String[] {
          "{\"\\u001b[2J\\n\":1,\"\\u001b[2J\\n\":1}",
          "{\"" + "a".repeat(5000) + "\":1,\"" + "a".repeat(5000) + "\":1}",
          "{\"a\":\u202e" + "b".repeat(5000) + "}"
        }) {
      MalformedJson refusal = catchThrowableOfType(MalformedJson.class, () -> wire(hostile));

      assertThat(refusal.getMessage()).matches("[ -~]{1,260}");
    }
  }

  @Test
  void manyThreadsReadAtOnce() {
    List<JsonObject> read = Collections.synchronizedList(new ArrayList<>());
    IntStream.range(0, 2_000)
        .parallel()
        .forEach(
            i -> {
              try {
                read.add(wire("{\"n" + i + "\":" + i + "}"));
              } catch (MalformedJson e) {
                throw new AssertionError(e);
              }
            });

    assertThat(read).hasSize(2_000).doesNotHaveDuplicates();
  }

  private static String nestedObjects(int depth) {
    return "{\"a\":".repeat(depth - 1) + "{}" + "}".repeat(depth - 1);
  }

  private static String nestedArrays(int depth) {
    return "[".repeat(depth) + "]".repeat(depth);
  }
}
