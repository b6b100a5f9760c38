package org.sovereignbook.sbp.base.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.base.json.JsonFixtures.file;
import static org.sovereignbook.sbp.base.json.JsonFixtures.fileProblem;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wire;
import static org.sovereignbook.sbp.base.json.JsonFixtures.wireProblem;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.MalformedJson.Problem;

/** Well-formed numbers, and which of them the wire and the files allow. */
class JsonReaderNumbersTest {

  @ParameterizedTest
  @CsvSource({
    "0,0",
    "-0,0",
    "1,1",
    "-1,-1",
    "10,10",
    "9007199254740991,9007199254740991",
    "-9007199254740991,-9007199254740991"
  })
  void theWireTakesIntegersUpTo2To53Minus1(String digits, long value) throws MalformedJson {
    assertThat(wire("{\"n\":" + digits + "}").integer("n")).hasValue(value);
    assertThat(file(digits)).isEqualTo(new JsonInteger(value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9007199254740992",
        "-9007199254740992",
        "9007199254740993",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "18446744073709551616",
        "100000000000000000000000000000000000000",
        "1.0",
        "-1.0",
        "0.0",
        "-0.0",
        "1e3",
        "1E3",
        "1e+3",
        "1e-3",
        "1.5",
        "0e0",
        "1e400",
        "1e-315",
        "1e-400",
        "1e999999999999",
        "-1e999999999999",
        "0.1e1",
        "2.5e0"
      })
  void theWireRefusesEveryOtherNumber(String number) {
    assertThat(wireProblem("{\"n\":" + number + "}")).contains(Problem.INVALID_NUMBER);
    assertThat(wireProblem("{\"n\":[{\"m\":[0," + number + "]}]}"))
        .contains(Problem.INVALID_NUMBER);
  }

  @ParameterizedTest
  @ValueSource(longs = {Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53, -(1L << 53)})
  void aFileTakesEveryLong(long value) throws MalformedJson {
    assertThat(file(Long.toString(value))).isEqualTo(new JsonInteger(value));
  }

  @ParameterizedTest
  @ValueSource(strings = {"9223372036854775808", "-9223372036854775809", "99999999999999999999"})
  void aFileRefusesALargerInteger(String digits) {
    assertThat(fileProblem(digits)).contains(Problem.INVALID_NUMBER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.5", "1.0", "-2.50", "1e3", "1E-3", "4.9E-324", "1.7976931348623157e308"})
  void aFileTakesDecimals(String digits) throws MalformedJson {
    assertThat(file(digits)).isEqualTo(new JsonDecimal(new BigDecimal(digits)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"1e401", "1e-401", "1e2147483648", "-1e-99999999999999999999"})
  void aFileRefusesAnExtremeExponent(String digits) {
    assertThat(fileProblem(digits)).contains(Problem.INVALID_NUMBER);
  }

  @Test
  void aHugeNumberIsRefusedWithoutBeingComputed() {
    String million = "9".repeat(1_000_000);

    assertThat(wireProblem("{\"n\":" + million + "}")).contains(Problem.INVALID_NUMBER);
    assertThat(wireProblem("{\"n\":-" + million + "}")).contains(Problem.INVALID_NUMBER);
    assertThat(wireProblem("{\"n\":0." + million + "}")).contains(Problem.INVALID_NUMBER);
    assertThat(wireProblem("{\"n\":1e" + million + "}")).contains(Problem.INVALID_NUMBER);
    assertThat(fileProblem(million)).contains(Problem.INVALID_NUMBER);
    assertThat(fileProblem("0." + million)).contains(Problem.INVALID_NUMBER);
    assertThat(fileProblem("1e" + million)).contains(Problem.INVALID_NUMBER);
  }

  @Test
  void aWholeDecimalReadsBackAsADecimal() throws MalformedJson {
    JsonDecimal five = new JsonDecimal(new BigDecimal("5"));

    assertThat(file(JsonWriter.compact(five))).isEqualTo(five);
  }
}
