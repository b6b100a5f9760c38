package org.sovereignbook.sbp.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.builtin.BuiltinConfig;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

class LlmConfigTest {

  @Test
  void anEmptyConfigurationHasTheDefaults() throws Exception {
    assertThat(LlmConfig.from(config("{}"))).isEqualTo(LlmConfig.defaults());
    assertThat(BuiltinConfig.from(config("{}"))).isEqualTo(BuiltinConfig.defaults());
  }

  @Test
  void whatInitWritesReadsAsTheDefaults() {
    JsonObject written =
        JsonObject.builder()
            .put("llm", LlmConfig.defaults().toJson())
            .put("builtin", BuiltinConfig.defaults().toJson())
            .build();
    Config config = new Config(Path.of("scheduler-config.json"), written);

    assertThat(LlmConfig.from(config)).isEqualTo(LlmConfig.defaults());
    assertThat(BuiltinConfig.from(config)).isEqualTo(BuiltinConfig.defaults());
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

    assertThat(LlmConfig.from(config))
        .isEqualTo(
            new LlmConfig(
                "other",
                Map.of(
                    AgentRole.READER,
                    LlmMode.TOOLS,
                    AgentRole.AUTHOR,
                    LlmMode.ANSWER,
                    AgentRole.COMPACTOR,
                    LlmMode.TOOLS,
                    AgentRole.ETHOS,
                    LlmMode.TOOLS),
                Duration.ofSeconds(60),
                50,
                300,
                new LlmLimits(40, 1_000_000, 2.5, 0.2, 4096),
                "/var/tmp/sbp"));
    assertThat(BuiltinConfig.from(config)).isEqualTo(new BuiltinConfig(2.5, 4, 3, 2));
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

    assertThatThrownBy(() -> LlmConfig.from(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void theReaderHasNoToolsUnlessTheOperatorSaysSo() {
    assertThat(LlmConfig.defaults().mode(AgentRole.READER)).isEqualTo(LlmMode.ANSWER);
    assertThat(LlmConfig.defaults().mode(AgentRole.AUTHOR)).isEqualTo(LlmMode.TOOLS);
    assertThat(LlmConfig.defaults().mode(AgentRole.COMPACTOR)).isEqualTo(LlmMode.TOOLS);
  }

  @Test
  void moreThanThreeDraftsARunAreRefused() throws Exception {
    Config config = config("{\"builtin\": {\"drafts_per_run\": 4}}");

    assertThatThrownBy(() -> BuiltinConfig.from(config)).hasMessageContaining("from 1 to 3");
  }

  private static Config config(String json) throws Exception {
    return new Config(
        Path.of("scheduler-config.json"),
        (JsonObject) JsonReader.file(json.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
  }
}
