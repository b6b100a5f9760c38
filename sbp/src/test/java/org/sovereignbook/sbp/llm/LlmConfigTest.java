package org.sovereignbook.sbp.llm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
            {"llm": {"backend": "other", "timeout_seconds": 60, "session_log_lines": 50},
             "builtin": {"endorse_threshold": 2.5, "identity_after_pieces": 4,
                         "identity_after_runs": 3, "drafts_per_run": 2},
             "components": {"compactor":
                 {"run_if_file_exceeds_lines": {"file": "runtime/session-log.md", "threshold": 300}}}}
            """);

    assertThat(LlmConfig.from(config))
        .isEqualTo(new LlmConfig("other", Duration.ofSeconds(60), 50, 300));
    assertThat(BuiltinConfig.from(config)).isEqualTo(new BuiltinConfig(2.5, 4, 3, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"llm\": {\"timeout_seconds\": 0}}       | llm.timeout_seconds",
        "{\"llm\": {\"backend\": 1}}               | llm.backend",
        "{\"llm\": {\"session_log_lines\": \"x\"}} | llm.session_log_lines"
      })
  void aValueOutsideItsRangeIsNamed(String json, String key) throws Exception {
    Config config = config(json);

    assertThatThrownBy(() -> LlmConfig.from(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
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
