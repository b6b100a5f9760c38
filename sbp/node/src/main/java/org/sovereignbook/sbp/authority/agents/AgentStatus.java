package org.sovereignbook.sbp.authority.agents;

import java.util.Set;
import org.sovereignbook.sbp.base.json.Words;

/** Status of an agent in its life cycle (CORDELIA §8.1). */
public enum AgentStatus {
  /** Created, not yet started. */
  REGISTERED,
  /** Working. */
  ACTIVE,
  /** Paused, for a while or until it is activated. */
  SUSPENDED,
  /** Ended; can be reactivated until its grace period is over. */
  DEACTIVATED,
  /** Deleted; its history stays. */
  REMOVED;

  /** Returns whether the transition exists (§8.2); there is none from a status to itself. */
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

  /** Returns whether the agent may act: its first operation activates a registered agent. */
  public boolean works() {
    return this == REGISTERED || this == ACTIVE;
  }

  /** Returns whether its work is over unless it is reactivated. */
  public boolean isEnd() {
    return this == DEACTIVATED || this == REMOVED;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
