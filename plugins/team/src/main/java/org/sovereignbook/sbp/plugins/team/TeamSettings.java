package org.sovereignbook.sbp.plugins.team;

import java.time.Duration;
import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for teams of this node; each team's own keys are in its file. */
public final class TeamSettings {
  public static final Setting<Duration> HEARTBEAT =
      Setting.duration(
          "teams.heartbeat_seconds",
          5,
          1,
          60,
          "interval of the heartbeats of a member, also while its model thinks");

  /** How long a member may take to finish after it is told to stop. */
  public static final Setting<Duration> STOP =
      Setting.duration(
          "teams.stop_seconds",
          20,
          0,
          3_600,
          "how long members may finish their work when the team is stopped; then they get a signal,"
              + " and at last are killed");

  static final Setting<Integer> MAX_INPUT_BYTES =
      Setting.integer(
          "teams.max_input_bytes",
          65_536,
          1_024,
          4_194_304,
          "size of each text that a member's model sees: a task, mail, the bus, a result");

  /** How long the run of one task may make no progress. */
  public static final Setting<Duration> WAIT =
      Setting.duration(
          "teams.wait_seconds",
          900,
          0,
          86_400,
          "how long `sbp team run` waits for a limit or a resting backend; if it would be longer,"
              + " it ends, and the rest stays on the board");

  static final Setting<Integer> KEEP_DAYS =
      Setting.integer(
          "teams.keep_days",
          90,
          1,
          36_500,
          "how long runs are kept after their end; their tasks stay on the board");

  /** Whether the files of Agent Stack follow a running team. */
  public static final Setting<Boolean> LIVE_FILES =
      Setting.flag(
          "teams.live_files",
          false,
          "whether the files of Agent Stack in `memory/` (scores, reviews, evolution, pending swaps"
              + " and votes) follow while a team runs");

  public static final Settings ALL =
      Settings.of(HEARTBEAT, STOP, MAX_INPUT_BYTES, WAIT, KEEP_DAYS, LIVE_FILES);

  private TeamSettings() {}
}
