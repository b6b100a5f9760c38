package org.sovereignbook.sbp.peer.server;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.feed.PieceThread;
import org.sovereignbook.sbp.peer.markdown.Markdown;

/** Page of a piece: its text, what it answers, and what answers it. */
final class PiecePage {
  private static final int EXCERPT_CHARACTERS = 200;

  private PiecePage() {}

  /**
   * Returns the page.
   *
   * @param thread the one that the piece is in
   */
  static Answer of(Site site, FeedPiece piece, PieceThread thread) {
    String path = Site.content(piece.hash());
    String body =
        site.header()
            + "<main>\n<article>\n"
            + Html.block("h1", Html.title(piece))
            + "\n"
            + Html.paragraph(
                "quiet by", Html.by(piece, thread, site.path(Site.thread(piece.hash()))))
            + Html.markdown(piece.body(), 1)
            + "</article>\n"
            + answers(site, piece, thread)
            + "</main>\n"
            + site.footer(path + "?format=json");
    return WebPage.of(site, path, Html.title(piece), piece).around(body);
  }

  private static String answers(Site site, FeedPiece piece, PieceThread thread) {
    List<FeedPiece> answers =
        thread.posts().stream()
            .map(PieceThread.Post::piece)
            .filter(one -> one.inReplyTo().filter(piece.hash()::equals).isPresent())
            .toList();
    List<String> parts = new ArrayList<>();
    if (!answers.isEmpty()) {
      parts.add(
          answers.stream()
              .map(answer -> item(site, piece, answer))
              .collect(Collectors.joining("\n", "<ul class=\"list\">\n", "\n</ul>")));
    }
    if (thread.posts().size() > 1) {
      parts.add(
          "<p><a href=\"%s\">The whole thread, %d pieces</a></p>"
              .formatted(
                  Html.escaped(site.path(Site.thread(piece.hash()))), thread.posts().size()));
    }
    if (thread.hidden() > 0) {
      parts.add(Html.element("p", ThreadPage.hidden(thread)));
    }
    return parts.isEmpty()
        ? ""
        : "<section class=\"part\">\n<h2>Answers</h2>\n%s\n</section>\n"
            .formatted(String.join("\n", parts));
  }

  private static String item(Site site, FeedPiece piece, FeedPiece answer) {
    return "<li><h3>%s</h3>\n%s%s</li>"
        .formatted(
            Html.link(
                site.path(Site.thread(piece.hash())) + "#" + ThreadPage.anchor(answer.hash()),
                Html.title(answer)),
            Html.paragraph("quiet", List.of(Html.author(answer), Html.day(answer.at()))),
            Html.block("p", Excerpt.of(Markdown.plain(answer.body()), EXCERPT_CHARACTERS)));
  }
}
