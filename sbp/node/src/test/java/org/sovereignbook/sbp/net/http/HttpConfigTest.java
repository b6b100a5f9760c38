package org.sovereignbook.sbp.net.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;

class HttpConfigTest {

  @Test
  void defaultsRefusePrivateEndpointsAndGiveUpAfterThirtySeconds() {
    assertThat(HttpConfig.from(config(JsonObject.empty())))
        .isEqualTo(new HttpConfig(false, Duration.ofSeconds(30)));
  }

  @Test
  void wrongTimeoutNamesItsKey() {
    JsonObject wrong =
        JsonObject.builder()
            .put("network_config", JsonObject.builder().put("http_timeout_seconds", 0L).build())
            .build();
    assertThatThrownBy(() -> HttpConfig.from(config(wrong)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("network_config.http_timeout_seconds");
  }

  private static Config config(JsonObject json) {
    return new Config(Path.of("scheduler-config.json"), json);
  }
}
