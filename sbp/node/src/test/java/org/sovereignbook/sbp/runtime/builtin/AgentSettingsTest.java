package org.sovereignbook.sbp.runtime.builtin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.peer.compactor.CompactorJob;

/** What can be set about models and the built-in rules, and what holds when nothing is. */
class AgentSettingsTest {
  private static final List<Settings> ALL =
      List.of(
          AgentSettings.ALL,
          BuiltinJobs.SETTINGS,
          BuiltinSettings.ALL,
          Settings.of(CompactorJob.ABOVE_LINES));

  @Test
  void everyKeyIsReadAndEveryValueIsAnotherThanItsDefault() throws Exception {
    Config config =
        config(
            """
            {"llm": {"backend": "other", "timeout_seconds": 60, "session_log_lines": 50, "ops_log_lines": 20,
                     "modes": {"reader": "tools", "author": "answer", "compactor": "answer",
                               "ethos": "tools"},
                     "daily_call_limit": 40, "daily_token_limit": 1000000,
                     "daily_cost_limit": 2.5, "call_cost_limit": 0.2,
                     "max_output_tokens": 4096, "scratch_folder": "/var/tmp/sbp",
                     "principal_percent": 60, "stranger_percent": 40,
                     "share_call_percent": 30},
             "reader": {"stranger_budget_percent": 30},
             "builtin": {"endorse_threshold": 2.5, "identity_after_pieces": 4,
                         "identity_gap_days": 5, "identities_per_week": 1,
                         "reshare_threshold": 8, "drafts_per_run": 2},
             "components": {"compactor":
                 {"run_if_file_exceeds_lines": {"file": "runtime/session-log.md", "threshold": 300}}}}
            """);
    Set<String> read = new TreeSet<>();
    for (Settings one : ALL) {
      for (Setting<?> setting : one.all()) {
        assertThat(config.find(setting)).as(setting.key()).isNotEqualTo(setting.byDefault());
        read.add(setting.key() + "=" + config.get(setting));
      }
    }

    assertThat(read)
        .containsExactly(
            "builtin.drafts_per_run=2",
            "builtin.endorse_threshold=2.5",
            "builtin.identities_per_week=1",
            "builtin.identity_after_pieces=4",
            "builtin.identity_gap_days=PT120H",
            "builtin.reshare_threshold=8.0",
            "components.compactor.run_if_file_exceeds_lines.threshold=300",
            "llm.backend=other",
            "llm.call_cost_limit=0.2",
            "llm.daily_call_limit=40",
            "llm.daily_cost_limit=2.5",
            "llm.daily_token_limit=1000000",
            "llm.max_output_tokens=4096",
            "llm.modes.author=answer",
            "llm.modes.compactor=answer",
            "llm.modes.ethos=tools",
            "llm.modes.reader=tools",
            "llm.ops_log_lines=20",
            "llm.principal_percent=60",
            "llm.scratch_folder=/var/tmp/sbp",
            "llm.session_log_lines=50",
            "llm.share_call_percent=30",
            "llm.stranger_percent=40",
            "llm.timeout_seconds=PT1M",
            "reader.stranger_budget_percent=30");
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

    assertThatThrownBy(() -> ALL.forEach(one -> one.checked(config)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(key);
  }

  @Test
  void theReaderHasNoToolsUnlessTheOperatorSaysSo() {
    assertThat(mode("reader")).isEqualTo(LlmRequest.Mode.ANSWER);
    assertThat(mode("author")).isEqualTo(LlmRequest.Mode.TOOLS);
    assertThat(mode("compactor")).isEqualTo(LlmRequest.Mode.TOOLS);
  }

  private static LlmRequest.Mode mode(String role) {
    return Config.empty().get(AgentSettings.mode(BuiltinJobs.of(role)));
  }

  @Test
  void moreThanThreeDraftsARunAreRefused() throws Exception {
    Config config = config("{\"builtin\": {\"drafts_per_run\": 4}}");

    assertThatThrownBy(() -> BuiltinSettings.ALL.checked(config))
        .hasMessageContaining("from 1 to 3");
  }

  private static Config config(String json) throws Exception {
    return new Config(
        java.nio.file.Path.of("scheduler-config.json"),
        (JsonObject) JsonReader.file(json.getBytes(StandardCharsets.UTF_8)));
  }
}
