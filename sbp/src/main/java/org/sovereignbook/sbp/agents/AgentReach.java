package org.sovereignbook.sbp.agents;

import org.sovereignbook.sbp.json.Words;

/** From how far away an agent takes mail, or work. */
public enum AgentReach {
  /** From this node only. */
  NODE,
  /** From peers, too, as far as their trust allows. */
  PEERS;

  @Override
  public String toString() {
    return Words.of(this);
  }
}
