package org.sovereignbook.sbp.reader;

import java.util.EnumSet;
import java.util.Set;
import org.sovereignbook.sbp.protocol.TrustState;

/** What may be decided on what (THREATS, prompt injection), and who may get which trust. Pure. */
public record ReaderRules(boolean maySetTrusted) implements DecisionRules {

  @Override
  public Set<Action> allowedOn(Item.Subject subject) {
    EnumSet<Action> allowed = EnumSet.of(Action.UPDATE_TRUST, Action.IGNORE);
    switch (subject) {
      case Item.Subject.SharedContent _ -> {
        allowed.add(Action.ENDORSE_CONTENT);
        allowed.add(Action.ENDORSE_IDENTITY);
        allowed.add(Action.REPLY);
      }
      case Item.Subject.SharedEndorsement _, Item.Subject.DirectMessage _ -> {
        allowed.add(Action.ENDORSE_IDENTITY);
        allowed.add(Action.REPLY);
      }
      case Item.Subject.Announcement _ -> {
        allowed.add(Action.RECIPROCATE_ANNOUNCE);
        allowed.add(Action.ENDORSE_IDENTITY);
      }
      case Item.Subject.SubscribeRequest _ -> {
        allowed.add(Action.ACCEPT_SUBSCRIBE);
        allowed.add(Action.REJECT_SUBSCRIBE);
      }
      case Item.Subject.UnsubscribeRequest _ -> allowed.add(Action.ACCEPT_UNSUBSCRIBE);
    }
    return allowed;
  }

  /** CHOICES 12. */
  @Override
  public void checkTrust(
      TrustState before, TrustState now, TrustState wanted, boolean identityIsInvalid)
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
