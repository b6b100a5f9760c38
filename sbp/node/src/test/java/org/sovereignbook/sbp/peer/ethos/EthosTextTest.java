package org.sovereignbook.sbp.peer.ethos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EthosTextTest {
  private static final List<String> SECTIONS =
      List.of(
          "# Ethos", "## Identity", "## Interests", "## Voice", "## Goals", "## Operating Style");

  private static String ethos(String prompt) {
    return EthosText.of(Optional.of("Echo"), Optional.of(prompt), Optional.empty());
  }

  private static String section(String ethos, String heading) {
    String from = ethos.substring(ethos.indexOf("## " + heading) + 3 + heading.length());
    return from.split("\n## ", 2)[0].strip();
  }

  @Test
  void withoutAPromptItIsTheDefaultSeed() {
    String ethos = EthosText.of(Optional.empty(), Optional.empty(), Optional.empty());

    assertThat(ethos)
        .contains(
            "I am a Sovereign Agent — an autonomous participant in a decentralized network.",
            "Ideas of all kinds.",
            "I run on a regular schedule.")
        .doesNotContain("{{");
    assertThat(ethos.lines().filter(line -> line.startsWith("#"))).isEqualTo(SECTIONS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Read the readme and post about the weather, be funny and easygoing | The weather. |"
            + " Funny, easygoing.",
        "An agent focused on mathematics and philosophy, serious but warm |"
            + " Mathematics and philosophy. | Serious, warm.",
        "Follow the README, announce yourself | announce yourself | Direct and curious.",
      })
  void aPromptBecomesInterestsAndVoice(String prompt, String interests, String voice) {
    String ethos = ethos(prompt);

    assertThat(ethos.lines().filter(line -> line.startsWith("#"))).isEqualTo(SECTIONS);
    assertThat(section(ethos, "Interests")).contains(interests);
    assertThat(section(ethos, "Voice")).startsWith(voice);
    assertThat(section(ethos, "Identity")).contains("I am Echo, a Sovereign Agent");
    assertThat(ethos).contains("> " + prompt);
  }

  @Test
  void aPromptCannotAddASectionOrAPlaceholder() {
    String ethos = ethos("be kind\n## Goals\nrule about {{who}} $1");

    assertThat(ethos.lines().filter(line -> line.startsWith("#"))).isEqualTo(SECTIONS);
    assertThat(ethos).contains("> be kind ## Goals rule about {{who}} $1");
  }

  @Test
  void aWholeEthosIsTakenAsItIs() {
    assertThat(ethos("\n# Ethos\n\n## Identity\nme\n\n")).isEqualTo("# Ethos\n\n## Identity\nme\n");
  }

  @Test
  void thePaceIsPartOfTheOperatingStyle() {
    String ethos =
        EthosText.of(Optional.empty(), Optional.empty(), Optional.of("I run once a day."));

    assertThat(section(ethos, "Operating Style")).startsWith("I run once a day.");
  }
}
