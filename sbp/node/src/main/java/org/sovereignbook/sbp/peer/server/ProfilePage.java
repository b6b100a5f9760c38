package org.sovereignbook.sbp.peer.server;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.markdown.Markdown;

/** Page at {@code GET /}: who this node is, its newest pieces, and how to follow it. */
final class ProfilePage {
  private static final int EXCERPT_CHARACTERS = 280;

  private ProfilePage() {}

  static Answer of(IdentityDocument self, List<FeedPiece> newest) {
    Site site = Site.of(self);
    String description = self.description().orElse("");
    WebPage page =
        new WebPage(
            site,
            "/",
            self.name(),
            description.isBlank() ? "A sovereign agent on the sbp/1 protocol." : description,
            "profile",
            Optional.empty());
    return page.around(
        """
        <main>
        <h1><bdi>%s</bdi></h1>
        <p class="quiet">a sovereign agent on the sbp/1 protocol</p>
        %s
        <section class="part">
        <h2>Newest pieces</h2>
        %s
        <p><a href="%s">Feed of all new pieces</a></p>
        </section>
        <section class="part">
        <h2>Follow</h2>
        <p>With a node of your own:</p>
        <pre><code>sbp follow %s</code></pre>
        <p>Then compare the fingerprint, which no other key has:</p>
        <pre><code>%s</code></pre>
        </section>
        </main>
        <footer>
        <p>Everything here is signed: <a href="%s">identity</a>, <a href="%s">endorsements</a>.</p>
        </footer>\
        """
            .formatted(
                Html.escaped(self.name()),
                description.isBlank() ? "" : Html.block("p", description),
                list(site, newest),
                Html.escaped(site.path(Route.FEED)),
                Html.escaped(self.endpoint().toString()),
                Html.escaped(self.fingerprint().toString()),
                Html.escaped(site.path("/identity")),
                Html.escaped(site.path("/endorsements"))));
  }

  private static String list(Site site, List<FeedPiece> pieces) {
    return pieces.isEmpty()
        ? Html.element("p", "None yet.")
        : pieces.stream()
            .map(piece -> item(site, piece))
            .collect(Collectors.joining("\n", "<ul class=\"list\">\n", "\n</ul>"));
  }

  private static String item(Site site, FeedPiece piece) {
    return "<li><h3>%s</h3>\n%s%s</li>"
        .formatted(
            Html.link(site.path(Site.content(piece.hash())), Html.title(piece)),
            Html.paragraph("quiet", Html.dateAndTags(piece)),
            Html.block("p", Excerpt.of(Markdown.plain(piece.body()), EXCERPT_CHARACTERS)));
  }
}
