package org.sovereignbook.sbp.extension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.ops.config.ConfigProblems;
import org.sovereignbook.sbp.ops.config.ProgramSettings;

/** Settings that a package outside the program declares. */
class NewSettingTest {
  private static final Setting<Integer> LETTERS =
      Setting.integer("post_office.max_letters", 7, 1, 99, "letters in one bag");
  private static final Setting<String> CARRIER =
      Setting.oneOf("post_office.carrier", "pigeon", "who flies", "pigeon", "owl");
  private static final Settings POST_OFFICE =
      Settings.of(LETTERS, CARRIER)
          .withRule(
              config -> {
                if (config.get(CARRIER).equals("owl") && config.get(LETTERS) > 9) {
                  throw config.wrong(LETTERS.key(), "no more than an owl can carry");
                }
              });
  private static final List<Settings> ALL_SETTINGS =
      Stream.concat(ProgramSettings.byPackage().stream(), Stream.of(POST_OFFICE)).toList();

  private static Config file(String json) {
    return Config.parse(
        Path.of("scheduler-config.json"), json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void itsDeclarationIsWhatIsReadAndWritten() {
    assertThat(Config.empty().get(LETTERS)).isEqualTo(7);
    assertThat(file("{'post_office':{'max_letters':8}}").get(LETTERS)).isEqualTo(8);
    assertThat(JsonWriter.compact(POST_OFFICE.defaults().json()))
        .isEqualTo("{\"post_office\":{\"max_letters\":7,\"carrier\":\"pigeon\"}}");
    assertThat(LETTERS.parse("9")).contains(new JsonInteger(9));
    assertThat(LETTERS.parse("100")).isEmpty();
  }

  @Test
  void itsMistakesAreFound() {
    assertThat(
            ConfigProblems.of(
                file("{'post_office':{'max_letters':0,'carier':'owl'},'post_ofice':{}}"),
                ALL_SETTINGS))
        .extracting(ConfigProblems.Problem::line)
        .containsExactly(
            "scheduler-config.json: post_office.max_letters: expected a whole number from 1 to 99",
            "scheduler-config.json: post_office.carier is no setting, so it does nothing; did you"
                + " mean post_office.carrier?",
            "scheduler-config.json: post_ofice is no setting, so it does nothing; did you mean"
                + " post_office?");
    assertThatThrownBy(
            () -> POST_OFFICE.checked(file("{'post_office':{'max_letters':10,'carrier':'owl'}}")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("no more than an owl can carry");
  }
}
