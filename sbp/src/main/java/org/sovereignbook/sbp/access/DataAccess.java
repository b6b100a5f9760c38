package org.sovereignbook.sbp.access;

import org.sovereignbook.sbp.json.Words;

/** How much of what the node knows somebody may be told; each includes those before it. */
public enum DataAccess {
  NONE,
  RESTRICTED,
  FULL;

  /** The lesser of both. */
  public DataAccess meet(DataAccess other) {
    return compareTo(other) < 0 ? this : other;
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
