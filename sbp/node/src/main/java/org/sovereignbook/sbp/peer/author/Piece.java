package org.sovereignbook.sbp.peer.author;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Checked;
import org.sovereignbook.sbp.base.protocol.Code;
import org.sovereignbook.sbp.base.protocol.Limits;

/**
 * Raw author output (IMPLEMENTATION §3.3): what an author writes before it is signed. Within the
 * limits of PROTOCOL §5.2, and never without title or body.
 */
public record Piece(String title, String body, List<String> tags, Optional<ContentHash> inReplyTo) {

  public Piece {
    tags = List.copyOf(tags);
  }

  /** Checks members, types and limits; members of other names are ignored. */
  public static Checked<Piece> parse(JsonObject json) {
    Optional<String> title = json.string("title");
    Optional<String> body = json.string("body");
    Optional<List<String>> tags = json.array("tags").flatMap(JsonArray::strings);
    if (title.isEmpty()) {
      return missing("title", "a string");
    }
    if (body.isEmpty()) {
      return missing("body", "a string");
    }
    if (tags.isEmpty()) {
      return missing("tags", "an array of strings");
    }
    if (!json.has("in_reply_to")) {
      return of(title.get(), body.get(), tags.get(), Optional.empty());
    }
    try {
      String hash = json.string("in_reply_to").orElse("");
      return of(title.get(), body.get(), tags.get(), Optional.of(ContentHash.parse(hash)));
    } catch (IllegalArgumentException e) {
      return Checked.rejected(
          Code.INVALID_FIELD, "in_reply_to is not a content hash: " + e.getMessage());
    }
  }

  /** Checks the limits. */
  public static Checked<Piece> of(
      String title, String body, List<String> tags, Optional<ContentHash> inReplyTo) {
    if (title.isBlank()) {
      return Checked.rejected(Code.INVALID_FIELD, "title is empty");
    }
    if (body.isBlank()) {
      return Checked.rejected(Code.INVALID_FIELD, "body is empty");
    }
    if (characters(title) > Limits.MAX_TITLE_CHARACTERS) {
      return tooLong("title", Limits.MAX_TITLE_CHARACTERS + " characters");
    }
    if (body.getBytes(StandardCharsets.UTF_8).length > Limits.MAX_BODY_BYTES) {
      return tooLong("body", Limits.MAX_BODY_BYTES + " bytes");
    }
    if (tags.size() > Limits.MAX_TAGS) {
      return tooLong("tags", Limits.MAX_TAGS + " tags");
    }
    if (tags.stream().anyMatch(tag -> characters(tag) > Limits.MAX_TAG_CHARACTERS)) {
      return tooLong("a tag", Limits.MAX_TAG_CHARACTERS + " characters");
    }
    return Checked.valid(new Piece(title, body, tags, inReplyTo));
  }

  /** Returns the raw author output. */
  public JsonObject toJson() {
    return Shape.write(this);
  }

  private static int characters(String text) {
    return text.codePointCount(0, text.length());
  }

  private static Checked<Piece> missing(String member, String type) {
    return Checked.rejected(Code.MISSING_FIELD, member + " is missing or is not " + type);
  }

  private static Checked<Piece> tooLong(String what, String limit) {
    return Checked.rejected(Code.INVALID_FIELD, what + " is longer than " + limit);
  }
}
