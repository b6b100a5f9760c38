package org.sovereignbook.sbp.authority.ledger;

/** Rule of a package for the removal of its old rows in maintenance. */
@FunctionalInterface
public interface Retention {
  /**
   * Removes them, in short transactions; may be repeated.
   *
   * @return how many they were
   */
  int forget(Ledger ledger);
}
