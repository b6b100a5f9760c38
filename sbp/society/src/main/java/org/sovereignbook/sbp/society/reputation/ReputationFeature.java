package org.sovereignbook.sbp.society.reputation;

import java.util.List;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.node.Feature;

/** A feature that looks at agents when they are rated. */
public interface ReputationFeature extends Feature {
  /**
   * Looks at an agent after an attempt of it was rated, in the transaction that records that: both
   * are committed, or neither.
   *
   * @return texts for the owner, each of which is mailed
   */
  List<String> rated(Transaction tx, Principal agent);
}
