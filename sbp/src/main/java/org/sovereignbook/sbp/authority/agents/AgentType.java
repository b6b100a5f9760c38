package org.sovereignbook.sbp.authority.agents;

import org.sovereignbook.sbp.base.json.Words;

/** What an agent is, and so how long it usually lives (CORDELIA §1.3). */
public enum AgentType {
  /** A session of a coding CLI. */
  CLAUDE_CODE,
  /** Works on one task, with whose completion it ends; or on those of its team. */
  SWARM_WORKER,
  /** Works on its own for as long as it is not ended. */
  AUTONOMOUS,
  /** Anything else. */
  CUSTOM;

  @Override
  public String toString() {
    return Words.hyphenated(this);
  }
}
