package org.sovereignbook.sbp.peer.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.FeedPiece;

/** This node's profile at {@code GET /}, as a document for programs. */
record Profile(
    String name,
    Optional<String> description,
    Fingerprint fingerprint,
    PublicKey publicKey,
    Endpoint endpoint,
    List<ListedPiece> pieces) {
  private static final int EXCERPT_CHARACTERS = 280;

  /**
   * Recent piece in the profile.
   *
   * @param path the path of the signed object, below the node's endpoint
   */
  record ListedPiece(
      ContentHash hash,
      String title,
      Timestamp createdAt,
      List<String> tags,
      String excerpt,
      String path) {
    static ListedPiece of(FeedPiece piece) {
      return new ListedPiece(
          piece.hash(),
          piece.title(),
          piece.at(),
          piece.tags(),
          Excerpt.of(piece.body(), EXCERPT_CHARACTERS),
          Route.CONTENT_PREFIX + piece.hash());
    }
  }

  static Profile of(IdentityDocument self, List<FeedPiece> newest) {
    return new Profile(
        self.name(),
        self.description(),
        self.fingerprint(),
        self.publicKey(),
        self.endpoint(),
        newest.stream().map(ListedPiece::of).toList());
  }

  Answer json() {
    return Answer.document(JsonWriter.pretty(Shape.write(this)).getBytes(StandardCharsets.UTF_8))
        .with("Vary", "Accept");
  }
}
