package org.sovereignbook.sbp.peer.server;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Resources;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.FeedPiece;

/**
 * This node's profile at {@code GET /}: a page for people, a document for programs. The page
 * contains no script, and its content security policy allows none, nor anything from elsewhere.
 */
record Profile(
    String name,
    Optional<String> description,
    Fingerprint fingerprint,
    PublicKey publicKey,
    Endpoint endpoint,
    List<ListedPiece> pieces) {
  static final int MAX_PIECES = 10;
  private static final int EXCERPT_CHARACTERS = 280;
  private static final String HTML = "text/html";
  private static final String JSON = "application/json";

  /**
   * Recent piece in the profile.
   *
   * @param path the path of the signed object, below the node's endpoint
   */
  record ListedPiece(
      ContentHash hash,
      String title,
      Timestamp createdAt,
      List<String> tags,
      String excerpt,
      String path) {
    static ListedPiece of(FeedPiece piece) {
      return new ListedPiece(
          piece.hash(),
          piece.title(),
          piece.at(),
          piece.tags(),
          Excerpt.of(piece.body(), EXCERPT_CHARACTERS),
          Route.CONTENT_PREFIX + piece.hash());
    }
  }

  static Profile of(IdentityDocument self, List<FeedPiece> newest) {
    return new Profile(
        self.name(),
        self.description(),
        self.fingerprint(),
        self.publicKey(),
        self.endpoint(),
        newest.stream().map(ListedPiece::of).toList());
  }

  /** Returns whether the client prefers JSON; a page is the default. */
  static boolean wantsJson(Optional<String> accept) {
    return quality(accept.orElse(""), JSON) > quality(accept.orElse(""), HTML);
  }

  /** Returns a client's preference for a type, by the header that it sent (RFC 9110 §12.5.1). */
  private static double quality(String accept, String type) {
    double found = 0;
    for (String range : accept.split(",")) {
      String[] parts = range.split(";", -1);
      if (parts[0].strip().equalsIgnoreCase(type)) {
        found = 1;
        for (int i = 1; i < parts.length; i++) {
          String parameter = parts[i].strip();
          if (parameter.matches("q=[01](\\.\\d{0,3})?")) {
            found = Double.parseDouble(parameter.substring(2));
          }
        }
      }
    }
    return found;
  }

  Answer json() {
    return Answer.document(JsonWriter.pretty(Shape.write(this)).getBytes(StandardCharsets.UTF_8))
        .with("Vary", "Accept");
  }

  /**
   * Returns the page.
   *
   * @param prefix the path of the node's endpoint
   */
  Answer html(String prefix) {
    String style = Resources.text("templates/profile.css");
    Map<String, String> values = new LinkedHashMap<>();
    values.put("name", escaped(name));
    values.put(
        "description",
        description.filter(text -> !text.isBlank()).map(text -> element("p", text)).orElse(""));
    values.put("endpoint", escaped(endpoint.toString()));
    values.put("fingerprint", escaped(fingerprint.toString()));
    values.put("prefix", escaped(prefix));
    values.put("style", style);
    values.put("pieces", list(prefix));
    byte[] page = Resources.fill("profile.html", values).getBytes(StandardCharsets.UTF_8);
    return Answer.document(HTML + "; charset=utf-8", page)
        .with("Vary", "Accept")
        .with("Referrer-Policy", "no-referrer")
        .with("Content-Security-Policy", policy(style));
  }

  private static String policy(String style) {
    String hex = ContentHash.ofBytes(style.getBytes(StandardCharsets.UTF_8)).hex();
    String hash = Base64.getEncoder().encodeToString(HexFormat.of().parseHex(hex));
    return "default-src 'none'; style-src 'sha256-"
        + hash
        + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  }

  private String list(String prefix) {
    if (pieces.isEmpty()) {
      return element("p", "None yet.");
    }
    return pieces.stream()
        .map(piece -> item(piece, prefix))
        .collect(Collectors.joining("\n", "<ul>\n", "\n</ul>"));
  }

  private static String item(ListedPiece piece, String prefix) {
    String day = piece.createdAt().toString().substring(0, "2026-03-17".length());
    String tags = piece.tags().isEmpty() ? "" : " · " + String.join(", ", piece.tags());
    return "<li><h3><a href=\"%s\"><bdi>%s</bdi></a></h3>\n<p>%s</p>\n<p class=\"quiet\">%s</p></li>"
        .formatted(
            escaped(prefix + piece.path()),
            escaped(piece.title().isBlank() ? "(no title)" : piece.title()),
            escaped(piece.excerpt()),
            escaped(day + tags));
  }

  private static String element(String name, String text) {
    return "<%s>%s</%s>".formatted(name, escaped(text), name);
  }

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
                            : Character.toString(c));
              }
            });
    return html.toString();
  }
}
