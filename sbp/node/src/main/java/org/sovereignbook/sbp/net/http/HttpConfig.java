package org.sovereignbook.sbp.net.http;

import java.time.Duration;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/**
 * Settings of outbound HTTP.
 *
 * @param allowPrivateEndpoints whether peers may have loopback, private and other addresses that
 *     are not public (PROTOCOL §7)
 * @param timeout the time limit for one request as a whole
 */
public record HttpConfig(boolean allowPrivateEndpoints, Duration timeout) {
  public static final Setting<Boolean> ALLOW_PRIVATE_ENDPOINTS =
      Setting.flag(
          "network_config.allow_private_endpoints",
          false,
          "whether peers may live at loopback, private and other addresses that are not public;"
              + " `sbp init --local` sets it to true");

  private static final Setting<Duration> TIMEOUT =
      Setting.duration(
          "network_config.http_timeout_seconds", 30, 1, 300, "time limit of one request to a peer");

  public static final Settings SETTINGS = Settings.of(ALLOW_PRIVATE_ENDPOINTS, TIMEOUT);

  /** Reads the operator's settings; a wrong one is a {@code ConfigException} that names the key. */
  public static HttpConfig from(Config config) {
    return new HttpConfig(config.get(ALLOW_PRIVATE_ENDPOINTS), config.get(TIMEOUT));
  }
}
