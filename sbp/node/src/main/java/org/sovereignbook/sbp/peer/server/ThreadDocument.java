package org.sovereignbook.sbp.peer.server;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.feed.PieceThread;

/**
 * Thread as a document for programs, without the texts.
 *
 * @param hidden how many answers are not shown
 */
record ThreadDocument(List<ListedPost> pieces, int hidden) {
  private static final int EXCERPT_CHARACTERS = 280;

  /** A piece in its place: each before its answers. */
  record ListedPost(
      int depth,
      ContentHash hash,
      Optional<ContentHash> inReplyTo,
      String title,
      String author,
      PublicKey authorKey,
      Timestamp createdAt,
      String excerpt) {
    private static ListedPost of(PieceThread.Post post) {
      FeedPiece piece = post.piece();
      return new ListedPost(
          post.depth(),
          piece.hash(),
          piece.inReplyTo(),
          piece.title(),
          piece.author().name(),
          piece.author().publicKey(),
          piece.at(),
          Excerpt.of(piece.body(), EXCERPT_CHARACTERS));
    }
  }

  static ThreadDocument of(PieceThread thread) {
    return new ThreadDocument(
        thread.posts().stream().map(ListedPost::of).toList(), thread.hidden());
  }

  Answer json() {
    return Answer.document(JsonWriter.pretty(Shape.write(this)).getBytes(StandardCharsets.UTF_8));
  }
}
