package org.sovereignbook.sbp.testkit.vectors;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.testing.TestKeys;

/** Objects to begin with: alice writes, bob receives, five minutes later. */
final class Signed {
  static final String CLOCK = "2026-03-17T12:05:00Z";
  static final String TIME = "2026-03-17T12:00:00Z";
  static final String ALICE_ENDPOINT = "https://alice.example.com";
  static final String HASH =
      "sha256:2e44c4da08d444342f86c1ba01da619403b2c049832ccc2c23f1066cc549261d";

  private Signed() {}

  static SequencedMap<String, String> clock() {
    SequencedMap<String, String> head = new LinkedHashMap<>();
    head.put("clock", CLOCK);
    return head;
  }

  static SequencedMap<String, String> clockAndNode() {
    SequencedMap<String, String> head = clock();
    head.put("node", key(TestKeys.bob()));
    return head;
  }

  static String key(KeyPair keys) {
    return keys.publicKey().toString();
  }

  static JsonObject body(String text) {
    return JsonObject.builder().put("body", text).build();
  }

  /** Returns an envelope of alice to bob that is not signed yet. */
  static JsonObject unsigned(String type, JsonObject payload) {
    return JsonObject.builder()
        .put("kind", "envelope")
        .put("version", "sbp/1")
        .put("message_type", type)
        .put("sender_key", key(TestKeys.alice()))
        .put("sender_endpoint", ALICE_ENDPOINT)
        .put("recipient_key", key(TestKeys.bob()))
        .put("timestamp", TIME)
        .put("payload", payload)
        .build();
  }

  static JsonObject envelope(String type, JsonObject payload) {
    return byAlice(unsigned(type, payload));
  }

  static JsonObject direct() {
    return envelope("direct", body("hello"));
  }

  /** Signs an envelope whose {@code sender_key} is alice's. */
  static JsonObject byAlice(JsonObject unsigned) {
    return Signing.sign(unsigned, TestKeys.alice(), "sender_key");
  }

  /** Returns the direct message with one member changed before it is signed. */
  static JsonObject directWith(String member, String value) {
    return byAlice(unsigned("direct", body("hello")).with(member, value));
  }

  static JsonObject unsignedIdentity(KeyPair keys, String created) {
    return JsonObject.builder()
        .put("kind", "identity")
        .put("version", "sbp/1")
        .put("public_key", key(keys))
        .put("fingerprint", Fingerprint.of(keys.publicKey()).toString())
        .put("name", "Alice")
        .put("endpoint", ALICE_ENDPOINT)
        .put("created_at", created)
        .build();
  }

  static JsonObject identity(KeyPair keys) {
    return Signing.sign(unsignedIdentity(keys, TIME), keys, "public_key");
  }

  static JsonObject unsignedContent() {
    return JsonObject.builder()
        .put("kind", "content")
        .put("version", "sbp/1")
        .put("author_key", key(TestKeys.alice()))
        .put("created_at", TIME)
        .put("content_type", "text/markdown")
        .put("title", "Boats")
        .put("body", "Nine of them.")
        .put("tags", JsonArray.of())
        .build();
  }

  static JsonObject content(JsonObject unsigned) {
    return Signing.sign(unsigned, TestKeys.alice(), "author_key");
  }

  static JsonObject unsignedEndorsement() {
    return JsonObject.builder()
        .put("kind", "endorsement")
        .put("version", "sbp/1")
        .put("endorser_key", key(TestKeys.alice()))
        .put("endorser_endpoint", ALICE_ENDPOINT)
        .put("target_kind", "content")
        .put("target_ref", HASH)
        .put("created_at", TIME)
        .build();
  }

  static JsonObject endorsement(JsonObject unsigned) {
    return Signing.sign(unsigned, TestKeys.alice(), "endorser_key");
  }

  /** Returns the hash of a key, as an identity document commits to its successor. */
  static String commitment(KeyPair next) {
    return ContentHash.ofBytes(next.publicKey().bytes()).toString();
  }
}
