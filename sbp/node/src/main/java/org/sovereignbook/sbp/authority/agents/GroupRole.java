package org.sovereignbook.sbp.authority.agents;

import org.sovereignbook.sbp.base.json.Words;

/** Role of a member in a group, from the least to the most rights. */
public enum GroupRole {
  /** Reads. */
  VIEWER,
  /** Reads and writes. */
  MEMBER,
  /** Also deletes others' items and manages members up to its own role. */
  ADMIN,
  /** Also deletes the group. A group always has one. */
  OWNER;

  /** Returns whether it includes the rights of the other. */
  public boolean includes(GroupRole other) {
    return compareTo(other) >= 0;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
