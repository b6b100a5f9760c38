package org.sovereignbook.sbp.frontend.command;

import org.sovereignbook.sbp.authority.ledger.Transaction;

/**
 * A subcommand that can widen the permissions of an agent, a program or a person. While agents hold
 * tokens, its caller must first prove to be the owner ({@link OwnerPresence#requireProof}).
 */
public interface Widening {
  /** Returns the proofs that it was given. */
  OwnerOptions asOwner();

  /** Returns whether this call widens anything; a call that only shows or narrows does not. */
  default boolean widens(Transaction tx) {
    return true;
  }

  /** Returns whether this call must be possible while the society, with its tokens, is lost. */
  default boolean isForLostSociety() {
    return false;
  }
}
