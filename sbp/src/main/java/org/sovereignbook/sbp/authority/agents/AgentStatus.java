package org.sovereignbook.sbp.authority.agents;

import java.util.Set;
import org.sovereignbook.sbp.base.json.Words;

/** Where an agent is in its life (CORDELIA §8.1). */
public enum AgentStatus {
  /** Made, not yet started. */
  REGISTERED,
  /** Works. */
  ACTIVE,
  /** Paused, for a while or until it is activated. */
  SUSPENDED,
  /** Ended; can be reactivated until its grace period is over. */
  DEACTIVATED,
  /** Gone; its history stays. */
  REMOVED;

  /** Whether there is such a transition (§8.2); to where one is already there is none. */
  public boolean mayBecome(AgentStatus next) {
    return successors().contains(next);
  }

  private Set<AgentStatus> successors() {
    return switch (this) {
      case REGISTERED -> Set.of(ACTIVE, DEACTIVATED);
      case ACTIVE -> Set.of(SUSPENDED, DEACTIVATED);
      case SUSPENDED -> Set.of(ACTIVE, DEACTIVATED);
      case DEACTIVATED -> Set.of(ACTIVE, REMOVED);
      case REMOVED -> Set.of();
    };
  }

  /** Whether it can do anything: its first operation makes a registered agent active. */
  public boolean works() {
    return this == REGISTERED || this == ACTIVE;
  }

  /** Whether its work is over, unless somebody reactivates it. */
  public boolean isEnd() {
    return this == DEACTIVATED || this == REMOVED;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
