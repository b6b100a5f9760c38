package org.sovereignbook.sbp.peer.reader;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Limits;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * Rules of the digest for decisions (THREATS, prompt injection): the action fits the item's type,
 * hash and key are the item's own, texts are within their limits, and the trust that the reader may
 * assign. Pure.
 */
record DecisionRules(boolean maySetTrusted) {

  /** Refuses a decision that its item does not allow. */
  void check(Decision decision, Item item) throws Decision.Refused {
    if (!Action.allowedOn(item.payload()).contains(decision.action())) {
      String type = item.received().envelope().messageType().toString();
      throw new Decision.Refused("the action does not fit a " + type);
    }
    if (decision.key().isPresent() && !mayName(decision.key().get(), decision.action(), item)) {
      throw new Decision.Refused("the key is not this item's own");
    }
    Optional<ContentHash> hash = decision.targetHash();
    if (hash.isPresent() && !item.ownHashes().contains(hash.get())) {
      throw new Decision.Refused("the hash is not this item's own");
    }
    checkTexts(decision);
  }

  /**
   * Refuses what only the operator may do (CHOICES 12).
   *
   * @param before the sender's trust when the step began, so that no run climbs two stairs
   * @param now the sender's trust after the decisions so far
   */
  void checkTrust(TrustState before, TrustState now, TrustState wanted, boolean identityIsInvalid)
      throws Decision.Refused {
    if (wanted == TrustState.UNKNOWN) {
      throw new Decision.Refused("new_trust may be known, endorsed, trusted or blocked");
    }
    if (now == TrustState.BLOCKED && wanted != TrustState.BLOCKED) {
      throw new Decision.Refused("only the operator unblocks a peer");
    }
    if (wanted == TrustState.TRUSTED && now != TrustState.TRUSTED) {
      if (!maySetTrusted) {
        throw new Decision.Refused("reader.may_set_trusted is false");
      }
      if (before != TrustState.ENDORSED) {
        throw new Decision.Refused("only an endorsed peer may become trusted");
      }
    }
    if (identityIsInvalid && wanted != TrustState.BLOCKED) {
      throw new Decision.Refused("the announced identity is not valid");
    }
  }

  private static boolean mayName(PublicKey key, Action action, Item item) {
    return key.equals(item.sender())
        || (action.named == Action.Named.MAKER && key.equals(item.makerKey()));
  }

  private static void checkTexts(Decision decision) throws Decision.Refused {
    limit("note", decision.note(), Limits.MAX_NOTE_CHARACTERS);
    limit("reason", decision.reason(), Limits.MAX_NOTE_CHARACTERS);
    if (decision.body().isPresent()) {
      String body = decision.body().get();
      if (body.getBytes(StandardCharsets.UTF_8).length > Limits.MAX_DIRECT_BODY_BYTES) {
        throw new Decision.Refused(
            "body is larger than " + Limits.MAX_DIRECT_BODY_BYTES + " bytes");
      }
      requirePlain("body", body);
    }
  }

  private static void limit(String name, Optional<String> text, int maxCharacters)
      throws Decision.Refused {
    if (text.isPresent()) {
      if (text.get().codePointCount(0, text.get().length()) > maxCharacters) {
        throw new Decision.Refused(name + " is longer than " + maxCharacters + " characters");
      }
      requirePlain(name, text.get());
    }
  }

  private static void requirePlain(String name, String text) throws Decision.Refused {
    boolean plain = text.codePoints().allMatch(c -> !Character.isISOControl(c) || isLayout(c));
    if (!plain) {
      throw new Decision.Refused(name + " contains control characters");
    }
  }

  private static boolean isLayout(int c) {
    return c == '\n' || c == '\r' || c == '\t';
  }
}
