package org.sovereignbook.sbp.authority.access;

import org.sovereignbook.sbp.base.json.Words;

/** How much of what the node knows somebody may be told; each includes those before it. */
public enum DataAccess {
  NONE,
  RESTRICTED,
  FULL;

  /** The lesser of both. */
  public DataAccess meet(DataAccess other) {
    return compareTo(other) < 0 ? this : other;
  }

  /** Of a word; one of somebody's own is less than all. */
  static DataAccess of(String word) {
    return switch (word) {
      case "full" -> FULL;
      case "none" -> NONE;
      default -> RESTRICTED;
    };
  }

  @Override
  public String toString() {
    return Words.of(this);
  }
}
