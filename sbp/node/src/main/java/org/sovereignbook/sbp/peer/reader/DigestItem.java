package org.sovereignbook.sbp.peer.reader;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Endorsement;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Payload;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.reader.Gate.AutoHandled;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.Peer;

/**
 * Item of {@code operational/inbox-digest.json}, and the digest around it: the seed's members in
 * the seed's order, then ours (IMPLEMENTATION §3.3). Written by reader-pre, read by the model or
 * the rules.
 */
public record DigestItem(JsonObject json) {
  private static final String ID = "id";
  private static final String SENDER_TRUST = "sender_trust";
  private static final String SENDER_ENDPOINT = "sender_endpoint";
  private static final String ENVELOPE_HASH = "envelope_hash";
  private static final String OBJECT_KIND = "object_kind";
  private static final String AUTHOR_KEY = "author_key";
  private static final String AUTHOR_TRUST = "author_trust";
  private static final String AUTHOR_FIRST_SEEN = "author_first_seen";
  private static final String STEERING_PHRASES = "steering_phrases";
  private static final String CONTENT_REF = "content_ref";
  private static final String IN_REPLY_TO = "in_reply_to";
  private static final String CONTENT_IN_REPLY_TO = "content_in_reply_to";
  private static final String LEFT_OUT_BYTES = "left_out_bytes";

  /** Members that the protocol allows to exceed a few thousand bytes. */
  private static final List<String> LONG_TEXTS = List.of("content_body", "body");

  /** The mark, and the member that counts. */
  private static final int MARK_BYTES = 256;

  /** Indentation of an item's lines in the file, with the comma at their end. */
  private static final int INDENTATION = 6;

  /** Reads the items of a digest; none from other JSON. */
  public static List<DigestItem> of(JsonObject digest) {
    return digest.array("items").map(JsonArray::objects).orElse(List.of()).stream()
        .map(DigestItem::new)
        .toList();
  }

  /**
   * Returns the envelope hashes of the digest on disk by inbox id, in order; empty when there is no
   * readable digest. Only this is taken by reader-post from the digest; it reads all other data
   * from the signed envelopes again, so a changed digest cannot cause a signature.
   */
  static Optional<SequencedMap<InboxId, ContentHash>> shown(Node node) {
    // A damaged digest is rebuilt from the inbox, which still has every entry.
    return node.readIntactJson(node.home().inboxDigest())
        .filter(json -> json.array("items").isPresent())
        .map(json -> shown(of(json)));
  }

  private static SequencedMap<InboxId, ContentHash> shown(List<DigestItem> items) {
    SequencedMap<InboxId, ContentHash> shown = new LinkedHashMap<>();
    for (DigestItem item : items) {
      // An item that a hand has broken is not decided on; its entry is digested again.
      Optional<ContentHash> hash = item.json.parsed(ENVELOPE_HASH, ContentHash::parse);
      item.json
          .parsed(ID, InboxId::new)
          .ifPresent(id -> hash.ifPresent(envelope -> shown.putIfAbsent(id, envelope)));
    }
    return shown;
  }

  static JsonObject digest(
      Timestamp processedAt, Map<AutoHandled, Integer> counts, List<JsonObject> items) {
    JsonObject.Builder autoHandled = JsonObject.builder();
    for (AutoHandled one : AutoHandled.values()) {
      autoHandled.put(one.toString(), counts.getOrDefault(one, 0));
    }
    return JsonObject.builder()
        .put("processed_at", processedAt.toString())
        .put("auto_handled", autoHandled.build())
        .put("items", JsonArray.of(items))
        .build();
  }

  public String id() {
    return text(ID);
  }

  public String messageType() {
    return text("message_type");
  }

  public String senderKey() {
    return text("sender_key");
  }

  public TrustState senderTrust() {
    return TrustState.parse(text(SENDER_TRUST)).orElse(TrustState.UNKNOWN);
  }

  /** Returns when the author came into the table; empty when it is not there. */
  public Optional<Timestamp> authorFirstSeen() {
    return json.parsed(AUTHOR_FIRST_SEEN, Timestamp::parse);
  }

  /** Returns the phrases in the item's texts that address the judging model. */
  public List<String> steeringPhrases() {
    return json.array(STEERING_PHRASES).flatMap(JsonArray::strings).orElse(List.of());
  }

  /**
   * Returns the author of shared content, or the sender when the digest names no author (CHOICES
   * 13).
   */
  public String authorKey() {
    return json.string(AUTHOR_KEY).orElse(senderKey());
  }

  /** Returns this node's trust in the author. */
  public TrustState authorTrust() {
    String word = json.string(AUTHOR_TRUST).orElse(text(SENDER_TRUST));
    return TrustState.parse(word).orElse(TrustState.UNKNOWN);
  }

  public Optional<String> contentHash() {
    return json.string("content_hash");
  }

  public String contentTitle() {
    return text("content_title");
  }

  public String contentBody() {
    return text("content_body");
  }

  public List<String> contentTags() {
    return json.array("content_tags").flatMap(JsonArray::strings).orElse(List.of());
  }

  /** Returns the hashes of content that this item names. */
  Stream<ContentHash> references() {
    return Stream.of("content_hash", CONTENT_REF, IN_REPLY_TO, CONTENT_IN_REPLY_TO)
        .flatMap(name -> json.parsed(name, ContentHash::parse).stream());
  }

  public boolean isAtCapacity() {
    return flag("at_capacity");
  }

  public boolean hasValidIdentity() {
    return flag("identity_valid");
  }

  public boolean isAlreadyKnown() {
    return flag("already_known");
  }

  private boolean flag(String name) {
    return json.bool(name).orElse(false);
  }

  private String text(String name) {
    return json.string(name).orElse("");
  }

  /** Creates the item for a message, with the notes of the gates. */
  static DigestItem of(ReceivedEnvelope received, JsonObject notes, ReaderContext context) {
    // Being known as from this very message says nothing of its sender.
    TrustState trusted =
        context.isFirst(received) ? TrustState.UNKNOWN : context.trust(received.sender());
    String trust = trusted.toString();
    JsonObject.Builder json =
        JsonObject.builder()
            .put(ID, received.id().value())
            .put("message_type", received.envelope().messageType().toString())
            .put("sender_key", received.sender().toString())
            .put("sender_name", context.nameOf(received.sender()));
    switch (received.payload()) {
      case Payload.Announce(JsonObject identity) -> announce(json, received, identity, context);
      case Payload.ShareContent(Content content) ->
          content(json.put(SENDER_TRUST, trust), received, content, context);
      case Payload.ShareEndorsement(Endorsement endorsement) ->
          endorsement(json.put(SENDER_TRUST, trust), endorsement, context);
      case Payload.Direct direct -> direct(json.put(SENDER_TRUST, trust), direct);
      case Payload.Subscribe _ ->
          json.put(
              "at_capacity",
              context.isAtCapacity(received.sender(), received.envelope().senderEndpoint()));
      default -> {
        // The sender says it all.
      }
    }
    json.put(SENDER_TRUST, trust)
        .put(SENDER_ENDPOINT, received.envelope().senderEndpoint().toString())
        .put(ENVELOPE_HASH, received.envelope().hash().toString());
    if (!notes.equals(JsonObject.empty())) {
      json.put("notes", notes);
    }
    return withPhrases(json.build(), context);
  }

  /** Returns this item with the piece that the message refers to. */
  DigestItem with(ContentFetch.FetchEnd piece, ReceivedEnvelope received, ReaderContext context) {
    JsonObject.Builder more = JsonObject.builder();
    json.members().forEach(more::put);
    more.put("content_state", piece.state().toString())
        .putIfPresent("content_problem", piece.problem());
    Optional<Content> content =
        json.parsed(CONTENT_REF, ContentHash::parse).flatMap(context::content);
    if (piece.isNew()) {
      content.ifPresent(fetched -> piece(more, received, fetched, context));
    }
    content
        .flatMap(Content::inReplyTo)
        .filter(answered -> context.content(answered).isPresent())
        .ifPresent(
            answered ->
                more.put(CONTENT_IN_REPLY_TO, answered.toString())
                    .put("reply_notification", true)
                    .put("reply_to_own", context.isOwnContent(answered)));
    return withPhrases(more.build(), context);
  }

  /** Returns the item's size in the file. */
  int bytes() {
    String text = JsonWriter.pretty(json);
    return Judge.bytes(text) + INDENTATION * (int) text.lines().count();
  }

  /**
   * Returns this item within this many bytes, as far as cutting its long texts allows. Each cut
   * text ends in a mark with the number of bytes left out and the way to read them.
   */
  DigestItem within(int most) {
    DigestItem cut = this;
    for (String name : LONG_TEXTS) {
      int over = cut.bytes() - most;
      Optional<String> text = cut.json.string(name);
      if (over > 0 && text.isPresent()) {
        String whole = text.get();
        int room = escaped(whole) - over - MARK_BYTES;
        String kept = beginning(whole, Math.max(room, 0));
        int left = Judge.bytes(whole) - Judge.bytes(kept);
        cut =
            new DigestItem(
                cut.json
                    .with(name, kept + mark(left, Judge.bytes(whole)))
                    .with(LEFT_OUT_BYTES, cut.json.integer(LEFT_OUT_BYTES).orElse(0) + left));
      }
    }
    return cut;
  }

  private String mark(int left, int whole) {
    String command =
        json.string("content_state").isPresent() && contentHash().isPresent()
            ? "sbp read " + contentHash().get()
            : "sbp inbox show " + id();
    return "\n[%d of %d bytes left out; the whole: %s]".formatted(left, whole, command);
  }

  /** Returns the longest beginning that takes at most these bytes in a file. */
  private static String beginning(String text, int most) {
    int fits = 0;
    int tooLong = text.length() + 1;
    while (tooLong - fits > 1) {
      int middle = (fits + tooLong) >>> 1;
      if (escaped(whole(text, middle)) <= most) {
        fits = middle;
      } else {
        tooLong = middle;
      }
    }
    return whole(text, fits);
  }

  /** Returns this many characters of the text, or one less, so that no surrogate pair is split. */
  private static String whole(String text, int length) {
    boolean halvesPair = length > 0 && Character.isHighSurrogate(text.charAt(length - 1));
    return text.substring(0, halvesPair ? length - 1 : length);
  }

  private static int escaped(String text) {
    return Judge.bytes(JsonWriter.pretty(new JsonString(text)));
  }

  private static DigestItem withPhrases(JsonObject item, ReaderContext context) {
    List<String> found = context.steering(texts(item));
    return new DigestItem(
        found.isEmpty() ? item : item.with(STEERING_PHRASES, JsonArray.ofStrings(found)));
  }

  /** Returns the texts written by a stranger. */
  private static Stream<String> texts(JsonObject item) {
    return Stream.concat(
        Stream.of("content_title", "content_body", "body", "note", "identity_description")
            .flatMap(name -> item.string(name).stream()),
        new DigestItem(item).contentTags().stream());
  }

  private static void announce(
      JsonObject.Builder json,
      ReceivedEnvelope received,
      JsonObject announced,
      ReaderContext context) {
    Checked<IdentityDocument> identity = context.identity(announced);
    boolean known = context.peer(received.sender()).isPresent() && !context.isFirst(received);
    json.put(SENDER_ENDPOINT, received.envelope().senderEndpoint().toString())
        .put("identity_valid", identity.isValid())
        .put("already_known", known)
        .putIfPresent("identity_problem", identity.why().map(why -> why.code().toString()))
        .putIfPresent(
            "identity_description",
            identity.toOptional().flatMap(document -> document.description()));
  }

  private static void content(
      JsonObject.Builder json, ReceivedEnvelope received, Content content, ReaderContext context) {
    piece(json, received, content, context);
    json.putIfPresent(IN_REPLY_TO, hash(content.inReplyTo()))
        .put("reply_to_own", content.inReplyTo().filter(context::isOwnContent).isPresent());
  }

  private static void piece(
      JsonObject.Builder json, ReceivedEnvelope received, Content content, ReaderContext context) {
    PublicKey author = content.authorKey();
    json.put("content_title", content.title())
        .put("content_body", content.body())
        .put("content_hash", content.hash().toString())
        .put("content_tags", JsonArray.ofStrings(content.tags()))
        .put(OBJECT_KIND, Content.KIND)
        .put(AUTHOR_KEY, author.toString());
    if (!author.equals(received.sender())) {
      json.put("author_name", context.nameOf(author))
          .put(AUTHOR_TRUST, context.trust(author).toString());
    }
    json.putIfPresent(
        AUTHOR_FIRST_SEEN, context.peer(author).flatMap(Peer::firstSeen).map(Timestamp::toString));
  }

  private static void endorsement(
      JsonObject.Builder json, Endorsement endorsement, ReaderContext context) {
    PublicKey endorser = endorsement.endorserKey();
    json.put(OBJECT_KIND, Endorsement.KIND)
        .put("endorsement_hash", endorsement.hash().toString())
        .put("endorser_key", endorser.toString())
        .put("endorser_name", context.nameOf(endorser))
        .put("endorser_trust", context.trust(endorser).toString())
        .put("target_kind", endorsement.target().kind())
        .put("target_ref", endorsement.target().ref())
        .putIfPresent("target_endpoint", endorsement.targetEndpoint().map(Endpoint::toString))
        .putIfPresent("note", endorsement.note());
  }

  private static void direct(JsonObject.Builder json, Payload.Direct direct) {
    json.put("body", direct.body())
        .putIfPresent(CONTENT_REF, hash(direct.contentRef()))
        .putIfPresent(IN_REPLY_TO, hash(direct.inReplyTo()));
  }

  private static Optional<String> hash(Optional<ContentHash> hash) {
    return hash.map(ContentHash::toString);
  }
}
