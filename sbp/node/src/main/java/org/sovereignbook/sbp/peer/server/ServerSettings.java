package org.sovereignbook.sbp.peer.server;

import java.time.Duration;
import java.util.List;
import org.sovereignbook.sbp.net.httpserver.ClientAddress;
import org.sovereignbook.sbp.net.httpserver.HttpLimits;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;
import org.sovereignbook.sbp.store.StoreSettings;

/** Settings of the server, with the defaults of THREATS. Read at its start. */
public final class ServerSettings {
  private static final int MAX_PER_MINUTE = 1_000_000;
  private static final int MAX_ENTRIES = 10_000_000;
  private static final int MAX_SECONDS = 3_600;

  public static final Setting<String> BIND =
      Setting.text(
          "server.bind",
          "0.0.0.0",
          text -> !text.isBlank(),
          "an address",
          "where to listen: all addresses, or `127.0.0.1` behind a proxy on the same machine; `sbp"
              + " init --local` sets that");

  public static final Setting<Integer> PORT =
      Setting.integer("server.port", 8460, 0, 65_535, "the port; 0 takes any free one");

  public static final Setting<List<String>> TRUSTED_PROXIES =
      Setting.texts(
          "server.trusted_proxies",
          List.of("127.0.0.1", "::1"),
          text -> ClientAddress.parse(text).isPresent(),
          "an address such as 127.0.0.1 or ::1, no name or range",
          "addresses of proxies whose `X-Forwarded-For` is believed, without a limit of"
              + " connections");

  static final Setting<Integer> UNKNOWN_BUDGET =
      Setting.integer(
          "server.unknown_budget_per_minute",
          30,
          1,
          MAX_PER_MINUTE,
          "messages accepted from one sender that is not in `peers.md`");

  public static final Setting<Integer> KNOWN_BUDGET =
      Setting.integer(
          "server.known_budget_per_minute",
          60,
          1,
          MAX_PER_MINUTE,
          "messages accepted from a known sender");

  static final Setting<Integer> ENDORSED_BUDGET =
      Setting.integer(
          "server.endorsed_budget_per_minute",
          120,
          1,
          MAX_PER_MINUTE,
          "messages accepted from an endorsed sender");

  static final Setting<Integer> TRUSTED_BUDGET =
      Setting.integer(
          "server.trusted_budget_per_minute",
          600,
          1,
          MAX_PER_MINUTE,
          "messages accepted from a trusted sender");

  public static final Setting<Integer> ADDRESS_BUDGET =
      Setting.integer(
          "server.address_budget_per_minute",
          600,
          1,
          MAX_PER_MINUTE,
          "messages from one address (for IPv6 from one /64); fetched documents have a second"
              + " budget of this size");

  static final Setting<Integer> BURST_FACTOR =
      Setting.integer(
          "server.budget_burst_factor", 2, 1, 100, "size of a burst, in minutes of the budget");

  public static final Setting<Integer> TRACKED_ENTRIES =
      Setting.integer(
          "server.budget_tracked_entries",
          50_000,
          1,
          MAX_ENTRIES,
          "number of senders, and of addresses, whose budget is stored");

  public static final Setting<Long> INBOX_FILES =
      Setting.longInteger(
          "server.inbox_quota_files",
          10_000,
          1,
          MAX_ENTRIES,
          "number of waiting messages at which the answer is 503");

  public static final Setting<Long> INBOX_BYTES =
      Setting.longInteger(
          "server.inbox_quota_bytes",
          1L << 30,
          1,
          Long.MAX_VALUE,
          "size of waiting messages at which the answer is 503");

  public static final Setting<Integer> INBOX_UNCHOSEN_PERCENT =
      Setting.integer(
          "server.inbox_unchosen_percent",
          75,
          1,
          100,
          "part of the inbox for all senders that are neither endorsed nor trusted nor followed;"
              + " the rest is reserved for the others");

  static final Setting<Integer> INBOX_UNKNOWN_PERCENT =
      Setting.integer(
          "server.inbox_unknown_percent",
          50,
          1,
          100,
          "part of the inbox for all senders that are not in `peers.md`");

  public static final Setting<Long> INBOX_KEY_FILES =
      Setting.longInteger(
          "server.inbox_key_files",
          200,
          1,
          MAX_ENTRIES,
          "messages of one sender that may wait, unless it is endorsed, trusted or followed");

  public static final Setting<Long> INBOX_KEY_BYTES =
      Setting.longInteger("server.inbox_key_bytes", 16L << 20, 1, Long.MAX_VALUE, "their bytes");

  public static final Setting<Long> INBOX_ADDRESS_FILES =
      Setting.longInteger(
          "server.inbox_address_files",
          2_000,
          1,
          MAX_ENTRIES,
          "messages of such senders together that may wait from one address (for IPv6 from one"
              + " /64)");

  public static final Setting<Long> INBOX_ADDRESS_BYTES =
      Setting.longInteger(
          "server.inbox_address_bytes", 128L << 20, 1, Long.MAX_VALUE, "their bytes");

  static final Setting<Integer> REMEMBERED_ENVELOPES =
      Setting.integer(
          "server.remembered_envelopes",
          20_000,
          1,
          MAX_ENTRIES,
          "number of last envelopes that the server keeps in memory to find duplicates; it looks up"
              + " processed ones in the store");

  public static final Setting<Long> MAX_SEEN =
      Setting.longInteger(
          "server.max_seen_envelopes",
          4_000_000,
          1,
          1_000_000_000,
          "number of envelopes remembered for 48 hours and 10 minutes, so that none is accepted"
              + " twice; 96 bytes of disk each, no memory. Above nine tenths the answer to"
              + " strangers is 503, above all of it to everybody");

  public static final Setting<Integer> MAX_CONNECTIONS =
      Setting.integer(
          "server.max_connections",
          2_048,
          1,
          MAX_ENTRIES,
          "open connections; above it the oldest idle one is closed");

  public static final Setting<Integer> MAX_ADDRESS_CONNECTIONS =
      Setting.integer(
          "server.max_address_connections",
          64,
          1,
          MAX_ENTRIES,
          "open connections of one address (for IPv6 one /64); above it its oldest idle one is"
              + " closed. `trusted_proxies` are exempt");

  public static final Setting<Integer> MAX_REQUESTS =
      Setting.integer(
          "server.max_concurrent_requests",
          1_024,
          1,
          MAX_ENTRIES,
          "parallel requests; above it the oldest that waits for its client is ended");

  static final Setting<Integer> MAX_ADDRESS_REQUESTS =
      Setting.integer(
          "server.max_concurrent_address_requests",
          128,
          1,
          MAX_ENTRIES,
          "parallel requests of one address");

  public static final Setting<Long> BODIES_BYTES =
      Setting.longInteger(
          "server.max_body_bytes_at_once",
          0,
          0,
          Long.MAX_VALUE,
          "size of all bodies that are being read, of one address a quarter of it; 0 for an eighth"
              + " of the heap");

  static final Setting<Integer> MAX_HEADER_BYTES =
      Setting.integer(
          "server.max_header_bytes", 32_768, 1_024, 1 << 20, "size of a request's headers");

  static final Setting<Duration> FIRST_BYTE_TIMEOUT =
      Setting.duration(
          "server.first_byte_timeout_seconds",
          5,
          1,
          MAX_SECONDS,
          "a new connection without a byte by then is closed");

  static final Setting<Duration> REQUEST_TIMEOUT =
      Setting.duration(
          "server.request_timeout_seconds",
          15,
          1,
          MAX_SECONDS,
          "a request that is incomplete by then is cut off");

  static final Setting<Integer> BODY_BYTES_PER_SECOND =
      Setting.integer(
          "server.min_body_bytes_per_second",
          HttpLimits.USUAL_BODY_BYTES_PER_SECOND,
          0,
          1 << 20,
          "a slower body, judged every five seconds, is cut off; 0 for no such rate");

  static final Setting<Duration> RESPONSE_TIMEOUT =
      Setting.duration(
          "server.response_timeout_seconds",
          60,
          1,
          MAX_SECONDS,
          "an answer that the client has not read by then is cut off");

  static final Setting<Duration> IDLE_TIMEOUT =
      Setting.duration(
          "server.idle_timeout_seconds",
          30,
          1,
          MAX_SECONDS,
          "how long a connection may wait for its next request");

  static final Setting<Duration> STOP_TIMEOUT =
      Setting.duration(
          "server.stop_timeout_seconds",
          20,
          1,
          MAX_SECONDS,
          "how long a stopping server waits for open requests");

  public static final Settings ALL =
      Settings.of(
          BIND,
          PORT,
          TRUSTED_PROXIES,
          UNKNOWN_BUDGET,
          KNOWN_BUDGET,
          ENDORSED_BUDGET,
          TRUSTED_BUDGET,
          ADDRESS_BUDGET,
          BURST_FACTOR,
          TRACKED_ENTRIES,
          INBOX_FILES,
          INBOX_BYTES,
          INBOX_UNCHOSEN_PERCENT,
          INBOX_UNKNOWN_PERCENT,
          INBOX_KEY_FILES,
          INBOX_KEY_BYTES,
          INBOX_ADDRESS_FILES,
          INBOX_ADDRESS_BYTES,
          // The store frees space before the server refuses.
          StoreSettings.FREE_DISK_BYTES,
          REMEMBERED_ENVELOPES,
          MAX_SEEN,
          MAX_CONNECTIONS,
          MAX_ADDRESS_CONNECTIONS,
          MAX_REQUESTS,
          MAX_ADDRESS_REQUESTS,
          BODIES_BYTES,
          MAX_HEADER_BYTES,
          FIRST_BYTE_TIMEOUT,
          REQUEST_TIMEOUT,
          BODY_BYTES_PER_SECOND,
          RESPONSE_TIMEOUT,
          IDLE_TIMEOUT,
          STOP_TIMEOUT);

  private ServerSettings() {}
}
