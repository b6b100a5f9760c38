package org.sovereignbook.sbp.peer.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.store.StoreSettings;

class ServerSettingsTest {

  @Test
  void theDefaultsAreThoseOfTheThreatModel() {
    Config config = ServerSettings.ALL.checked(config(JsonObject.empty()));

    assertThat(config.get(ServerSettings.BIND)).isEqualTo("0.0.0.0");
    assertThat(config.get(ServerSettings.PORT)).isEqualTo(8460);
    assertThat(config.get(ServerSettings.TRUSTED_PROXIES)).isEqualTo(List.of("127.0.0.1", "::1"));
    assertThat(
            Stream.of(
                    ServerSettings.UNKNOWN_BUDGET,
                    ServerSettings.KNOWN_BUDGET,
                    ServerSettings.ENDORSED_BUDGET,
                    ServerSettings.TRUSTED_BUDGET,
                    ServerSettings.ADDRESS_BUDGET,
                    ServerSettings.BURST_FACTOR,
                    ServerSettings.TRACKED_ENTRIES)
                .map(config::get))
        .containsExactly(30, 60, 120, 600, 600, 2, 50_000);
    assertThat(config.get(ServerSettings.INBOX_FILES)).isEqualTo(10_000);
    assertThat(config.get(ServerSettings.INBOX_BYTES)).isEqualTo(1_073_741_824);
    assertThat(config.get(StoreSettings.FREE_DISK_BYTES)).isEqualTo(268_435_456);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "port|70000",
        "port|\"8460\"",
        "bind|1",
        "trusted_proxies|\"127.0.0.1\"",
        "trusted_proxies|[\"proxy.example.com\"]",
        "trusted_proxies|[\"10.0.0.0/8\"]",
        "unknown_budget_per_minute|0",
        "budget_burst_factor|0",
        "inbox_quota_files|-1",
        "free_disk_floor_bytes|-1",
        "request_timeout_seconds|0",
        "max_concurrent_requests|0"
      })
  void aValueThatMakesNoSenseIsNamed(String key, String value) throws Exception {
    JsonObject section =
        JsonObject.builder()
            .put(key, JsonReader.file(value.getBytes(java.nio.charset.StandardCharsets.UTF_8)))
            .build();

    assertThatThrownBy(() -> ServerSettings.ALL.checked(section(section)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("server." + key);
  }

  private static Config section(JsonObject section) {
    return config(JsonObject.builder().put("server", section).build());
  }

  private static Config config(JsonObject json) {
    return new Config(Path.of("scheduler-config.json"), json);
  }
}
