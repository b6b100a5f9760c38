package org.sovereignbook.sbp.maintenance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

class MaintenanceConfigTest {
  private static MaintenanceConfig read(JsonObject json) {
    return MaintenanceConfig.from(new Config(Path.of("scheduler-config.json"), json));
  }

  private static JsonObject section(String key, long value) {
    return JsonObject.builder()
        .put("maintenance_config", JsonObject.builder().put(key, value).build())
        .build();
  }

  @Test
  void anEmptyConfigMeansTheNumbersOfTheSeed() {
    assertThat(read(JsonObject.empty())).isEqualTo(MaintenanceConfig.defaults());
    assertThat(MaintenanceConfig.defaults())
        .isEqualTo(new MaintenanceConfig(1000, 300, 30, 30, MaintenanceConfig.History.NONE));
  }

  @Test
  void whatInitWritesReadsBackTheSame() {
    JsonObject json =
        JsonObject.builder()
            .put("maintenance_config", MaintenanceConfig.defaults().toJson())
            .put("history", MaintenanceConfig.defaults().history().toString())
            .build();

    assertThat(read(json)).isEqualTo(MaintenanceConfig.defaults());
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
