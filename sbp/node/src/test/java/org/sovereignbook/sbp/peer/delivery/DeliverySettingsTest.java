package org.sovereignbook.sbp.peer.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

class DeliverySettingsTest {

  @Test
  void defaultsAreThoseOfTheSpecification() {
    Config config = DeliverySettings.ALL.checked(config(JsonObject.empty()));
    assertThat(config.get(DeliverySettings.MAX_CONNECTIONS)).isEqualTo(10);
    assertThat(config.get(DeliverySettings.MAX_ATTEMPTS)).isEqualTo(3);
    assertThat(config.get(DeliverySettings.RETRY_MINUTES))
        .isEqualTo(List.of(15, 60, 240, 720, 1_440));
    assertThat(config.get(DeliverySettings.GIVE_UP)).isEqualTo(Duration.ofDays(7));
    assertThat(config.get(DeliverySettings.FAILED_KEEP)).isEqualTo(Duration.ofDays(14));
  }

  @ParameterizedTest
  @CsvSource({"max_connections,0", "max_connections,101", "max_attempts,0", "failed_keep_days,0"})
  void valueOutsideItsRangeIsNamed(String key, long value) {
    assertThatThrownBy(
            () ->
                DeliverySettings.ALL.checked(config(JsonObject.builder().put(key, value).build())))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("delivery_config." + key);
  }

  @Test
  void retryMinutesWithoutAnyIsNamed() {
    JsonObject none = JsonObject.builder().put("retry_minutes", JsonArray.of()).build();
    assertThatThrownBy(() -> DeliverySettings.ALL.checked(config(none)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("retry_minutes");
  }

  @Test
  void lastPauseHoldsForAllLaterAttempts() {
    Config config = Config.empty();
    assertThat(DeliverySettings.pauseAfter(config, 1)).isEqualTo(Duration.ofMinutes(15));
    assertThat(DeliverySettings.pauseAfter(config, 2)).isEqualTo(Duration.ofHours(1));
    assertThat(DeliverySettings.pauseAfter(config, 3)).isEqualTo(Duration.ofHours(4));
    assertThat(DeliverySettings.pauseAfter(config, 4)).isEqualTo(Duration.ofHours(12));
    assertThat(DeliverySettings.pauseAfter(config, 99)).isEqualTo(Duration.ofDays(1));
  }

  private static Config config(JsonObject section) {
    return new Config(
        Path.of("scheduler-config.json"),
        JsonObject.builder().put("delivery_config", section).build());
  }
}
