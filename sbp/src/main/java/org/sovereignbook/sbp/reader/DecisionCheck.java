package org.sovereignbook.sbp.reader;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.crypto.PublicKey;
import org.sovereignbook.sbp.protocol.Limits;

/**
 * What the digest allows (THREATS, prompt injection): the action fits the item's type, hash and key
 * are the item's own, texts are within their limits. Pure; who may get which trust is {@link
 * DecisionRules}.
 */
final class DecisionCheck {
  private DecisionCheck() {}

  /** Refuses a decision that its item does not allow. */
  static void check(Decision decision, Item item, DecisionRules rules) throws RefusedDecision {
    if (!rules.allowedOn(item.subject()).contains(decision.action())) {
      String type = item.entry().envelope().messageType().toString();
      throw new RefusedDecision("the action does not fit a " + type);
    }
    if (decision.key().isPresent() && !allowedKeys(decision, item).contains(decision.key().get())) {
      throw new RefusedDecision("the key is not this item's own");
    }
    Optional<ContentHash> hash = decision.targetHash();
    if (hash.isPresent() && !item.ownHashes().contains(hash.get())) {
      throw new RefusedDecision("the hash is not this item's own");
    }
    checkTexts(decision);
  }

  /** Whom a decision is about: as it says, or else the maker of what was sent. */
  static PublicKey about(Decision decision, Item item) {
    return decision.key().orElseGet(item::makerKey);
  }

  private static Set<PublicKey> allowedKeys(Decision decision, Item item) {
    PublicKey sender = item.sender().key();
    boolean judgesMaker =
        switch (decision.action()) {
          case ENDORSE_CONTENT, ENDORSE_IDENTITY, REPLY, IGNORE -> true;
          default -> false;
        };
    return judgesMaker && !item.makerKey().equals(sender)
        ? Set.of(sender, item.makerKey())
        : Set.of(sender);
  }

  private static void checkTexts(Decision decision) throws RefusedDecision {
    limit("note", decision.note(), Limits.MAX_NOTE_CHARACTERS);
    limit("reason", decision.reason(), Limits.MAX_NOTE_CHARACTERS);
    if (decision.body().isPresent()) {
      String body = decision.body().get();
      if (body.getBytes(StandardCharsets.UTF_8).length > Limits.MAX_DIRECT_BODY_BYTES) {
        throw new RefusedDecision("body is larger than " + Limits.MAX_DIRECT_BODY_BYTES + " bytes");
      }
      requirePlain("body", body);
    }
  }

  private static void limit(String name, Optional<String> text, int maxCharacters)
      throws RefusedDecision {
    if (text.isPresent()) {
      if (text.get().codePointCount(0, text.get().length()) > maxCharacters) {
        throw new RefusedDecision(name + " is longer than " + maxCharacters + " characters");
      }
      requirePlain(name, text.get());
    }
  }

  private static void requirePlain(String name, String text) throws RefusedDecision {
    boolean plain = text.codePoints().allMatch(c -> !Character.isISOControl(c) || isLayout(c));
    if (!plain) {
      throw new RefusedDecision(name + " contains control characters");
    }
  }

  private static boolean isLayout(int c) {
    return c == '\n' || c == '\r' || c == '\t';
  }
}
