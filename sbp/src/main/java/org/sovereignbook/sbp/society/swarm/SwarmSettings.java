package org.sovereignbook.sbp.society.swarm;

import org.sovereignbook.sbp.node.Setting;
import org.sovereignbook.sbp.node.Settings;

/** The operator's settings for swarms. */
public final class SwarmSettings {
  public static final Setting<Integer> AGENTS =
      Setting.integer("swarms.max_agents", 20, 1, 200, "agents of one swarm");

  public static final Settings ALL = Settings.of(AGENTS);

  private SwarmSettings() {}
}
