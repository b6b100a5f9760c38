package org.sovereignbook.sbp.authority.access;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ahead;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signature;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Authentication of the owner without a terminal, by a key that was registered at a terminal. The
 * owner signs a nonce of the node, valid once and for a minute, together with the exact words of
 * the command, so that a proof is valid for nothing else.
 */
public record OwnerProof(Transaction tx) {
  public static final Duration CHALLENGE_TTL = Duration.ofSeconds(60);

  private static final String OPEN = Ahead.isAhead("expires_ms", CHALLENGE_TTL);
  public static final int NONCE_BYTES = 32;

  private static final String PREFIX = "sbp-owner-v1:";
  private static final List<String> OPTIONS = List.of("--proof", "--passphrase-file");
  private static final String WORDS = "words";
  private static final int MAX_CHALLENGES = 100;
  private static final int MAX_KEYS = 20;

  /**
   * Public key of the owner.
   *
   * @param usedAt when it was last used
   */
  public record Key(String name, PublicKey publicKey, Instant createdAt, Optional<Instant> usedAt) {
    private static final Rows<Key> ROWS = new Rows<>("owner_key", Key.class);
  }

  /** Returns a nonce to be signed, once, within {@link #CHALLENGE_TTL}. */
  public byte[] challenge() {
    tx.update("DELETE FROM owner_challenge WHERE NOT " + OPEN, tx.nowMs());
    long open = tx.number("SELECT COUNT(*) FROM owner_challenge");
    if (open >= MAX_CHALLENGES) {
      throw SocietyException.refused(
          "too-many-challenges", "too many challenges are open", "wait a minute");
    }
    byte[] nonce = new byte[NONCE_BYTES];
    tx.node().random().nextBytes(nonce);
    // Clears the top bit, so that the encoded nonce never begins with a dash, like an option.
    nonce[0] &= 0x7f;
    tx.update(
        "INSERT INTO owner_challenge (hash, expires_ms) VALUES (?, ?)",
        ContentHash.ofBytes(nonce).hex(),
        tx.nowMs() + CHALLENGE_TTL.toMillis());
    return nonce;
  }

  /**
   * Answers a challenge.
   *
   * @param words the words of the command to run, from {@code access} on
   */
  public static String prove(byte[] nonce, List<String> words, KeyPair keys) {
    return Base64Url.encode(nonce) + "." + Ed25519.sign(signed(nonce, words), keys);
  }

  private static byte[] signed(byte[] nonce, List<String> words) {
    JsonObject said =
        JsonObject.builder()
            .put("nonce", Base64Url.encode(nonce))
            .put(WORDS, JsonArray.ofStrings(words))
            .build();
    String text = PREFIX + new String(Jcs.canonicalize(said), StandardCharsets.UTF_8);
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Returns why a proof is not valid; empty when it is. Uses up the nonce in any case.
   *
   * @param call the words of the command, with the proof among them
   */
  public Optional<String> problem(String proof, String tool, JsonObject call) {
    int dot = proof.indexOf('.');
    try {
      byte[] nonce = Base64Url.decode(proof.substring(0, Math.max(0, dot)), NONCE_BYTES);
      Signature signature = Signature.parse(proof.substring(dot + 1));
      int open =
          tx.update(
              "DELETE FROM owner_challenge WHERE hash = ? AND " + OPEN,
              ContentHash.ofBytes(nonce).hex(),
              tx.nowMs());
      if (open == 0) {
        return Optional.of("the proof answers no challenge that is open");
      }
      byte[] signed = signed(nonce, unproven(words(call)));
      for (Key key : keys()) {
        if (Ed25519.verify(signed, signature, key.publicKey())) {
          used(key, tool, call);
          return Optional.empty();
        }
      }
      return Optional.of("the proof is not of these words by a key of the owner's");
    } catch (IllegalArgumentException e) {
      return Optional.of("the proof is malformed");
    }
  }

  private void used(Key key, String tool, JsonObject call) {
    tx.update("UPDATE owner_key SET used_ms = ? WHERE name = ?", tx.nowMs(), key.name());
    Authority owner = Authority.of(Principal.OWNER, "proof");
    tx.audit(
        new AuditRow(owner, Optional.empty(), tool, call, true, "proved by the key " + key.name()));
  }

  private static List<String> words(JsonObject call) {
    return call.array(WORDS).flatMap(JsonArray::strings).orElse(List.of());
  }

  /** Returns the words of a command without the proofs among them. */
  public static List<String> unproven(List<String> words) {
    List<String> others = new ArrayList<>();
    boolean isValue = false;
    for (String word : words) {
      boolean isOption = OPTIONS.contains(word);
      boolean isBoth = OPTIONS.stream().anyMatch(option -> word.startsWith(option + "="));
      if (!isValue && !isOption && !isBoth) {
        others.add(word);
      }
      isValue = !isValue && isOption;
    }
    return others;
  }

  /** Registers a key of the owner. The caller has verified that it is the owner. */
  public Key add(Authority by, String name, PublicKey publicKey) {
    List<Key> keys = keys();
    if (keys.size() >= MAX_KEYS || keys.stream().anyMatch(key -> key.name().equals(name))) {
      throw SocietyException.refused(
          "key-taken",
          keys.size() >= MAX_KEYS
              ? "there are %d keys already".formatted(MAX_KEYS)
              : "there is a key %s already".formatted(name),
          "registered keys:  sbp access key");
    }
    Key key = new Key(name, publicKey, tx.now(), Optional.empty());
    Key.ROWS.insert(tx, key, tx.cause(by));
    tx.audit(AuditRow.ofGrant(by, "key:" + name, "created", publicKey.toString()));
    return key;
  }

  /** Removes a key at once. The caller has verified that it is the owner. */
  public void remove(Authority by, String name) {
    if (tx.update("DELETE FROM owner_key WHERE name = ?", name) == 0) {
      throw SocietyException.notFound(
          "unknown-key", "no key has this name", "registered keys:  sbp access key");
    }
    tx.audit(AuditRow.ofGrant(by, "key:" + name, "revoked", "by the owner"));
  }

  /** Returns all keys, by name. */
  public List<Key> keys() {
    return Key.ROWS.list(tx, "ORDER BY name");
  }
}
