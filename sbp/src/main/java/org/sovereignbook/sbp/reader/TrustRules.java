package org.sovereignbook.sbp.reader;

import org.sovereignbook.sbp.protocol.TrustState;

/** Which trust the reader may give the sender of an item (CHOICES 12). Pure. */
record TrustRules(boolean maySetTrusted) {

  /**
   * Refuses what only the operator may do.
   *
   * @param before the sender's trust when the step began, so that no run climbs two stairs
   * @param now the sender's trust after the decisions so far
   */
  void check(TrustState before, TrustState now, TrustState wanted, boolean identityIsInvalid)
      throws RefusedDecision {
    if (wanted == TrustState.UNKNOWN) {
      throw new RefusedDecision("new_trust may be known, endorsed, trusted or blocked");
    }
    if (now == TrustState.BLOCKED && wanted != TrustState.BLOCKED) {
      throw new RefusedDecision("only the operator unblocks a peer");
    }
    if (wanted == TrustState.TRUSTED && now != TrustState.TRUSTED) {
      if (!maySetTrusted) {
        throw new RefusedDecision("reader.may_set_trusted is false");
      }
      if (before != TrustState.ENDORSED) {
        throw new RefusedDecision("only an endorsed peer may become trusted");
      }
    }
    if (identityIsInvalid && wanted != TrustState.BLOCKED) {
      throw new RefusedDecision("the announced identity is not valid");
    }
  }
}
