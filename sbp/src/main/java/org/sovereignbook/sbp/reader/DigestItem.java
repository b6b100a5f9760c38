package org.sovereignbook.sbp.reader;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.crypto.ContentHash;
import org.sovereignbook.sbp.json.JsonArray;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.protocol.Content;
import org.sovereignbook.sbp.protocol.Endorsement;
import org.sovereignbook.sbp.protocol.Endpoint;
import org.sovereignbook.sbp.protocol.Payload;
import org.sovereignbook.sbp.protocol.TrustState;

/**
 * One item of {@code inbox-digest.json}, by the names that it has there: the seed's members in the
 * seed's order, then ours (IMPLEMENTATION §3.3).
 */
public record DigestItem(JsonObject json) {
  static final String ENVELOPE_HASH = "envelope_hash";

  private static final String SENDER_TRUST = "sender_trust";
  private static final String SENDER_ENDPOINT = "sender_endpoint";
  private static final String OBJECT_KIND = "object_kind";

  /** The items of a digest. */
  public static List<DigestItem> of(JsonObject digest) {
    return digest.array("items").map(JsonArray::objects).orElse(List.of()).stream()
        .map(DigestItem::new)
        .toList();
  }

  public String id() {
    return text("id");
  }

  public String messageType() {
    return text("message_type");
  }

  public String senderKey() {
    return text("sender_key");
  }

  /** Who wrote shared content; the sender when the digest names nobody else (CHOICES 13). */
  public String authorKey() {
    return json.string("author_key").orElse(senderKey());
  }

  /** How this node trusts the author. */
  public TrustState authorTrust() {
    String word = json.string("author_trust").orElse(text("sender_trust"));
    return TrustState.parse(word).orElse(TrustState.UNKNOWN);
  }

  public TrustState senderTrust() {
    return TrustState.parse(text("sender_trust")).orElse(TrustState.UNKNOWN);
  }

  public Optional<String> contentHash() {
    return json.string("content_hash");
  }

  public boolean flag(String name) {
    return json.bool(name).orElse(false);
  }

  public String text(String name) {
    return json.string(name).orElse("");
  }

  public List<String> tags() {
    return json.array("content_tags").flatMap(JsonArray::strings).orElse(List.of());
  }

  /** The hashes of content that this item names. */
  public Stream<String> references() {
    return Stream.of("content_hash", "content_ref", "in_reply_to")
        .flatMap(name -> json.string(name).stream());
  }

  static JsonObject render(Item item) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put("id", item.id().value())
            .put("message_type", item.entry().envelope().messageType().toString())
            .put("sender_key", item.sender().key().toString())
            .put("sender_name", item.sender().name());
    switch (item.subject()) {
      case Item.Subject.Announcement announcement -> announcement(json, item, announcement);
      case Item.Subject.SharedContent shared -> content(json, item, shared);
      case Item.Subject.SharedEndorsement shared -> endorsement(json, item, shared);
      case Item.Subject.DirectMessage message -> direct(json, item, message);
      case Item.Subject.SubscribeRequest(boolean atCapacity) -> json.put("at_capacity", atCapacity);
      case Item.Subject.UnsubscribeRequest() -> {
        // The sender says it all.
      }
    }
    return json.put(SENDER_TRUST, item.sender().trust().toString())
        .put(SENDER_ENDPOINT, item.entry().envelope().senderEndpoint().toString())
        .put(ENVELOPE_HASH, item.envelopeHash().toString())
        .build();
  }

  private static void announcement(
      JsonObject.Builder json, Item item, Item.Subject.Announcement announcement) {
    json.put(SENDER_ENDPOINT, item.entry().envelope().senderEndpoint().toString())
        .put("identity_valid", announcement.identity().isValid())
        .put("already_known", announcement.alreadyKnown())
        .putIfPresent(
            "identity_problem", announcement.identity().why().map(why -> why.code().toString()))
        .putIfPresent(
            "identity_description", item.announced().flatMap(document -> document.description()));
  }

  private static void content(
      JsonObject.Builder json, Item item, Item.Subject.SharedContent shared) {
    Content content = shared.content();
    json.put(SENDER_TRUST, item.sender().trust().toString())
        .put("content_title", content.title())
        .put("content_body", content.body())
        .put("content_hash", content.hash().toString())
        .put("content_tags", JsonArray.ofStrings(content.tags()))
        .put(OBJECT_KIND, Content.KIND)
        .put("author_key", content.authorKey().toString());
    if (!content.authorKey().equals(item.sender().key())) {
      json.put("author_name", shared.author().name())
          .put("author_trust", shared.author().trust().toString());
    }
    json.putIfPresent("in_reply_to", content.inReplyTo().map(ContentHash::toString))
        .put("reply_to_own", shared.repliesToOwn());
  }

  private static void endorsement(
      JsonObject.Builder json, Item item, Item.Subject.SharedEndorsement shared) {
    Endorsement endorsement = shared.endorsement();
    json.put(SENDER_TRUST, item.sender().trust().toString())
        .put(OBJECT_KIND, Endorsement.KIND)
        .put("endorsement_hash", endorsement.hash().toString())
        .put("endorser_key", endorsement.endorserKey().toString())
        .put("endorser_name", shared.endorser().name())
        .put("endorser_trust", shared.endorser().trust().toString())
        .put("target_kind", endorsement.target().kind())
        .put("target_ref", endorsement.target().ref())
        .putIfPresent("target_endpoint", endorsement.targetEndpoint().map(Endpoint::toString))
        .putIfPresent("note", endorsement.note());
  }

  private static void direct(
      JsonObject.Builder json, Item item, Item.Subject.DirectMessage message) {
    Payload.Direct direct = message.direct();
    json.put(SENDER_TRUST, item.sender().trust().toString())
        .put("body", direct.body())
        .putIfPresent("content_ref", hash(direct.contentRef()))
        .putIfPresent("in_reply_to", hash(direct.inReplyTo()));
    if (message.replyNotification()) {
      json.put("reply_notification", true);
    }
  }

  private static Optional<String> hash(Optional<ContentHash> hash) {
    return hash.map(ContentHash::toString);
  }
}
