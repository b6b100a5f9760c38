package org.sovereignbook.sbp.authority.agents;

import org.sovereignbook.sbp.base.json.Words;

/** Kind of an agent, which decides how long it usually lives (CORDELIA §1.3). */
public enum AgentType {
  /** Session of a coding CLI. */
  CLAUDE_CODE,
  /** Works on one task and ends with it; in a team, works on the team's tasks. */
  SWARM_WORKER,
  /** Works on its own until it is ended. */
  AUTONOMOUS,
  /** Any other kind. */
  CUSTOM;

  @Override
  public String toString() {
    return Words.hyphenated(this);
  }
}
