package org.sovereignbook.sbp.peer.feed;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/**
 * Pieces that answer one another: each before its answers, older answers first.
 *
 * @param posts begins with the piece that all others answer
 * @param hidden how many answers are stored here but not shown
 */
public record PieceThread(List<Post> posts, int hidden) {
  private static final int MAX_ANCESTORS = 100;
  private static final int MAX_DEPTH = 50;

  /**
   * A piece in its thread.
   *
   * @param depth 0 for the first piece, 1 for its answers
   */
  public record Post(int depth, FeedPiece piece) {}

  /** Collects a thread; not thread-safe. */
  private static final class Collector {
    private final Feed feed;
    private final Predicate<FeedPiece> shown;
    private final int maxPieces;
    private final List<Post> posts = new ArrayList<>();
    private int looked;
    private int hidden;

    Collector(Feed feed, Predicate<FeedPiece> shown, int maxPieces) {
      this.feed = feed;
      this.shown = shown;
      this.maxPieces = maxPieces;
    }

    void add(int depth, FeedPiece piece) {
      posts.add(new Post(depth, piece));
      List<ContentHash> answers = feed.answersTo(piece);
      int room = depth == MAX_DEPTH ? 0 : Math.min(answers.size(), maxPieces - looked);
      looked += room;
      List<FeedPiece> visible =
          answers.stream()
              .limit(room)
              .flatMap(hash -> feed.find(hash).stream())
              .filter(shown)
              .sorted(Comparator.comparing(FeedPiece::at))
              .toList();
      hidden += answers.size() - visible.size();
      visible.forEach(answer -> add(depth + 1, answer));
    }
  }

  /**
   * Returns the thread of a piece, from the first piece that it answers.
   *
   * @param shown which pieces belong to it; those below another one do not
   * @param maxPieces how many answers are looked at
   */
  public static PieceThread of(
      Feed feed, FeedPiece piece, Predicate<FeedPiece> shown, int maxPieces) {
    FeedPiece first = piece;
    for (int steps = 0; steps < MAX_ANCESTORS; steps++) {
      Optional<FeedPiece> parent = first.inReplyTo().flatMap(feed::find).filter(shown);
      if (parent.isEmpty()) {
        break;
      }
      first = parent.get();
    }
    Collector collector = new Collector(feed, shown, maxPieces);
    collector.add(0, first);
    return new PieceThread(List.copyOf(collector.posts), collector.hidden);
  }
}
