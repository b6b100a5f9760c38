package org.sovereignbook.sbp.authority.ledger;

/** Rule of a package for the removal of its old rows in maintenance. */
@FunctionalInterface
public interface Retention {
  /**
   * Removes old rows, in short transactions; may be repeated.
   *
   * @return the number of removed rows
   */
  int forget(Ledger ledger);
}
