package org.sovereignbook.sbp.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

class DeliveryConfigTest {

  @Test
  void defaultsAreThoseOfTheSpecification() {
    assertThat(DeliveryConfig.from(config(JsonObject.empty())))
        .isEqualTo(new DeliveryConfig(10, 3, List.of(15, 60, 240), 14))
        .isEqualTo(DeliveryConfig.defaults());
  }

  @Test
  void writtenDefaultsReadBackAsTheSame() {
    assertThat(DeliveryConfig.from(config(DeliveryConfig.defaults().toJson())))
        .isEqualTo(DeliveryConfig.defaults());
  }

  @ParameterizedTest
  @CsvSource({"max_connections,0", "max_connections,101", "max_attempts,0", "failed_keep_days,0"})
  void valueOutsideItsRangeIsNamed(String key, long value) {
    assertThatThrownBy(
            () -> DeliveryConfig.from(config(JsonObject.builder().put(key, value).build())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("delivery_config." + key);
  }

  @Test
  void retryMinutesWithoutAnyIsNamed() {
    JsonObject none = JsonObject.builder().put("retry_minutes", JsonArray.of()).build();
    assertThatThrownBy(() -> DeliveryConfig.from(config(none)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("retry_minutes");
  }

  @Test
  void lastPauseHoldsForAllLaterAttempts() {
    DeliveryConfig config = DeliveryConfig.defaults();
    assertThat(config.pauseAfter(1)).isEqualTo(Duration.ofMinutes(15));
    assertThat(config.pauseAfter(2)).isEqualTo(Duration.ofHours(1));
    assertThat(config.pauseAfter(3)).isEqualTo(Duration.ofHours(4));
    assertThat(config.pauseAfter(99)).isEqualTo(Duration.ofHours(4));
  }

  private static Config config(JsonObject section) {
    return new Config(
        Path.of("scheduler-config.json"),
        JsonObject.builder().put("delivery_config", section).build());
  }
}
