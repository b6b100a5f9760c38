package org.sovereignbook.sbp.authority.ledger;

/** What a room lets go of in maintenance: rows that are long over. */
@FunctionalInterface
public interface Retention {
  /**
   * Removes them, in short transactions; may be repeated.
   *
   * @return how many they were
   */
  int forget(Ledger ledger);
}
