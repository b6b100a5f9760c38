package org.sovereignbook.sbp.base.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.base.json.JsonReader;

/** What YAML becomes, and what of it is refused. */
class YamlTest {

  @Test
  void listsMapsTextsNumbersAndTruthsBecomeJson() throws Exception {
    Yaml yaml =
        Yaml.parse(
            """
            # a comment
            agents:
              - id: planner
                role: "Strategic planner. "
                depth: 0x10
                share: 2.5
                on: true
                yes: no
                nothing:
            """);

    assertThat(yaml.value())
        .isEqualTo(
            JsonReader.file(
                """
                {"agents": [{"id": "planner", "role": "Strategic planner. ", "depth": 16,
                  "share": 2.5, "on": true, "yes": "no", "nothing": null}]}
                """
                    .getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void aZeroInFrontSaysNothingAndEmojisMayBeEscapedAsInJson() throws Exception {
    Yaml yaml = Yaml.parse("{a: 010, b: 0o10, c: -09, d: \"\\ud83d\\ude00\"}");

    assertThat(yaml.value())
        .isEqualTo(
            JsonReader.file(
                "{\"a\": 10, \"b\": 8, \"c\": -9, \"d\": \"\ud83d\ude00\"}"
                    .getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void everyValueKnowsItsLineAndAnAbsentOneThatOfWhatShouldHoldIt() throws Exception {
    Yaml yaml = Yaml.parse("a:\n  - b: 1\n    c: 2\n");

    assertThat(yaml.at("a.0.c")).hasToString("line 3, column 5");
    assertThat(yaml.at("a.0.missing")).hasToString("line 2, column 5");
    assertThat(yaml.at("nowhere")).hasToString("line 1, column 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "a: 1\\na: 2 | line 2, column 1: the key a stands here a second time",
        "a: !!java.net.URL x | line 1, column 4: the tag",
        "a: !secret x | line 1, column 4: the tag !secret means nothing here",
        "a: [1, 2 | line 1, column",
        "? [a, b]\\n: 1 | key",
        "a: .inf | line 1, column 4: this number or text cannot be used",
        "--- 1\\n--- 2 | line 2",
        "a: &x [*x] | nested deeper",
      })
  void whatIsNotPlainDataIsRefusedWithItsPlace(String text, String complaint) {
    assertThatThrownBy(() -> Yaml.parse(text.replace("\\n", "\n")))
        .isInstanceOf(MalformedYaml.class)
        .hasMessageContaining(complaint);
  }

  @Test
  void aliasesThatMultiplyEndAtTheLimit() {
    StringBuilder bomb = new StringBuilder("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
    for (int i = 1; i < 10; i++) {
      String below = "*a" + (i - 1);
      bomb.append(
          "a%1$d: &a%1$d [%2$s,%2$s,%2$s,%2$s,%2$s,%2$s,%2$s,%2$s,%2$s]\n".formatted(i, below));
    }

    assertThatThrownBy(() -> Yaml.parse(bomb.toString())).isInstanceOf(MalformedYaml.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"[", "{a: ", "- ", "? ", "&a [", "a: [{"})
  void nestingIsRefusedBeforeItTakesTheStack(String level) {
    assertThatThrownBy(() -> Yaml.parse(level.repeat(3_000)))
        .isInstanceOf(MalformedYaml.class)
        .hasMessageContaining("line 1, column ")
        .hasMessageContaining("nested deeper than 64");
    assertThatThrownBy(() -> Yaml.parse("a:\n  - b\n" + level.repeat(100_000)))
        .isInstanceOf(MalformedYaml.class);
  }

  @Test
  void blockMapsOfThreeThousandLevelsAreRefused() {
    StringBuilder deep = new StringBuilder();
    for (int level = 0; level < 2_000; level++) {
      deep.append(" ".repeat(level)).append("a:\n");
    }

    assertThatThrownBy(() -> Yaml.parse(deep.toString()))
        .isInstanceOf(MalformedYaml.class)
        .hasMessageContaining("line 66, column 66: values are nested deeper than 64");
  }

  @Test
  void nestingUpToTheLimitIsRead() throws Exception {
    assertThat(Yaml.parse("[".repeat(64) + "]".repeat(64)).value()).isNotNull();
    assertThatThrownBy(() -> Yaml.parse("[".repeat(67) + "]".repeat(67)))
        .isInstanceOf(MalformedYaml.class);
  }

  @Test
  void moreEventsThanTheMostValuesTakeAreRefused() throws Exception {
    assertThat(Yaml.parse("x, ".repeat(90_000).transform(all -> "[" + all + "x]")).value())
        .isNotNull();
    assertThatThrownBy(() -> Yaml.parse("x, ".repeat(400_000).transform(all -> "[" + all + "x]")))
        .isInstanceOf(MalformedYaml.class)
        .hasMessageContaining("there are more than 100000 values");
  }

  @Test
  void keysWithoutAValueAreNamedInTheirOrder() throws Exception {
    assertThat(Yaml.parse("a:\nb: [1, null]\nc: {d: {}, e: []}\nf: ''\n").emptyKeys())
        .containsExactly("a", "b.1", "c.d", "c.e");
  }
}
