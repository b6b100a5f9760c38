package org.sovereignbook.sbp.http;

import java.time.Duration;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * What the operator may set about outbound HTTP, in the section {@code network_config}.
 *
 * @param allowPrivateEndpoints {@code allow_private_endpoints}: whether peers may live at loopback,
 *     private and other addresses that are not public (PROTOCOL §7)
 * @param timeout {@code http_timeout_seconds}: the longest that one request may take as a whole
 */
public record HttpConfig(boolean allowPrivateEndpoints, Duration timeout) {
  private static final int DEFAULT_TIMEOUT_SECONDS = 30;
  private static final int MAX_TIMEOUT_SECONDS = 300;

  /** Private endpoints refused, 30 seconds (PROTOCOL §7). */
  public static HttpConfig defaults() {
    return new HttpConfig(false, Duration.ofSeconds(DEFAULT_TIMEOUT_SECONDS));
  }

  /** Reads the operator's settings; a wrong one is a {@code ConfigException} that names the key. */
  public static HttpConfig from(Config config) {
    Config section = config.section("network_config");
    return new HttpConfig(
        section.flag("allow_private_endpoints", false),
        section.seconds("http_timeout_seconds", DEFAULT_TIMEOUT_SECONDS, MAX_TIMEOUT_SECONDS));
  }

  /** All keys of this room; the section also holds those of the network script. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("allow_private_endpoints", allowPrivateEndpoints)
        .put("http_timeout_seconds", timeout.toSeconds())
        .build();
  }
}
