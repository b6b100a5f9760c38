package org.sovereignbook.sbp.peer.server;

import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.feed.PieceThread;
import org.sovereignbook.sbp.peer.feed.Someone;
import org.sovereignbook.sbp.peer.markdown.Markdown;

/** Parts of pages and feeds. All text that goes in comes out escaped. */
final class Html {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("d MMMM uuuu", Locale.ENGLISH).withZone(ZoneOffset.UTC);
  private static final String SEPARATOR = " · ";

  /** Characters that XML has no way to write. */
  private static final String NOT_IN_XML = "\ufffe\uffff";

  private Html() {}

  /**
   * Escapes text for an element or a quoted attribute; control and invisible characters are spelled
   * out.
   */
  static String escaped(String text) {
    StringBuilder html = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> html.append("&amp;");
                case '<' -> html.append("&lt;");
                case '>' -> html.append("&gt;");
                case '"' -> html.append("&quot;");
                case '\'' -> html.append("&#39;");
                case '\n', '\t' -> html.append(' ');
                default ->
                    html.append(
                        PeerText.isUnsafe(c)
                            ? PeerText.escape(Character.toString(c))
                            : NOT_IN_XML.indexOf(c) >= 0 ? "\ufffd" : Character.toString(c));
              }
            });
    return html.toString();
  }

  static String element(String name, String text) {
    return "<%s>%s</%s>".formatted(name, escaped(text), name);
  }

  /** Returns a block of a peer's text, written from the side where its language begins. */
  static String block(String name, String text) {
    return "<%s dir=\"auto\">%s</%s>".formatted(name, escaped(text), name);
  }

  /** Returns a peer's Markdown below a heading of this level. */
  static String markdown(String text, int titleLevel) {
    return "<div dir=\"auto\">\n%s</div>\n".formatted(Markdown.html(text, titleLevel));
  }

  static String link(String href, String text) {
    return "<a href=\"%s\"><bdi>%s</bdi></a>".formatted(escaped(href), escaped(text));
  }

  static String paragraph(String cssClass, List<String> parts) {
    return "<p class=\"%s\">%s</p>\n".formatted(cssClass, String.join(SEPARATOR, parts));
  }

  static String day(Timestamp at) {
    return "<time datetime=\"%s\">%s</time>".formatted(at, DAY.format(at.instant()));
  }

  static String title(FeedPiece piece) {
    return piece.title().isBlank() ? "(no title)" : piece.title();
  }

  /** Returns the author's name; two peers of one name differ by their fingerprint. */
  static String author(FeedPiece piece) {
    Someone author = piece.author();
    return element("bdi", author.name())
        + (author.ambiguous() ? " " + escaped(Fingerprint.of(author.publicKey()).toString()) : "");
  }

  static List<String> dateAndTags(FeedPiece piece) {
    List<String> parts = new ArrayList<>(List.of(day(piece.at())));
    if (!piece.tags().isEmpty()) {
      parts.add(element("bdi", String.join(", ", piece.tags())));
    }
    return parts;
  }

  /**
   * Returns the line below a title: author, day, tags, and what the piece answers.
   *
   * @param threadPage the path of the page of the thread; empty on that page
   */
  static List<String> by(FeedPiece piece, PieceThread thread, String threadPage) {
    List<String> parts = new ArrayList<>(List.of("by " + author(piece)));
    parts.addAll(dateAndTags(piece));
    piece.inReplyTo().ifPresent(parent -> parts.add(answered(parent, thread, threadPage)));
    return parts;
  }

  private static String answered(ContentHash parent, PieceThread thread, String threadPage) {
    return thread.posts().stream()
        .map(PieceThread.Post::piece)
        .filter(one -> one.hash().equals(parent))
        .findFirst()
        .map(
            one -> "in answer to " + link(threadPage + "#" + ThreadPage.anchor(parent), title(one)))
        .orElse("in answer to a piece that is not shown here");
  }
}
