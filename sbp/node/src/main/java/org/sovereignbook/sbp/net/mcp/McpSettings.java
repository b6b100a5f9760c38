package org.sovereignbook.sbp.net.mcp;

import java.time.Duration;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of the MCP server. */
public final class McpSettings {
  public static final Setting<Integer> PORT =
      Setting.integer(
          "mcp.port", 8462, 0, 65_535, "the port of `sbp mcp --http` on loopback; 0 is any");

  static final Setting<Integer> REQUEST_BYTES =
      Setting.integer(
          "mcp.max_request_bytes", 1_048_576, 1_024, 67_108_864, "size of one message of a client");

  public static final Setting<Integer> ANSWER_BYTES =
      Setting.integer(
          "mcp.max_answer_bytes",
          1_048_576,
          1_024,
          67_108_864,
          "size of one answer; a longer one is an error, and the client may ask for less");

  public static final Setting<Integer> OWNER_CALLS =
      Setting.integer(
          "mcp.owner_calls",
          8,
          1,
          100,
          "parallel calls of the owner; for an agent its `max_parallel_ops`");

  static final Setting<Integer> STREAMS =
      Setting.integer(
          "mcp.max_streams",
          16,
          1,
          1_000,
          "open streams of changes of one caller, and resources in each");

  static final Setting<Integer> SESSIONS =
      Setting.integer(
          "mcp.max_sessions",
          64,
          1,
          10_000,
          "sessions over HTTP; one more ends the longest silent one");

  static final Setting<Duration> IDLE =
      Setting.duration(
          "mcp.idle_minutes",
          60,
          1,
          1_440,
          "how long a session over HTTP lives without a request, and the life of a stream of"
              + " changes");

  static final Setting<Duration> PATIENCE =
      Setting.duration(
          "mcp.wait_seconds",
          60,
          1,
          3_600,
          "how long a call waits for its turn, or for the client's answer to a question; and how"
              + " long `sbp mcp` answers calls after its input has ended");

  public static final Setting<Duration> TOKEN =
      Setting.duration(
          "mcp.token_minutes",
          60,
          5,
          1_440,
          "how long a token of `sbp mcp --agent` is valid; it is renewed meanwhile");

  public static final Setting<Duration> LOOK =
      Setting.duration(
          "mcp.look_seconds",
          2,
          1,
          3_600,
          "how often mail and tasks are checked while a client subscribes to changes");

  public static final Settings ALL =
      Settings.of(
          PORT,
          REQUEST_BYTES,
          ANSWER_BYTES,
          OWNER_CALLS,
          STREAMS,
          SESSIONS,
          IDLE,
          PATIENCE,
          TOKEN,
          LOOK);

  private McpSettings() {}

  public static McpLimits limits(Config config) {
    return new McpLimits(
        config.get(REQUEST_BYTES),
        config.get(ANSWER_BYTES),
        config.get(STREAMS),
        config.get(SESSIONS),
        config.get(IDLE),
        config.get(PATIENCE));
  }
}
