package org.sovereignbook.sbp.peer.server;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.FeedPiece;

/**
 * Page for browsers: the head with its links and descriptions, and a body made by the caller. It
 * contains no script, and its content security policy allows none, nor anything from elsewhere.
 *
 * @param path the page's path below the node's endpoint
 * @param openGraphType such as {@code article} (ogp.me)
 */
record WebPage(
    Site site,
    String path,
    String title,
    String description,
    String openGraphType,
    Optional<Timestamp> published) {
  private static final int DESCRIPTION_CHARACTERS = 200;

  /** Returns the page about a piece. */
  static WebPage of(Site site, String path, String title, FeedPiece piece) {
    return new WebPage(site, path, title, piece.body(), "article", Optional.of(piece.at()));
  }

  /** Returns the whole page around its body. */
  Answer around(String body) {
    String style = Resources.text("templates/page.css");
    String page =
        Resources.fill(
            "page.html",
            Map.of(
                "title",
                Html.escaped(title),
                "head",
                String.join("\n", head()),
                "style",
                style,
                "body",
                body));
    return Answer.document("text/html; charset=utf-8", page.getBytes(StandardCharsets.UTF_8))
        .with("Vary", "Accept")
        .with("Referrer-Policy", "no-referrer")
        .with("Content-Security-Policy", policy(style));
  }

  private List<String> head() {
    String about = Excerpt.of(description, DESCRIPTION_CHARACTERS);
    List<String> head = new ArrayList<>();
    head.add(named("description", about));
    head.add(property("og:title", title));
    head.add(property("og:type", openGraphType));
    head.add(property("og:url", site.url(path)));
    head.add(property("og:site_name", site.name()));
    head.add(property("og:description", about));
    published.ifPresent(at -> head.add(property("article:published_time", at.toString())));
    head.add("<link rel=\"canonical\" href=\"%s\"/>".formatted(Html.escaped(site.url(path))));
    head.add(alternate("application/json", site.path(path) + "?format=json", "JSON"));
    head.add(alternate(AtomFeed.TYPE, site.path(Route.FEED), "Pieces by " + site.name()));
    return head;
  }

  private static String named(String name, String content) {
    return "<meta name=\"%s\" content=\"%s\"/>".formatted(name, Html.escaped(content));
  }

  private static String property(String name, String content) {
    return "<meta property=\"%s\" content=\"%s\"/>".formatted(name, Html.escaped(content));
  }

  private static String alternate(String type, String href, String title) {
    return "<link rel=\"alternate\" type=\"%s\" href=\"%s\" title=\"%s\"/>"
        .formatted(type, Html.escaped(href), Html.escaped(title));
  }

  private static String policy(String style) {
    String hex = ContentHash.ofBytes(style.getBytes(StandardCharsets.UTF_8)).hex();
    String hash = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    return "default-src 'none'; style-src 'sha256-"
        + hash
        + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }
}
