package org.sovereignbook.sbp.authority.agents;

import java.time.Duration;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of the node's agents. */
public final class AgentsSettings {
  /** Limit for every agent. */
  public static final long MAX_GRACE_SECONDS = 366L * 86_400;

  private static final int DAY_SECONDS = 86_400;

  static final Setting<Duration> GRACE =
      Setting.duration(
          "agents.grace_period_seconds",
          7 * DAY_SECONDS,
          0,
          Math.toIntExact(MAX_GRACE_SECONDS),
          "how long a deactivated agent can be reactivated; then it is removed");

  static final Setting<Integer> ERROR_THRESHOLD =
      Setting.integer(
          "agents.error_threshold",
          5,
          1,
          1_000,
          "number of tasks that an agent fails within a minute before it is suspended");

  public static final Setting<Integer> MAX_REFUSED =
      Setting.integer(
          "agents.max_refused_calls",
          5,
          1,
          1_000,
          "number of refused calls that end a turn, or the calls of one tool by an MCP connection");

  static final Setting<Duration> COOL_DOWN =
      Setting.duration(
          "agents.cool_down_seconds",
          300,
          1,
          DAY_SECONDS,
          "how long an agent is suspended after too many errors");

  static final Setting<Duration> TOKEN_TTL =
      Setting.duration(
          "agents.token_ttl_seconds",
          30 * DAY_SECONDS,
          1,
          Tokens.MAX_TTL_SECONDS,
          "how long an agent's bearer token is valid, unless it is made for another time");

  static final Setting<Integer> MAX_AGENTS =
      Setting.integer("agents.max_agents", 1_000, 3, 100_000, "number of live agents in the node");

  static final Setting<Integer> MAX_TOKENS =
      Setting.integer(
          "agents.max_tokens_per_agent",
          20,
          1,
          1_000,
          "valid tokens of an agent, beside those of its turns and hooks");

  static final Setting<Integer> TOKENS_KEEP_DAYS =
      Setting.integer(
          "agents.tokens_keep_days", 30, 1, 3_650, "how long tokens are listed after their end");

  static final Setting<Integer> MAX_DENIALS =
      Setting.integer(
          "agents.max_denials_per_day",
          1_000,
          1,
          1_000_000,
          "number of refused calls of one caller that are recorded in 24 hours");

  static final Setting<Duration> MAX_WAIT =
      Setting.duration(
          "agents.turn_seconds",
          30,
          0,
          3_600,
          "how long a call of an agent waits while `max_parallel_ops` others run");

  public static final Settings ALL =
      Settings.of(
          GRACE,
          ERROR_THRESHOLD,
          MAX_REFUSED,
          COOL_DOWN,
          TOKEN_TTL,
          TOKENS_KEEP_DAYS,
          MAX_AGENTS,
          MAX_TOKENS,
          MAX_DENIALS,
          MAX_WAIT);

  private AgentsSettings() {}
}
