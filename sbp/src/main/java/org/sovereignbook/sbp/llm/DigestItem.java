package org.sovereignbook.sbp.llm;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.TrustState;

/** One item of operational/inbox-digest.json (IMPLEMENTATION §3.3), by the names it has there. */
record DigestItem(JsonObject json) {

  static List<DigestItem> of(JsonObject digest) {
    return digest.array("items").map(JsonArray::objects).orElse(List.of()).stream()
        .map(DigestItem::new)
        .toList();
  }

  String id() {
    return text("id");
  }

  String messageType() {
    return text("message_type");
  }

  String senderKey() {
    return text("sender_key");
  }

  /** Who wrote shared content; the sender when the digest names nobody else (CHOICES 13). */
  String authorKey() {
    return json.string("author_key").orElse(senderKey());
  }

  /** How this node trusts the author. */
  TrustState authorTrust() {
    String word = json.string("author_trust").orElse(text("sender_trust"));
    return TrustState.parse(word).orElse(TrustState.UNKNOWN);
  }

  TrustState senderTrust() {
    return TrustState.parse(text("sender_trust")).orElse(TrustState.UNKNOWN);
  }

  Optional<String> contentHash() {
    return json.string("content_hash");
  }

  boolean flag(String name) {
    return json.bool(name).orElse(false);
  }

  String text(String name) {
    return json.string(name).orElse("");
  }

  List<String> tags() {
    return json.array("content_tags").flatMap(JsonArray::strings).orElse(List.of());
  }

  /** The hashes of content that this item names. */
  Stream<String> references() {
    return Stream.of("content_hash", "content_ref", "in_reply_to")
        .flatMap(name -> json.string(name).stream());
  }
}
