package org.sovereignbook.sbp.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.json.JsonReader;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

class ServerConfigTest {

  @Test
  void theDefaultsAreThoseOfTheThreatModel() {
    ServerConfig config = ServerConfig.defaults();

    assertThat(config.bind()).isEqualTo("0.0.0.0");
    assertThat(config.port()).isEqualTo(8460);
    assertThat(config.trustedProxies()).isEqualTo(List.of("127.0.0.1", "::1"));
    assertThat(config.budget())
        .isEqualTo(new ServerConfig.Budget(30, 60, 120, 600, 600, 2, 50_000));
    assertThat(config.quotas().inboxFiles()).isEqualTo(10_000);
    assertThat(config.quotas().inboxBytes()).isEqualTo(1_073_741_824);
    assertThat(config.quotas().freeDiskBytes()).isEqualTo(268_435_456);
  }

  @Test
  void anAbsentSectionMeansTheDefaults() {
    assertThat(ServerConfig.from(config(JsonObject.empty()))).isEqualTo(ServerConfig.defaults());
  }

  @Test
  void whatIsRenderedReadsBackTheSame() {
    ServerConfig changed =
        new ServerConfig(
            "127.0.0.1",
            0,
            List.of("10.0.0.1"),
            new ServerConfig.Budget(1, 2, 3, 4, 5, 6, 7),
            new ServerConfig.Quotas(8, 9, 10, 11),
            new ServerConfig.Connections(
                12,
                13,
                14,
                2_048,
                Duration.ofSeconds(15),
                Duration.ofSeconds(16),
                Duration.ofSeconds(17),
                Duration.ofSeconds(18)));

    for (ServerConfig config : List.of(changed, ServerConfig.defaults())) {
      assertThat(ServerConfig.from(section(config.toJson()))).isEqualTo(config);
    }
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

    assertThatThrownBy(() -> ServerConfig.from(section(section)))
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
