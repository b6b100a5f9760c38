package org.sovereignbook.sbp.peer.server;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.feed.PieceThread;
import org.sovereignbook.sbp.peer.markdown.Markdown;

/** Page of a thread: its pieces one after the other, answers indented. */
final class ThreadPage {
  private static final int DEEPEST_INDENT = 4;
  private static final int ANCHOR_DIGITS = 16;

  /** Longer threads show the beginnings of their later pieces. */
  private static final int MAX_TEXT_CHARACTERS = 262_144;

  private static final int EXCERPT_CHARACTERS = 500;

  private ThreadPage() {}

  /**
   * Returns the page.
   *
   * @param piece the one that was asked about
   */
  static Answer of(Site site, FeedPiece piece, PieceThread thread) {
    String path = Site.thread(piece.hash());
    FeedPiece first = thread.posts().getFirst().piece();
    List<String> posts = new ArrayList<>();
    int characters = 0;
    for (PieceThread.Post post : thread.posts()) {
      characters += post.piece().body().length();
      posts.add(article(site, post, thread, characters <= MAX_TEXT_CHARACTERS));
    }
    if (thread.hidden() > 0) {
      posts.add(Html.element("p", hidden(thread)));
    }
    String body =
        site.header()
            + "<main>\n"
            + String.join("\n", posts)
            + "\n</main>\n"
            + site.footer(path + "?format=json");
    return WebPage.of(site, path, "Thread: " + Html.title(first), first).around(body);
  }

  /** Says how many answers a page leaves out, and why. */
  static String hidden(PieceThread thread) {
    return "%d more %s not shown. Pages show authors whom this node has endorsed."
        .formatted(thread.hidden(), thread.hidden() == 1 ? "answer is" : "answers are");
  }

  /** Returns the name of a piece within a page. */
  static String anchor(ContentHash hash) {
    return "piece-" + hash.hex().substring(0, ANCHOR_DIGITS);
  }

  private static String article(
      Site site, PieceThread.Post post, PieceThread thread, boolean whole) {
    FeedPiece piece = post.piece();
    int level = post.depth() == 0 ? 1 : 2;
    String title = "<bdi>%s</bdi>".formatted(Html.escaped(Html.title(piece)));
    if (piece.author().own()) {
      title = Html.link(site.path(Site.content(piece.hash())), Html.title(piece));
    }
    return "<article class=\"%s\" id=\"%s\">\n<h%d>%s</h%d>\n%s%s</article>"
        .formatted(
            post.depth() == 0 ? "post" : "post answer d" + Math.min(post.depth(), DEEPEST_INDENT),
            anchor(piece.hash()),
            level,
            title,
            level,
            Html.paragraph("quiet by", Html.by(piece, thread, "")),
            whole
                ? Html.markdown(piece.body(), level)
                : Html.block("p", Excerpt.of(Markdown.plain(piece.body()), EXCERPT_CHARACTERS)));
  }
}
