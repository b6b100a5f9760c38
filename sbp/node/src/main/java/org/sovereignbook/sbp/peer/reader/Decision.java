package org.sovereignbook.sbp.peer.reader;

import java.util.Optional;
import java.util.function.Function;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.TrustState;

/**
 * Decision of the reader, not yet checked against the digest (IMPLEMENTATION §3.3,
 * reader-decisions.json). Its texts were written by an LLM that has read strangers' texts.
 *
 * @param key {@code peer_key} or {@code target_key}: the seed uses both
 */
record Decision(
    String inboxId,
    Action action,
    Optional<ContentHash> targetHash,
    Optional<PublicKey> key,
    Optional<TrustState> newTrust,
    Optional<String> body,
    Optional<String> note,
    Optional<String> reason,
    Optional<String> log) {

  /** A decision is not carried out; the message says why in a few words of ours. */
  static final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String why) {
      super(why, null, false, false);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * Reads a decision.
   *
   * @throws Refused with the member at fault
   */
  static Decision read(JsonValue value) throws Refused {
    if (!(value instanceof JsonObject json)) {
      throw new Refused("it is not an object");
    }
    return new Decision(
        text(json, "inbox_id").orElseThrow(() -> new Refused("inbox_id is missing")),
        parsed(
                json,
                "action",
                word -> Words.find(Action.class, word).orElseThrow(Decision::unknown))
            .orElseThrow(() -> new Refused("action is missing")),
        parsed(json, "target_hash", ContentHash::parse),
        key(json),
        parsed(json, "new_trust", word -> TrustState.parse(word).orElseThrow(Decision::unknown)),
        text(json, "body"),
        text(json, "note"),
        text(json, "reason"),
        text(json, "log"));
  }

  /** Returns a text that an action may need; empty when it is missing or blank. */
  Optional<String> text(String member) {
    Optional<String> text =
        switch (member) {
          case "body" -> body;
          case "new_trust" -> newTrust.map(TrustState::toString);
          default -> throw new IllegalArgumentException("no action needs " + member);
        };
    return text.filter(said -> !said.isBlank());
  }

  private static Optional<PublicKey> key(JsonObject json) throws Refused {
    Optional<PublicKey> peer = parsed(json, "peer_key", PublicKey::parse);
    Optional<PublicKey> target = parsed(json, "target_key", PublicKey::parse);
    if (peer.isPresent() && target.isPresent() && !peer.equals(target)) {
      throw new Refused("peer_key and target_key differ");
    }
    return peer.or(() -> target);
  }

  private static Optional<String> text(JsonObject json, String name) throws Refused {
    if (json.has(name) && json.string(name).isEmpty()) {
      throw new Refused(name + " is not a string");
    }
    return json.string(name);
  }

  private static <T> Optional<T> parsed(JsonObject json, String name, Function<String, T> parser)
      throws Refused {
    try {
      return text(json, name).map(parser);
    } catch (IllegalArgumentException e) {
      throw new Refused(name + ": " + e.getMessage());
    }
  }

  private static IllegalArgumentException unknown() {
    return new IllegalArgumentException("unknown word");
  }
}
