package org.sovereignbook.sbp.plugins.swarm;

import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for swarms. */
final class SwarmSettings {
  static final Setting<Integer> AGENTS =
      Setting.integer("swarms.max_agents", 20, 1, 200, "agents of one swarm");

  static final Setting<Integer> ROUNDS =
      Setting.integer(
          "swarms.max_rounds",
          4,
          1,
          50,
          "rounds of a broadcast swarm; it ends before when a round adds nothing");

  static final Settings ALL = Settings.of(AGENTS, ROUNDS);

  private SwarmSettings() {}
}
