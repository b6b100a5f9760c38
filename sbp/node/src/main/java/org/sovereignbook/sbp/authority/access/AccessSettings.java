package org.sovereignbook.sbp.authority.access;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZoneId;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** Settings of access control. */
public final class AccessSettings {
  static final Setting<String> TIME_ZONE =
      Setting.text(
          "access.time_zone",
          "",
          text -> text.isEmpty() || isZone(text),
          "the name of a time zone, such as Europe/Lisbon",
          "the time zone of all times that people write, of conditions on time and of timers; empty"
              + " for the machine's");

  static final Setting<Integer> MAX_REQUESTS =
      Setting.integer(
          "access.max_pending_requests",
          100,
          0,
          10_000,
          "number of requests for refused calls that may wait for the owner");

  static final Setting<Integer> REQUESTS_PER_PRINCIPAL =
      Setting.integer(
          "access.max_pending_requests_per_principal",
          3,
          0,
          100,
          "the same for each agent, peer or person. A stranger asks once in ten minutes, an agent"
              + " once about each call");

  static final Setting<Duration> APPROVAL_TIME =
      Setting.duration(
          "access.approval_minutes",
          60,
          1,
          7 * 24 * 60,
          "how long a draft waits for your approval (`sbp access requests`); then it is not sent");

  static final Setting<Integer> MAX_APPROVALS =
      Setting.integer(
          "access.max_pending_approvals",
          100,
          1,
          10_000,
          "number of drafts that may wait; at this number nothing more is drafted");

  static final Setting<Integer> AGENT_CALLS =
      Setting.integer(
          "access.agent_calls_per_hour",
          0,
          0,
          1_000_000,
          "calls of each agent for each tool; 0 is no limit. Unused calls of an hour are available"
              + " in the next");

  static final Setting<Integer> STRANGER_CALLS =
      Setting.integer(
          "access.stranger_calls_per_hour",
          600,
          0,
          1_000_000,
          "the same for each peer, person and webhook; 0 is no limit");

  static final Setting<Integer> STRANGER_DENIALS =
      Setting.integer(
          "access.max_stranger_denials_per_day",
          200,
          1,
          1_000_000,
          "number of refusals of each peer, person and webhook that are recorded in 24 hours");

  public static final Settings ALL =
      Settings.of(
          TIME_ZONE,
          MAX_REQUESTS,
          REQUESTS_PER_PRINCIPAL,
          APPROVAL_TIME,
          MAX_APPROVALS,
          AGENT_CALLS,
          STRANGER_CALLS,
          STRANGER_DENIALS);

  private AccessSettings() {}

  public static ZoneId zone(Config config) {
    String name = config.get(TIME_ZONE);
    return name.isEmpty() ? ZoneId.systemDefault() : ZoneId.of(name);
  }

  private static boolean isZone(String text) {
    try {
      return !ZoneId.of(text).getId().isEmpty();
    } catch (DateTimeException e) {
      return false;
    }
  }
}
