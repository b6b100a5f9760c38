package org.sovereignbook.sbp.base.protocol;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.crypto.Signing;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * A piece of writing, signed by its author (PROTOCOL §8). The view is shape-checked; {@link #json}
 * is what was signed, unknown members included.
 */
public record Content(
    JsonObject json,
    ContentHash hash,
    PublicKey authorKey,
    Timestamp createdAt,
    String title,
    String body,
    List<String> tags,
    Optional<ContentHash> inReplyTo) {
  public static final String KIND = "content";

  /** Builds the unsigned object; see {@link #sign}. */
  public static JsonObject build(
      PublicKey authorKey,
      String title,
      String body,
      List<String> tags,
      Optional<ContentHash> inReplyTo,
      Timestamp createdAt) {
    return JsonObject.builder()
        .put("kind", KIND)
        .put("version", Protocol.VERSION)
        .put("author_key", authorKey.toString())
        .put("created_at", createdAt.toString())
        .put("content_type", Protocol.CONTENT_TYPE_MARKDOWN)
        .put("title", title)
        .put("body", body)
        .put("tags", JsonArray.ofStrings(tags))
        .putIfPresent("in_reply_to", inReplyTo.map(ContentHash::toString))
        .build();
  }

  /** Signs content that {@link #build} made for this author. */
  public static JsonObject sign(JsonObject unsigned, KeyPair author) {
    return Signing.sign(unsigned, author, "author_key");
  }

  /** Checks members, types and limits, but not the signature. */
  public static Checked<Content> parse(JsonObject json) {
    return RejectedException.check(() -> read(json));
  }

  /** Checks everything, the author's signature included. */
  public static Checked<Content> validate(JsonObject json) {
    return parse(json)
        .then(
            content ->
                content.isSigned()
                    ? Checked.valid(content)
                    : Checked.rejected(
                        Code.INVALID_SIGNATURE, "signature does not verify against author_key"));
  }

  /** Returns whether the author's signature verifies. */
  public boolean isSigned() {
    return Signing.verify(json, authorKey);
  }

  static Content read(JsonObject json) {
    Fields fields = new Fields(json).ofKind(KIND);
    fields.string("signature");
    if (!fields.string("content_type").equals(Protocol.CONTENT_TYPE_MARKDOWN)) {
      throw fields.invalid("content_type", "is not " + Protocol.CONTENT_TYPE_MARKDOWN);
    }
    return new Content(
        json,
        ContentHash.of(json),
        fields.publicKey("author_key"),
        fields.timestamp("created_at"),
        fields.string("title", Limits.MAX_TITLE_CHARACTERS),
        fields.body("body", Limits.MAX_BODY_BYTES),
        tags(fields),
        fields.ifPresent("in_reply_to", fields::hash));
  }

  private static List<String> tags(Fields fields) {
    List<String> tags = fields.strings("tags");
    if (tags.size() > Limits.MAX_TAGS) {
      throw fields.invalid("tags", "holds more than " + Limits.MAX_TAGS + " tags");
    }
    for (String tag : tags) {
      if (tag.codePointCount(0, tag.length()) > Limits.MAX_TAG_CHARACTERS) {
        throw fields.invalid(
            "tags", "holds a tag longer than " + Limits.MAX_TAG_CHARACTERS + " characters");
      }
    }
    return tags;
  }
}
