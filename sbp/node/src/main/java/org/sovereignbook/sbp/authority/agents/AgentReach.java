package org.sovereignbook.sbp.authority.agents;

import org.sovereignbook.sbp.base.json.Words;

/** Distance from which an agent accepts mail or work. */
public enum AgentReach {
  /** This node only. */
  NODE,
  /** This node and its peers, as far as their trust allows. */
  PEERS;

  public AgentReach meet(AgentReach other) {
    return compareTo(other) <= 0 ? this : other;
  }

  /** Checks that it is at most as wide as {@code most}. */
  public boolean isWithin(AgentReach most) {
    return compareTo(most) <= 0;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
