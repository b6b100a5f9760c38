package org.sovereignbook.sbp.peer.server;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.feed.Feed;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.feed.PieceThread;
import org.sovereignbook.sbp.peer.feed.Someone;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Store;

/**
 * Pages of this node for browsers: its profile, its pieces, their threads, and their feed. Of other
 * authors a page shows only those that this node endorses or trusts, and pieces that it has
 * endorsed: a stranger cannot write on it. Each page is made once for each state of the store.
 * Thread-safe: reads of the store are made under its own lock.
 */
final class Pages {
  private static final int MAX_NEWEST_PIECES = 10;
  private static final int MAX_THREAD_PIECES = 200;
  private static final int MAX_KEPT_BYTES = 4_194_304;

  private final Store store;
  private final Supplier<IdentityDocument> self;
  private final CachedFile<State> state;

  /**
   * The pieces as of some time.
   *
   * @param made the pages made from them, by path
   */
  private record State(Feed feed, List<FeedPiece> newest, Map<String, Answer> made) {

    /** Returns the page of a key, from an earlier request if there was one. */
    Optional<Answer> kept(String key, Supplier<Optional<Answer>> make) {
      Optional<Answer> page = Optional.ofNullable(made.get(key)).or(make);
      page.ifPresent(answer -> made.putIfAbsent(key, answer));
      long bytes = made.values().stream().mapToLong(answer -> answer.body().length).sum();
      for (Iterator<Answer> oldest = made.values().iterator(); bytes > MAX_KEPT_BYTES; ) {
        bytes -= oldest.next().body().length;
        oldest.remove();
      }
      return page;
    }
  }

  Pages(Node node, Store store, Supplier<IdentityDocument> self, ServerLog log) {
    this.store = store;
    this.self = self;
    this.state = new CachedFile<>(node, ObjectStore.BY_TIME.in(node.home()), this::read, log);
  }

  private State read() {
    synchronized (store) {
      Feed feed = new Feed(store);
      return new State(
          feed, feed.published().limit(MAX_NEWEST_PIECES).toList(), new LinkedHashMap<>());
    }
  }

  /** Returns this node's profile: a page, or for programs that ask for it a document. */
  Answer profile(Wanted wanted) {
    IdentityDocument document = self.get();
    List<FeedPiece> newest = state.get().newest();
    return wanted == Wanted.JSON
        ? Profile.of(document, newest).json()
        : ProfilePage.of(document, newest);
  }

  /** Returns the page of a piece by this node. */
  Answer piece(ContentHash hash) {
    return about(hash, "piece", (piece, thread) -> PiecePage.of(site(), piece, thread));
  }

  /** Returns the thread of a piece by this node: a page, or for programs a document. */
  Answer thread(ContentHash hash, Wanted wanted) {
    return wanted == Wanted.PAGE
        ? about(hash, "thread", (piece, thread) -> ThreadPage.of(site(), piece, thread))
        : about(hash, "document", (_, thread) -> ThreadDocument.of(thread).json());
  }

  /** Returns the feed of this node's newest pieces. */
  Answer feed() {
    return AtomFeed.of(self.get(), state.get().newest());
  }

  private Site site() {
    return Site.of(self.get());
  }

  private Answer about(
      ContentHash hash, String kind, BiFunction<FeedPiece, PieceThread, Answer> make) {
    State current = state.get();
    synchronized (store) {
      return current
          .kept(
              kind + hash,
              () ->
                  published(current.feed(), hash)
                      .map(piece -> make.apply(piece, thread(current.feed(), piece))))
          .orElseGet(() -> Documents.notFound("this node has authored no such content"))
          .with("Vary", "Accept");
    }
  }

  private Optional<FeedPiece> published(Feed feed, ContentHash hash) {
    return store.objects().find(ObjectStore.CONTENT_CREATED, hash).flatMap(_ -> feed.find(hash));
  }

  private static PieceThread thread(Feed feed, FeedPiece piece) {
    return PieceThread.of(feed, piece, Pages::isShown, MAX_THREAD_PIECES);
  }

  private static boolean isShown(FeedPiece piece) {
    Someone author = piece.author();
    return author.own()
        || author.trust().isEndorsedOrTrusted()
        || (author.trust() != TrustState.BLOCKED
            && piece.endorsements().stream().anyMatch(praise -> praise.by().own()));
  }
}
