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

  /** {@code GET /thread/<hash>}: a piece with its answers; no part of the protocol. */
  record ThreadOf(ContentHash hash) implements Route {}

  /** {@code GET /feed.atom}: the newest pieces; no part of the protocol. */
  record NewestPieces() implements Route {}

  record Spec() implements Route {}

  /**
   * Any path of a feature.
   *
   * @param path within the node
   */
  record OfFeature(String path) implements Route {}

  /** {@code GET /health}. */
  record HealthCheck() implements Route {}

  String CONTENT_PREFIX = "/content/";
  String THREAD_PREFIX = "/thread/";
  String FEED = "/feed.atom";

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
    boolean isOfFeature = this instanceof OfFeature;
    boolean posts = this instanceof PostMessage || isOfFeature;
    boolean gets = !(this instanceof PostMessage);
    return (posts && method.equals("POST"))
        || (isOfFeature && method.equals("DELETE"))
        || (gets && (method.equals("GET") || method.equals("HEAD")));
  }

  /** Returns the value of {@code Allow}. */
  default String methods() {
    return switch (this) {
      case PostMessage _ -> "POST";
      case OfFeature _ -> "GET, HEAD, POST, DELETE";
      default -> "GET, HEAD";
    };
  }

  private static Optional<Route> plain(String path) {
    return switch (path) {
      case "", "/" -> Optional.of(new Root());
      case "/message" -> Optional.of(new PostMessage());
      case "/identity" -> Optional.of(new Identity());
      case "/endorsements" -> Optional.of(new Endorsements());
      case "/spec" -> Optional.of(new Spec());
      case "/health" -> Optional.of(new HealthCheck());
      case FEED -> Optional.of(new NewestPieces());
      default ->
          hash(path, CONTENT_PREFIX)
              .<Route>map(ContentByHash::new)
              .or(() -> hash(path, THREAD_PREFIX).map(ThreadOf::new))
              .or(() -> isOfFeature(path) ? Optional.of(new OfFeature(path)) : Optional.empty());
    };
  }

  private static boolean isOfFeature(String path) {
    return path.startsWith(FeatureRoutes.PREFIX) || path.startsWith(FeatureRoutes.WELL_KNOWN);
  }

  private static Optional<ContentHash> hash(String path, String prefix) {
    try {
      return path.startsWith(prefix)
          ? Optional.of(ContentHash.parse(path.substring(prefix.length())))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
