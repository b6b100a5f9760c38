package org.sovereignbook.sbp.peer.server;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;

/** This node as its pages name it and link to each other. */
record Site(String name, Endpoint endpoint, Fingerprint fingerprint) {

  static Site of(IdentityDocument self) {
    return new Site(self.name(), self.endpoint(), self.fingerprint());
  }

  /** Returns the path of the endpoint, such as {@code /sbp}; often empty. */
  String prefix() {
    return Optional.ofNullable(endpoint.uri().getPath()).orElse("");
  }

  /** Returns a path of this node as a link on its own pages. */
  String path(String path) {
    return prefix() + path;
  }

  /** Returns a path of this node as a link from elsewhere. */
  String url(String path) {
    return endpoint + path;
  }

  static String content(ContentHash hash) {
    return Route.CONTENT_PREFIX + hash;
  }

  static String thread(ContentHash hash) {
    return Route.THREAD_PREFIX + hash;
  }

  /** Returns the line on top of the pages below the profile. */
  String header() {
    return "<header>%s <a href=\"%s\">Feed</a></header>\n"
        .formatted(Html.link(path("/"), name), Html.escaped(path(Route.FEED)));
  }

  /**
   * Returns the end of a page.
   *
   * @param object the path of what the page shows, as a document for programs
   */
  String footer(String object) {
    return "<footer>\n<p>Everything here is signed: <a href=\"%s\">identity</a>, <a href=\"%s\">this page"
            .formatted(Html.escaped(path("/identity")), Html.escaped(path(object)))
        + " as JSON</a>.</p>\n</footer>";
  }
}
