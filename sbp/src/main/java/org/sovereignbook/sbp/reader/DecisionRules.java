package org.sovereignbook.sbp.reader;

import java.util.Set;
import org.sovereignbook.sbp.protocol.TrustState;

/** What the reader may decide on what, and whom it may trust how far. Pure. */
public interface DecisionRules {

  /** What may be decided on an item. */
  Set<Action> allowedOn(Item.Subject subject);

  /**
   * Refuses what only the operator may do.
   *
   * @param before the sender's trust when the step began, so that no run climbs two stairs
   * @param now the sender's trust after the decisions so far
   */
  void checkTrust(TrustState before, TrustState now, TrustState wanted, boolean identityIsInvalid)
      throws RefusedDecision;
}
