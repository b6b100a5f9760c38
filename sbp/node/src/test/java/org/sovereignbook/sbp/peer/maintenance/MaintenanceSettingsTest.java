package org.sovereignbook.sbp.peer.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

class MaintenanceSettingsTest {
  private static Config read(JsonObject json) {
    return MaintenanceSettings.ALL.checked(new Config(Path.of("scheduler-config.json"), json));
  }

  private static JsonObject section(String key, long value) {
    return JsonObject.builder()
        .put("maintenance_config", JsonObject.builder().put(key, value).build())
        .build();
  }

  @Test
  void anEmptyConfigMeansTheNumbersOfTheSeed() {
    Config nothing = read(JsonObject.empty());
    assertThat(nothing.get(MaintenanceSettings.LOG_MAX_LINES)).isEqualTo(1000);
    assertThat(nothing.get(MaintenanceSettings.LOG_KEEP_LINES)).isEqualTo(300);
    assertThat(nothing.get(MaintenanceSettings.SENT_KEEP_DAYS)).isEqualTo(30);
    assertThat(nothing.get(MaintenanceSettings.PROCESSED_KEEP_DAYS)).isEqualTo(30);
    assertThat(nothing.get(MaintenanceSettings.HISTORY)).isEqualTo("none");
  }

  @Test
  void keepingMoreLinesThanTheMostIsRefusedByKey() {
    assertThatThrownBy(() -> read(section("log_keep_lines", 1001)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("maintenance_config.log_keep_lines");
  }

  @Test
  void anUnknownHistoryIsRefusedByKey() {
    assertThatThrownBy(() -> read(JsonObject.builder().put("history", "svn").build()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("history: expected one of git, none");
  }
}
