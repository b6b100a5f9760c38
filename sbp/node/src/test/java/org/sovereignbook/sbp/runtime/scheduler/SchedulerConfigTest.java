package org.sovereignbook.sbp.runtime.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Intervals;

/** {@code scheduler-config.json}, sections components, commands and scheduler. */
class SchedulerConfigTest {
  private static SchedulerConfig read(JsonObject json) {
    return SchedulerConfig.from(new Config(Path.of("scheduler-config.json"), json));
  }

  private static SchedulerConfig read(String json) throws Exception {
    return read((JsonObject) JsonReader.file(json.getBytes(StandardCharsets.UTF_8)));
  }

  @Test
  void theDefaultsAreThoseOfTheSeed() throws Exception {
    JsonObject seed =
        (JsonObject)
            JsonReader.file(
                """
                {
                  "reader":      { "interval_minutes": 120, "run_if_inbox_nonempty": true },
                  "author":      { "interval_minutes": 360 },
                  "compactor":   { "interval_minutes": 240, "run_if_file_exceeds_lines":
                                   { "file": "runtime/session-log.md", "threshold": 500 } },
                  "delivery":    { "interval_minutes": 60,  "run_after": ["reader", "author"] },
                  "network":     { "interval_minutes": 1440 },
                  "maintenance": { "interval_minutes": 10080 }
                }
                """
                    .getBytes(StandardCharsets.UTF_8));

    assertThat(SchedulerSettings.initial(Intervals.DEFAULT).json().object("components"))
        .contains(seed);
  }

  @Test
  void theDefaultCommandsCallTheScriptsAndTheLauncher() {
    JsonObject commands =
        SchedulerSettings.initial(Intervals.DEFAULT).json().object("commands").orElseThrow();

    assertThat(commands.string("reader"))
        .contains(
            "./runtime/scripts/reader-preprocess && \"$SBP\" agent run reader"
                + " && ./runtime/scripts/reader-postprocess");
    assertThat(commands.string("author"))
        .contains("\"$SBP\" agent run author && ./runtime/scripts/author-postprocess");
    assertThat(commands.string("compactor")).contains("\"$SBP\" agent run compactor");
    for (String script : new String[] {"delivery", "network", "maintenance"}) {
      assertThat(commands.string(script)).contains("./runtime/scripts/" + script);
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatInitWritesReadsBackTheSame(Intervals intervals) {
    assertThat(read(SchedulerSettings.initial(intervals).json()).components())
        .extracting(ComponentConfig::name, ComponentConfig::intervalMinutes)
        .containsExactlyElementsOf(
            Component.ALL.stream().map(one -> tuple(one.name(), one.minutes(intervals))).toList());
  }

  @ParameterizedTest
  @CsvSource({"ACTIVE, 60, 240", "MODERATE, 360, 720", "QUIET, 1440, 1440"})
  void everyPaceKeepsSessionsWithinWhatAgentMdRecommends(Intervals intervals, int least, int most) {
    assertThat(read(SchedulerSettings.initial(intervals).json()).components())
        .filteredOn(component -> component.name().matches("reader|author"))
        .hasSize(2)
        .allSatisfy(component -> assertThat(component.intervalMinutes()).isBetween(least, most))
        .allSatisfy(
            component ->
                assertThat(component.runIfInboxNonempty())
                    .isEqualTo(intervals == Intervals.ACTIVE && component.name().equals("reader")));
  }

  @Test
  void pacesAreNamedInLowerCase() {
    assertThat(Words.find(Intervals.class, "quiet")).contains(Intervals.QUIET);
    assertThat(Words.find(Intervals.class, "QUIET")).isEmpty();
  }

  @Test
  void anEmptyConfigIsTheDefaults() {
    assertThat(read(JsonObject.empty()))
        .isEqualTo(read(SchedulerSettings.initial(Intervals.DEFAULT).json()));
  }

  @Test
  void llmComponentsMayTakeHalfAnHourAndScriptsAQuarterUnlessTheOperatorSaysOtherwise()
      throws Exception {
    SchedulerConfig config =
        read("{\"scheduler\": {\"command_timeout_minutes\": {\"author\": 45}}}");

    assertThat(config.components())
        .extracting(component -> component.name() + " " + component.timeoutMinutes())
        .containsExactly(
            "reader 30",
            "author 45",
            "compactor 30",
            "delivery 15",
            "network 15",
            "maintenance 15");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'components':{'x':{'interval_minutes':1}},'commands':{}}|commands.x: expected a shell"
            + " command",
        "{'components':{'x':{'interval_minutes':1}}}|commands.x: expected a shell command",
        "{'commands':{'reader':'r'}}|commands.author: expected a shell command",
        "{'commands':{'reader':' '}}|commands.reader: expected a shell command",
        "{'commands':{'reader':7}}|commands.reader: expected a shell command",
        "{'components':[]}|components: expected an object",
        "{'components':{'reader':7}}|components.reader: expected an object",
        "{'components':{'reader':{}}}|components.reader.interval_minutes: expected a whole number"
            + " from 0 to 527040, but it is not set",
        "{'components':{'reader':{'interval_minutes':-1}}}|reader.interval_minutes: expected a"
            + " whole",
        "{'components':{'reader':{'interval_minutes':'2h'}}}|reader.interval_minutes: expected a"
            + " whole",
        "{'components':{'reader':{'interval_minutes':1,'run_after':'x'}}}|reader.run_after:"
            + " expected an",
        "{'components':{'reader':{'interval_minutes':1,'run_after':['reader']}}}|reader.run_after:"
            + " expected no circle",
        "{'components':{'reader':{'interval_minutes':1,'run_if_file_exceeds_lines':{}}}}|run_if_file_exceeds_lines.file:"
            + " expected",
        "{'scheduler':{'command_timeout_minutes':{'reader':0}}}|command_timeout_minutes.reader:"
            + " expected",
        "{'scheduler':{'command_timeout_minutes':15}}|scheduler.command_timeout_minutes: expected"
            + " an object",
      })
  void aWrongConfigIsRefusedByKey(String json, String message) {
    assertThatThrownBy(() -> read(json.replace('\'', '"')))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("scheduler-config.json: ")
        .hasMessageContaining(message);
  }

  @Test
  void aCircleOfComponentsThatTriggerEachOtherIsRefused() {
    assertThatThrownBy(
            () ->
                read(
                    """
                    {"components": {"reader": {"interval_minutes": 1, "run_after": ["author"]},
                                    "author": {"interval_minutes": 1, "run_after": ["delivery"]},
                                    "delivery": {"interval_minutes": 1, "run_after": ["reader"]}}}
                    """))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("run_after: expected no circle");
  }
}
