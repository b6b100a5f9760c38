package org.sovereignbook.sbp.plugins.erc8004;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.plugins.chain.ChainClient.Feedback;

/** Feedback of three raters on the chain, of which one states what no number here can hold. */
class FeedbackTest {
  private static final int TAIL_BYTES = 8 * 32;
  private static final List<BigInteger> PLAIN =
      List.of(BigInteger.ONE, BigInteger.TEN, BigInteger.ZERO);

  private static String word(BigInteger number) {
    return Hex.of(Abi.word(number)).substring(2);
  }

  private static JsonObject log(int rater, List<BigInteger> numbers) {
    StringBuilder data = new StringBuilder("0x");
    numbers.forEach(number -> data.append(word(number)));
    // Four empty texts, and the hash of none.
    for (int i = 0; i < 4; i++) {
      data.append(word(BigInteger.valueOf(TAIL_BYTES)));
    }
    data.append(word(BigInteger.ZERO)).append(word(BigInteger.ZERO));
    return JsonObject.builder()
        .put(
            "topics",
            JsonArray.ofStrings(
                List.of("0x0", "0x0", "0x" + word(BigInteger.valueOf(rater)), "0x1")))
        .put("data", data.toString())
        .build();
  }

  /** The index, the value or the digits of one feedback is beyond any number that it may be. */
  @ParameterizedTest
  @CsvSource({
    "0, 0, 64",
    "1, 0, 200",
    "2, 0, 255",
    "0, 1, 64",
    "1, 1, 200",
    "2, 1, 64",
    "0, 2, 200",
    "1, 2, 30",
    "2, 2, 5"
  })
  void anUnreadableOneKeepsNoOtherFromBeingRead(int bad, int field, int bits) {
    List<BigInteger> odd = new ArrayList<>(PLAIN);
    odd.set(field, BigInteger.TWO.pow(bits));
    List<JsonObject> given =
        IntStream.range(0, 3).mapToObj(i -> log(i + 1, i == bad ? odd : PLAIN)).toList();
    JsonObject noTopics = given.get(bad).without("topics");
    assertThat(Erc8004Client.readable(given, List.of(noTopics)))
        .extracting(Feedback::rater)
        .hasSize(2)
        .doesNotContain("0x" + "0".repeat(39) + (bad + 1));
  }
}
