package org.sovereignbook.sbp.plugins.channels.work;

import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for channels. */
public final class ChannelsSettings {
  public static final Setting<Integer> ANSWERS_PER_HOUR =
      Setting.integer(
          "channels.answers_per_hour",
          60,
          1,
          100_000,
          "answers that one recipient gets within an hour; further ones fail, so that two programs"
              + " never answer each other for long");

  public static final Setting<Integer> DIGEST_HOUR =
      Setting.integer(
          "channels.digest_hour",
          7,
          0,
          23,
          "the hour, in access.time_zone, from which the morning digest is sent");

  public static final Setting<Integer> ALARM_MINUTES =
      Setting.integer(
          "channels.alarm_minutes",
          3,
          0,
          1_440,
          "how long a problem must be gone until an alarm ends");

  public static final Setting<Integer> POLL_SECONDS =
      Setting.integer(
          "channels.poll_seconds",
          60,
          1,
          86_400,
          "how often a server that announces nothing is asked for messages");

  public static final Setting<Integer> KEEP_DAYS =
      Setting.integer(
          "channels.keep_days", 90, 1, 36_500, "how long sent and received messages are listed");

  public static final Setting<String> LINK =
      Setting.text(
          "channels.link",
          "",
          "the address of the owner's page as you reach it, for links in digests and alarms; empty"
              + " for the one on this machine");

  public static final Settings ALL =
      Settings.of(ANSWERS_PER_HOUR, DIGEST_HOUR, ALARM_MINUTES, POLL_SECONDS, KEEP_DAYS, LINK);

  private ChannelsSettings() {}
}
