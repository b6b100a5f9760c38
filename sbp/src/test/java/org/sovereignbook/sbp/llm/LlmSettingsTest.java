package org.sovereignbook.sbp.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.builtin.BuiltinSettings;
import org.sovereignbook.sbp.compactor.CompactorJob;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

class LlmSettingsTest {

  @Test
  void anEmptyConfigurationHasTheDefaults() {
    Config nothing = LlmSettings.ALL.checked(Config.empty());

    assertThat(nothing.get(LlmSettings.BACKEND)).isEqualTo("builtin");
    assertThat(nothing.get(LlmSettings.TIMEOUT)).isEqualTo(Duration.ofMinutes(15));
    assertThat(nothing.get(LlmSettings.SESSION_LOG_LINES)).isEqualTo(200);
    assertThat(LlmLimits.from(nothing))
        .isEqualTo(new LlmLimits(0, 0, new BigDecimal("0.0"), new BigDecimal("1.0"), 16384));
  }

  @Test
  void everyKeyIsRead() throws Exception {
    Config config =
        config(
            """
            {"llm": {"backend": "other", "timeout_seconds": 60, "session_log_lines": 50,
                     "modes": {"reader": "tools", "author": "answer", "ethos": "tools"},
                     "daily_call_limit": 40, "daily_token_limit": 1000000,
                     "daily_cost_limit": 2.5, "call_cost_limit": 0.2,
                     "max_output_tokens": 4096, "scratch_folder": "/var/tmp/sbp"},
             "builtin": {"endorse_threshold": 2.5, "identity_after_pieces": 4,
                         "identity_after_runs": 3, "drafts_per_run": 2},
             "components": {"compactor":
                 {"run_if_file_exceeds_lines": {"file": "runtime/session-log.md", "threshold": 300}}}}
            """);

    LlmSettings.ALL.checked(config);
    assertThat(config.get(LlmSettings.BACKEND)).isEqualTo("other");
    assertThat(config.get(LlmSettings.mode(AgentRole.READER))).isEqualTo(LlmMode.TOOLS);
    assertThat(config.get(LlmSettings.mode(AgentRole.AUTHOR))).isEqualTo(LlmMode.ANSWER);
    assertThat(config.get(LlmSettings.mode(AgentRole.COMPACTOR))).isEqualTo(LlmMode.TOOLS);
    assertThat(config.get(LlmSettings.mode(AgentRole.ETHOS))).isEqualTo(LlmMode.TOOLS);
    assertThat(config.get(LlmSettings.TIMEOUT)).isEqualTo(Duration.ofSeconds(60));
    assertThat(config.get(LlmSettings.SESSION_LOG_LINES)).isEqualTo(50);
    assertThat(config.get(CompactorJob.CONDENSE_ABOVE_LINES)).isEqualTo(300);
    assertThat(LlmLimits.from(config))
        .isEqualTo(
            new LlmLimits(40, 1_000_000, new BigDecimal("2.5"), new BigDecimal("0.2"), 4096));
    assertThat(LlmSettings.scratchFolder(config)).isEqualTo(Path.of("/var/tmp/sbp"));
    assertThat(BuiltinSettings.ALL.all().stream().map(setting -> config.get(setting).toString()))
        .containsExactly("2.5", "4", "3", "2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"llm\": {\"timeout_seconds\": 0}}       | llm.timeout_seconds",
        "{\"llm\": {\"backend\": 1}}               | llm.backend",
        "{\"llm\": {\"modes\": {\"reader\": \"x\"}}} | llm.modes.reader",
        "{\"llm\": {\"daily_cost_limit\": -1}}     | llm.daily_cost_limit",
        "{\"llm\": {\"scratch_folder\": \"here\"}}   | llm.scratch_folder",
        "{\"llm\": {\"session_log_lines\": \"x\"}} | llm.session_log_lines"
      })
  void aValueOutsideItsRangeIsNamed(String json, String key) throws Exception {
    Config config = config(json);

    assertThatThrownBy(() -> LlmSettings.ALL.checked(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void theReaderHasNoToolsUnlessTheOperatorSaysSo() {
    assertThat(Config.empty().get(LlmSettings.mode(AgentRole.READER))).isEqualTo(LlmMode.ANSWER);
    assertThat(Config.empty().get(LlmSettings.mode(AgentRole.AUTHOR))).isEqualTo(LlmMode.TOOLS);
    assertThat(Config.empty().get(LlmSettings.mode(AgentRole.COMPACTOR))).isEqualTo(LlmMode.TOOLS);
  }

  @Test
  void moreThanThreeDraftsARunAreRefused() throws Exception {
    Config config = config("{\"builtin\": {\"drafts_per_run\": 4}}");

    assertThatThrownBy(() -> BuiltinSettings.ALL.checked(config)).hasMessageContaining("from 1 to 3");
  }

  private static Config config(String json) throws Exception {
    return new Config(
        Path.of("scheduler-config.json"),
        (JsonObject) JsonReader.file(json.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }
}
