package org.sovereignbook.sbp.authority.access;

import org.sovereignbook.sbp.base.json.Words;

/** Amount of the node's data that a principal may see; each value includes the ones before it. */
public enum DataAccess {
  NONE,
  RESTRICTED,
  FULL;

  public DataAccess meet(DataAccess other) {
    return compareTo(other) < 0 ? this : other;
  }

  /** Parses a word of a policy; a word that the operator made up is less than full access. */
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
