package org.sovereignbook.sbp.server;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Config;

/**
 * The section {@code server} of scheduler-config.json, with the defaults of THREATS. Read once,
 * when the server starts. Immutable.
 *
 * @param bind the address to listen on: {@code 0.0.0.0} for all, {@code 127.0.0.1} for this machine
 * @param port the port to listen on; 0 takes any free one
 * @param trustedProxies addresses whose {@code X-Forwarded-For} is believed
 */
public record ServerConfig(
    String bind,
    int port,
    List<String> trustedProxies,
    Budget budget,
    Quotas quotas,
    Connections connections) {

  private static final String SECTION = "server";
  private static final int MAX_PORT = 65_535;
  private static final int MAX_PER_MINUTE = 1_000_000;
  private static final int MAX_ENTRIES = 10_000_000;
  private static final int MAX_SECONDS = 3_600;

  /**
   * How many messages a minute are taken; bursts are {@code burstFactor} times as large.
   *
   * @param maxTracked of how many senders, and of how many addresses, the budget is remembered
   */
  public record Budget(
      int unknownPerMinute,
      int knownPerMinute,
      int endorsedPerMinute,
      int trustedPerMinute,
      int addressPerMinute,
      int burstFactor,
      int maxTracked) {

    static Budget from(Config section) {
      return new Budget(
          perMinute(section, "unknown_budget_per_minute", 30),
          perMinute(section, "known_budget_per_minute", 60),
          perMinute(section, "endorsed_budget_per_minute", 120),
          perMinute(section, "trusted_budget_per_minute", 600),
          perMinute(section, "address_budget_per_minute", 600),
          section.integer("budget_burst_factor", 2, 1, 100),
          section.integer("budget_tracked_entries", 50_000, 1, MAX_ENTRIES));
    }

    private static int perMinute(Config section, String key, int otherwise) {
      return section.integer(key, otherwise, 1, MAX_PER_MINUTE);
    }

    void render(JsonObject.Builder json) {
      json.put("unknown_budget_per_minute", unknownPerMinute)
          .put("known_budget_per_minute", knownPerMinute)
          .put("endorsed_budget_per_minute", endorsedPerMinute)
          .put("trusted_budget_per_minute", trustedPerMinute)
          .put("address_budget_per_minute", addressPerMinute)
          .put("budget_burst_factor", burstFactor)
          .put("budget_tracked_entries", maxTracked);
    }
  }

  /** What the inbox may grow to, how much disk stays free, how many envelopes are remembered. */
  public record Quotas(
      long inboxFiles, long inboxBytes, long freeDiskBytes, int rememberedEnvelopes) {

    static Quotas from(Config section) {
      return new Quotas(
          section.longInteger("inbox_quota_files", 10_000, 1, MAX_ENTRIES),
          section.longInteger("inbox_quota_bytes", 1L << 30, 1, Long.MAX_VALUE),
          section.longInteger("free_disk_floor_bytes", 256L << 20, 0, Long.MAX_VALUE),
          section.integer("remembered_envelopes", 200_000, 1, MAX_ENTRIES));
    }

    void render(JsonObject.Builder json) {
      json.put("inbox_quota_files", inboxFiles)
          .put("inbox_quota_bytes", inboxBytes)
          .put("free_disk_floor_bytes", freeDiskBytes)
          .put("remembered_envelopes", rememberedEnvelopes);
    }
  }

  /** How many clients are served at once, and how slow they may be. */
  public record Connections(
      int maxConnections,
      int maxRequests,
      int maxAddressRequests,
      int maxHeaderBytes,
      Duration requestTimeout,
      Duration responseTimeout,
      Duration idleTimeout,
      Duration stopTimeout) {

    static Connections from(Config section) {
      return new Connections(
          section.integer("max_connections", 2_048, 1, MAX_ENTRIES),
          section.integer("max_concurrent_requests", 1_024, 1, MAX_ENTRIES),
          section.integer("max_concurrent_address_requests", 128, 1, MAX_ENTRIES),
          section.integer("max_header_bytes", 32_768, 1_024, 1 << 20),
          section.seconds("request_timeout_seconds", 15, MAX_SECONDS),
          section.seconds("response_timeout_seconds", 60, MAX_SECONDS),
          section.seconds("idle_timeout_seconds", 30, MAX_SECONDS),
          section.seconds("stop_timeout_seconds", 20, MAX_SECONDS));
    }

    void render(JsonObject.Builder json) {
      json.put("max_connections", maxConnections)
          .put("max_concurrent_requests", maxRequests)
          .put("max_concurrent_address_requests", maxAddressRequests)
          .put("max_header_bytes", maxHeaderBytes)
          .put("request_timeout_seconds", requestTimeout.toSeconds())
          .put("response_timeout_seconds", responseTimeout.toSeconds())
          .put("idle_timeout_seconds", idleTimeout.toSeconds())
          .put("stop_timeout_seconds", stopTimeout.toSeconds());
    }
  }

  public ServerConfig {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** What an empty section means. */
  public static ServerConfig defaults() {
    return read(Config.at(SECTION, JsonObject.empty()));
  }

  /**
   * Reads the section.
   *
   * @throws org.sovereignbook.sbp.node.ConfigException that names the key at fault
   */
  public static ServerConfig from(Config config) {
    return read(config.section(SECTION));
  }

  private static ServerConfig read(Config section) {
    return new ServerConfig(
        section.text("bind", "0.0.0.0"),
        section.integer("port", 8460, 0, MAX_PORT),
        proxies(section),
        Budget.from(section),
        Quotas.from(section),
        Connections.from(section));
  }

  private static List<String> proxies(Config section) {
    String key = "trusted_proxies";
    if (!section.json().has(key)) {
      return List.of("127.0.0.1", "::1");
    }
    List<String> addresses =
        section
            .json()
            .array(key)
            .flatMap(JsonArray::strings)
            .orElseThrow(() -> section.wrong(key, "an array of addresses"));
    for (String address : addresses) {
      if (ClientAddress.parse(address).isEmpty()) {
        throw section.wrong(key, "addresses such as 127.0.0.1 or ::1, no names or ranges");
      }
    }
    return addresses;
  }

  /** The same server at another address. */
  public ServerConfig withAddress(String newBind, int newPort) {
    return new ServerConfig(newBind, newPort, trustedProxies, budget, quotas, connections);
  }

  public ServerConfig withBudget(Budget newBudget) {
    return new ServerConfig(bind, port, trustedProxies, newBudget, quotas, connections);
  }

  public ServerConfig withQuotas(Quotas newQuotas) {
    return new ServerConfig(bind, port, trustedProxies, budget, newQuotas, connections);
  }

  public ServerConfig withConnections(Connections newConnections) {
    return new ServerConfig(bind, port, trustedProxies, budget, quotas, newConnections);
  }

  /** All keys, for a new node's configuration file. */
  public JsonObject toJson() {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("bind", bind)
            .put("port", port)
            .put("trusted_proxies", JsonArray.ofStrings(trustedProxies));
    budget.render(json);
    quotas.render(json);
    connections.render(json);
    return json.build();
  }
}
