package org.sovereignbook.sbp.peer.feed;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;

/**
 * Piece of content with this node's knowledge about it.
 *
 * @param at when it was published; when it arrived, if its author has dated it later
 * @param endorsements this node's own first
 * @param answers the received pieces that answer it
 */
@Shape.Def("piece")
public record FeedPiece(
    ContentHash hash,
    String title,
    Someone author,
    Timestamp at,
    List<String> tags,
    Optional<ContentHash> inReplyTo,
    List<Praise> endorsements,
    List<ContentHash> answers,
    @Shape.Hidden String body) {

  /** Endorsement of the piece, with the endorser and the optional reason. */
  public record Praise(Someone by, Optional<String> note, Timestamp at) {}
}
