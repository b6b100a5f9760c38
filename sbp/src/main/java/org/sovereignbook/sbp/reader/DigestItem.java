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
 * One item of {@code inbox-digest.json}: the seed's members in the seed's order, then ours
 * (IMPLEMENTATION §3.3); written by reader-pre, read by whoever judges.
 */
public record DigestItem(JsonObject json) {
  static final String ID = "id";
  private static final String MESSAGE_TYPE = "message_type";
  private static final String SENDER_KEY = "sender_key";
  private static final String SENDER_TRUST = "sender_trust";
  private static final String SENDER_ENDPOINT = "sender_endpoint";
  private static final String ENVELOPE_HASH = "envelope_hash";
  private static final String OBJECT_KIND = "object_kind";
  private static final String AUTHOR_KEY = "author_key";
  private static final String AUTHOR_TRUST = "author_trust";
  private static final String CONTENT_TITLE = "content_title";
  private static final String CONTENT_BODY = "content_body";
  private static final String CONTENT_HASH = "content_hash";
  private static final String CONTENT_TAGS = "content_tags";
  private static final String CONTENT_REF = "content_ref";
  private static final String IN_REPLY_TO = "in_reply_to";
  private static final String AT_CAPACITY = "at_capacity";
  private static final String IDENTITY_VALID = "identity_valid";
  private static final String ALREADY_KNOWN = "already_known";

  /** The items of a digest; none in something else. */
  public static List<DigestItem> of(JsonObject digest) {
    return digest.array("items").map(JsonArray::objects).orElse(List.of()).stream()
        .map(DigestItem::new)
        .toList();
  }

  public String id() {
    return text(ID);
  }

  public String messageType() {
    return text(MESSAGE_TYPE);
  }

  public String senderKey() {
    return text(SENDER_KEY);
  }

  public TrustState senderTrust() {
    return TrustState.parse(text(SENDER_TRUST)).orElse(TrustState.UNKNOWN);
  }

  /** Who wrote shared content; the sender when the digest names nobody else (CHOICES 13). */
  public String authorKey() {
    return json.string(AUTHOR_KEY).orElse(senderKey());
  }

  /** How this node trusts the author. */
  public TrustState authorTrust() {
    String word = json.string(AUTHOR_TRUST).orElse(text(SENDER_TRUST));
    return TrustState.parse(word).orElse(TrustState.UNKNOWN);
  }

  public Optional<String> contentHash() {
    return json.string(CONTENT_HASH);
  }

  public String contentTitle() {
    return text(CONTENT_TITLE);
  }

  public String contentBody() {
    return text(CONTENT_BODY);
  }

  public List<String> contentTags() {
    return json.array(CONTENT_TAGS).flatMap(JsonArray::strings).orElse(List.of());
  }

  /** The hashes of content that this item names. */
  public Stream<String> references() {
    return Stream.of(CONTENT_HASH, CONTENT_REF, IN_REPLY_TO)
        .flatMap(name -> json.string(name).stream());
  }

  public boolean isAtCapacity() {
    return flag(AT_CAPACITY);
  }

  public boolean hasValidIdentity() {
    return flag(IDENTITY_VALID);
  }

  public boolean isAlreadyKnown() {
    return flag(ALREADY_KNOWN);
  }

  Optional<ContentHash> envelopeHash() {
    return json.parsed(ENVELOPE_HASH, ContentHash::parse);
  }

  private boolean flag(String name) {
    return json.bool(name).orElse(false);
  }

  private String text(String name) {
    return json.string(name).orElse("");
  }

  /** How an item is shown, with what gates have noted of it. */
  static DigestItem of(Item item, JsonObject notes) {
    JsonObject.Builder json =
        JsonObject.builder()
            .put(ID, item.id().value())
            .put(MESSAGE_TYPE, item.received().envelope().messageType().toString())
            .put(SENDER_KEY, item.sender().key().toString())
            .put("sender_name", item.sender().name());
    switch (item.subject()) {
      case Item.Subject.Announcement announcement -> announcement(json, item, announcement);
      case Item.Subject.SharedContent shared -> content(json, item, shared);
      case Item.Subject.SharedEndorsement shared -> endorsement(json, item, shared);
      case Item.Subject.DirectMessage message -> direct(json, item, message);
      case Item.Subject.SubscribeRequest(boolean atCapacity) -> json.put(AT_CAPACITY, atCapacity);
      case Item.Subject.UnsubscribeRequest() -> {
        // The sender says it all.
      }
    }
    json.put(SENDER_TRUST, item.sender().trust().toString())
        .put(SENDER_ENDPOINT, item.senderEndpoint().toString())
        .put(ENVELOPE_HASH, item.envelopeHash().toString());
    if (!notes.equals(JsonObject.empty())) {
      json.put("notes", notes);
    }
    return new DigestItem(json.build());
  }

  private static void announcement(
      JsonObject.Builder json, Item item, Item.Subject.Announcement announcement) {
    json.put(SENDER_ENDPOINT, item.senderEndpoint().toString())
        .put(IDENTITY_VALID, announcement.identity().isValid())
        .put(ALREADY_KNOWN, announcement.alreadyKnown())
        .putIfPresent(
            "identity_problem", announcement.identity().why().map(why -> why.code().toString()))
        .putIfPresent(
            "identity_description", item.announced().flatMap(document -> document.description()));
  }

  private static void content(
      JsonObject.Builder json, Item item, Item.Subject.SharedContent shared) {
    Content content = shared.content();
    json.put(SENDER_TRUST, item.sender().trust().toString())
        .put(CONTENT_TITLE, content.title())
        .put(CONTENT_BODY, content.body())
        .put(CONTENT_HASH, content.hash().toString())
        .put(CONTENT_TAGS, JsonArray.ofStrings(content.tags()))
        .put(OBJECT_KIND, Content.KIND)
        .put(AUTHOR_KEY, content.authorKey().toString());
    if (!content.authorKey().equals(item.sender().key())) {
      json.put("author_name", shared.author().name())
          .put(AUTHOR_TRUST, shared.author().trust().toString());
    }
    json.putIfPresent(IN_REPLY_TO, content.inReplyTo().map(ContentHash::toString))
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
        .putIfPresent(CONTENT_REF, hash(direct.contentRef()))
        .putIfPresent(IN_REPLY_TO, hash(direct.inReplyTo()));
    if (message.replyNotification()) {
      json.put("reply_notification", true);
    }
  }

  private static Optional<String> hash(Optional<ContentHash> hash) {
    return hash.map(ContentHash::toString);
  }
}
