package org.sovereignbook.sbp.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.sovereignbook.sbp.node.Config;

/**
 * The limits that the JDK's HTTP server takes from system properties, once in a process, when its
 * classes load. What the operator sets by {@code -D} wins. The time limits are only a second line
 * behind {@link Requests}, which keeps time for each server.
 */
final class JdkHttpLimits {
  private static final Duration SLACK = Duration.ofMinutes(1);
  private static final int MAX_HEADERS = 100;

  private JdkHttpLimits() {}

  /** Sets what is not set. */
  static void apply(Config config) {
    properties(config)
        .forEach(
            (name, value) -> {
              if (System.getProperty(name) == null) {
                System.setProperty(name, Long.toString(value));
              }
            });
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  private static SequencedMap<String, Long> properties(Config config) {
    SequencedMap<String, Long> properties = new LinkedHashMap<>();
    properties.put(
        "jdk.httpserver.maxConnections", (long) config.get(ServerSettings.MAX_CONNECTIONS));
    properties.put(
        "sun.net.httpserver.maxIdleConnections", (long) config.get(ServerSettings.MAX_CONNECTIONS));
    properties.put(
        "sun.net.httpserver.idleInterval", config.get(ServerSettings.IDLE_TIMEOUT).toSeconds());
    properties.put("sun.net.httpserver.maxReqHeaders", (long) MAX_HEADERS);
    properties.put(
        "sun.net.httpserver.maxReqHeaderSize", (long) config.get(ServerSettings.MAX_HEADER_BYTES));
    properties.put(
        "sun.net.httpserver.maxReqTime",
        config.get(ServerSettings.REQUEST_TIMEOUT).plus(SLACK).toSeconds());
    properties.put(
        "sun.net.httpserver.maxRspTime",
        config
            .get(ServerSettings.REQUEST_TIMEOUT)
            .plus(config.get(ServerSettings.RESPONSE_TIMEOUT))
            .plus(SLACK)
            .toSeconds());
    return properties;
  }
}
