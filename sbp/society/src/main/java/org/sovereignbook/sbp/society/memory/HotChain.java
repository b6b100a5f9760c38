package org.sovereignbook.sbp.society.memory;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Chain of the sessions of a hot context (CORDELIA §3.3): {@code chain_hash} is the SHA-256 of the
 * previous hash, the number of the session and the hash of the content, one after another as text;
 * the content is hashed in canonical form (RFC 8785) without the chain itself. Pure.
 */
final class HotChain {
  static final String ALGORITHM = "rfc8785-sha256";
  private static final String COUNT = "session_count";
  private static final String CHAIN = "chain_hash";
  private static final String PREVIOUS = "previous_hash";

  private HotChain() {}

  /**
   * State of a chain.
   *
   * @param problem why it is broken; empty for an intact chain, and for none
   */
  record Verified(Optional<Link> link, Optional<String> problem) {}

  /** One link of a chain. */
  record Link(long count, String contentHash, String previousHash, String chainHash) {}

  static String contentHash(JsonObject text) {
    JsonObject content =
        text.object(HotText.EPHEMERAL)
            .map(it -> text.with(HotText.EPHEMERAL, it.without(HotText.INTEGRITY)))
            .orElse(text);
    return ContentHash.ofBytes(Jcs.canonicalize(content)).hex();
  }

  static String genesis(String at) {
    return hash("genesis:" + at);
  }

  private static String hash(String text) {
    return ContentHash.ofBytes(text.getBytes(StandardCharsets.UTF_8)).hex();
  }

  private static String chainHash(String previous, long count, String content) {
    return hash(previous + count + content);
  }

  /** Checks the chain of a text; a text without sessions has none. */
  static Verified verify(JsonObject text) {
    Optional<JsonObject> ephemeral = text.object(HotText.EPHEMERAL);
    if (ephemeral.flatMap(it -> it.get(COUNT)).isEmpty()) {
      return new Verified(Optional.empty(), Optional.empty());
    }
    Optional<JsonObject> integrity = ephemeral.get().object(HotText.INTEGRITY);
    if (integrity.isEmpty()) {
      return new Verified(Optional.empty(), Optional.of("the chain is missing"));
    }
    Link link = link(text, integrity.get().string(PREVIOUS).orElse(""));
    boolean isIntact = integrity.get().string(CHAIN).filter(link.chainHash()::equals).isPresent();
    return new Verified(
        Optional.of(link),
        isIntact
            ? Optional.empty()
            : Optional.of("the text was changed without its chain, or the chain without its text"));
  }

  private static Link link(JsonObject text, String previous) {
    long count = text.object(HotText.EPHEMERAL).orElseThrow().integer(COUNT).orElse(0);
    String content = contentHash(text);
    return new Link(count, content, previous, chainHash(previous, count, content));
  }

  /** Returns whether the hash of a session's end is that of its own parts. */
  static boolean isLink(CarriedSession one) {
    return chainHash(one.previousHash(), one.sessionCount(), one.contentHash())
        .equals(one.chainHash());
  }

  /** Returns a changed text with its chain computed again, from the same previous hash. */
  static JsonObject again(JsonObject text) {
    Optional<JsonObject> integrity =
        text.object(HotText.EPHEMERAL).flatMap(it -> it.object(HotText.INTEGRITY));
    return integrity.isEmpty() ? text : linked(text, integrity.get());
  }

  private static JsonObject linked(JsonObject text, JsonObject integrity) {
    Link link = link(text, integrity.string(PREVIOUS).orElse(""));
    JsonObject ephemeral = text.object(HotText.EPHEMERAL).orElseThrow();
    return text.with(
        HotText.EPHEMERAL,
        ephemeral.with(HotText.INTEGRITY, integrity.with(CHAIN, link.chainHash())));
  }

  /** Returns the text with the beginning of a session. */
  static JsonObject started(JsonObject text, String now) {
    Optional<JsonObject> ephemeral = text.object(HotText.EPHEMERAL).filter(it -> it.has(COUNT));
    return ephemeral.isEmpty()
        ? text
        : again(text.with(HotText.EPHEMERAL, ephemeral.get().with("current_session_start", now)));
  }

  /**
   * Returns the text at the end of a session: the next link of the chain, or the first.
   *
   * @param summary of the session, for the next one
   */
  static JsonObject ended(JsonObject text, String now, String summary) {
    JsonObject before = text.object(HotText.EPHEMERAL).orElse(JsonObject.empty());
    Optional<JsonObject> integrity = before.object(HotText.INTEGRITY);
    String previous = integrity.flatMap(it -> it.string(CHAIN)).orElseGet(() -> genesis(now));
    JsonObject ephemeral =
        before
            .with(COUNT, before.integer(COUNT).orElse(0) + 1)
            .with("last_session_end", now)
            .with("last_summary", summary);
    JsonObject chain =
        JsonObject.builder()
            .put(CHAIN, "")
            .put(PREVIOUS, previous)
            .put("genesis", integrity.flatMap(it -> it.string("genesis")).orElse(now))
            .put("hash_alg", ALGORITHM)
            .build();
    return linked(text.with(HotText.EPHEMERAL, ephemeral.with(HotText.INTEGRITY, chain)), chain);
  }
}
