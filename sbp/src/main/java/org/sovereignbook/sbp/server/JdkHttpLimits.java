package org.sovereignbook.sbp.server;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

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
  static void apply(ServerConfig.Connections limits) {
    properties(limits)
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

  private static SequencedMap<String, Long> properties(ServerConfig.Connections limits) {
    SequencedMap<String, Long> properties = new LinkedHashMap<>();
    properties.put("jdk.httpserver.maxConnections", (long) limits.maxConnections());
    properties.put("sun.net.httpserver.maxIdleConnections", (long) limits.maxConnections());
    properties.put("sun.net.httpserver.idleInterval", limits.idleTimeout().toSeconds());
    properties.put("sun.net.httpserver.maxReqHeaders", (long) MAX_HEADERS);
    properties.put("sun.net.httpserver.maxReqHeaderSize", (long) limits.maxHeaderBytes());
    properties.put(
        "sun.net.httpserver.maxReqTime", limits.requestTimeout().plus(SLACK).toSeconds());
    properties.put(
        "sun.net.httpserver.maxRspTime",
        limits.requestTimeout().plus(limits.responseTimeout()).plus(SLACK).toSeconds());
    return properties;
  }
}
