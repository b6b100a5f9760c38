package org.sovereignbook.sbp.peer.server;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.markdown.Markdown;

/** This node's newest pieces for feed readers (RFC 4287). */
final class AtomFeed {
  static final String TYPE = "application/atom+xml";

  private static final int EXCERPT_CHARACTERS = 500;

  /** Longer pieces are in the feed with their beginnings. */
  private static final int MAX_WHOLE_CHARACTERS = 16_384;

  private AtomFeed() {}

  static Answer of(IdentityDocument self, List<FeedPiece> newest) {
    Site site = Site.of(self);
    Timestamp updated = newest.stream().map(FeedPiece::at).findFirst().orElseGet(self::createdAt);
    String feed =
        """
        <?xml version="1.0" encoding="utf-8"?>
        <feed xmlns="http://www.w3.org/2005/Atom">
        <id>%s</id>
        <title>%s</title>
        <updated>%s</updated>
        <author><name>%s</name></author>
        <link rel="self" type="%s" href="%s"/>
        <link rel="alternate" type="text/html" href="%s"/>
        %s
        </feed>
        """
            .formatted(
                id(ContentHash.ofBytes(self.publicKey().bytes())),
                Html.escaped(self.name()),
                updated,
                Html.escaped(self.name()),
                TYPE,
                Html.escaped(site.url(Route.FEED)),
                Html.escaped(site.url("/")),
                newest.stream().map(piece -> entry(site, piece)).collect(Collectors.joining("\n")));
    return Answer.document(TYPE + "; charset=utf-8", feed.getBytes(StandardCharsets.UTF_8));
  }

  private static String entry(Site site, FeedPiece piece) {
    return """
    <entry>
    <id>%s</id>
    <title>%s</title>
    <published>%s</published>
    <updated>%s</updated>
    <link rel="alternate" type="text/html" href="%s"/>
    %s%s
    </entry>\
    """
        .formatted(
            id(piece.hash()),
            Html.escaped(Html.title(piece)),
            piece.at(),
            piece.at(),
            Html.escaped(site.url(Site.content(piece.hash()))),
            piece.tags().stream()
                .map(tag -> "<category term=\"%s\"/>\n".formatted(Html.escaped(tag)))
                .collect(Collectors.joining()),
            text(piece.body()));
  }

  private static String text(String body) {
    return body.length() > MAX_WHOLE_CHARACTERS
        ? Html.element("summary", Excerpt.of(Markdown.plain(body), EXCERPT_CHARACTERS))
        : "<content type=\"html\">%s</content>".formatted(escapedLines(Markdown.html(body, 1)));
  }

  private static String escapedLines(String html) {
    return html.lines().map(Html::escaped).collect(Collectors.joining("\n"));
  }

  /** Returns a hash as a name that stays when the node moves (RFC 6920). */
  private static String id(ContentHash hash) {
    return "ni:///sha-256;"
        + Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(HexFormat.of().parseHex(hash.hex()));
  }
}
