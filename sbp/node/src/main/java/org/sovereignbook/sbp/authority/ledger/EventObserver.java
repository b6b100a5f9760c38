package org.sovereignbook.sbp.authority.ledger;

/**
 * Reaction of a package to events of others, in the transaction that appends them: both are
 * committed, or neither. It must not change anything else, because the transaction may run again.
 */
@FunctionalInterface
public interface EventObserver {
  /** Reacts to a new event. */
  void appended(Transaction tx, LedgerEvent event);
}
