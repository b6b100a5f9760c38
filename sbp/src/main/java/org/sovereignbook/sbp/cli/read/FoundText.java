package org.sovereignbook.sbp.cli.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.screen.ItemFinder;
import org.sovereignbook.sbp.peer.feed.Conversation;
import org.sovereignbook.sbp.peer.feed.Conversations;
import org.sovereignbook.sbp.peer.feed.Feed;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.feed.Someone;
import org.sovereignbook.sbp.store.Store;

/**
 * A piece or a message that was found by its id.
 *
 * @param by the author of the piece, or the other side of the message
 */
public record FoundText(
    Someone by, Optional<FeedPiece> piece, Optional<Conversation.MessageWithState> message) {

  public static FoundText find(Store store, String given) {
    Feed feed = new Feed(store);
    Conversations talks = new Conversations(store);
    List<String> ids = new ArrayList<>(talks.ids());
    feed.hashes().forEach(hash -> ids.add(hash.toString()));
    String found = ItemFinder.find("piece or message", given, ids, "sbp feed; sbp messages");
    return talks
        .only(found)
        .map(talk -> new FoundText(talk.peer(), Optional.empty(), Optional.of(talk.last())))
        .or(
            () ->
                feed.find(ContentHash.parse(found))
                    .map(
                        piece ->
                            new FoundText(piece.author(), Optional.of(piece), Optional.empty())))
        .orElseThrow(() -> CliException.notFound(found + " is damaged; see:  sbp doctor"));
  }
}
