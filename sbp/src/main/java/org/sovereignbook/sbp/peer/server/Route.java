package org.sovereignbook.sbp.peer.server;

import java.util.Optional;
import org.sovereignbook.sbp.base.crypto.ContentHash;

/** Route of a path (PROTOCOL §4). */
sealed interface Route {

  /** {@code GET /}: no part of the protocol; for people who look in. */
  record Root() implements Route {}

  /** {@code POST /message}. */
  record PostMessage() implements Route {}

  record Identity() implements Route {}

  record Endorsements() implements Route {}

  /** {@code GET /content/<hash>}. */
  record ContentByHash(ContentHash hash) implements Route {}

  record Spec() implements Route {}

  /** {@code GET /health}. */
  record HealthCheck() implements Route {}

  String CONTENT_PREFIX = "/content/";

  /**
   * Reads a path with or without the path prefix of the node's endpoint: a reverse proxy may or may
   * not have taken it away. Empty when there is nothing there.
   */
  static Optional<Route> of(String path, String prefix) {
    return plain(path)
        .or(
            () ->
                !prefix.isEmpty() && (path + "/").startsWith(prefix + "/")
                    ? plain(path.substring(prefix.length()))
                    : Optional.empty());
  }

  /** Returns whether this route takes the method; {@code HEAD} works wherever {@code GET} does. */
  default boolean takes(String method) {
    return this instanceof PostMessage
        ? method.equals("POST")
        : method.equals("GET") || method.equals("HEAD");
  }

  /** Returns the value of {@code Allow}. */
  default String methods() {
    return this instanceof PostMessage ? "POST" : "GET, HEAD";
  }

  private static Optional<Route> plain(String path) {
    return switch (path) {
      case "", "/" -> Optional.of(new Root());
      case "/message" -> Optional.of(new PostMessage());
      case "/identity" -> Optional.of(new Identity());
      case "/endorsements" -> Optional.of(new Endorsements());
      case "/spec" -> Optional.of(new Spec());
      case "/health" -> Optional.of(new HealthCheck());
      default -> path.startsWith(CONTENT_PREFIX) ? content(path) : Optional.empty();
    };
  }

  private static Optional<Route> content(String path) {
    try {
      return Optional.of(
          new ContentByHash(ContentHash.parse(path.substring(CONTENT_PREFIX.length()))));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
