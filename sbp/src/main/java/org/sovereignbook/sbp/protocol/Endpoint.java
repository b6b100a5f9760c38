package org.sovereignbook.sbp.protocol;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import org.sovereignbook.sbp.json.JsonText;
import org.sovereignbook.sbp.json.Shape;

/**
 * A node's base URL (PROTOCOL §7): {@code https://}, or {@code http://} for local use; host,
 * optional port, optional path prefix; no user info, query, fragment or trailing slash. Two
 * endpoints are equal when they are spelled alike.
 */
@Shape.Def(value = "url", format = "uri")
public record Endpoint(URI uri) implements JsonText {
  private static final int MAX_PORT = 65_535;

  /**
   * Reads an endpoint.
   *
   * @throws IllegalArgumentException with one sentence that says which rule it breaks
   */
  public static Endpoint parse(String text) {
    if (text.length() > Limits.MAX_ENDPOINT_CHARACTERS) {
      throw new IllegalArgumentException(
          "endpoint is longer than " + Limits.MAX_ENDPOINT_CHARACTERS + " characters");
    }
    URI uri;
    try {
      uri = new URI(text).parseServerAuthority();
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("endpoint is not a URL", e);
    }
    require(
        "https".equals(uri.getScheme()) || "http".equals(uri.getScheme()),
        "endpoint does not begin with https:// or http://");
    require(uri.getHost() != null, "endpoint has no host");
    require(uri.getRawUserInfo() == null, "endpoint contains user info");
    require(uri.getRawQuery() == null, "endpoint contains a query");
    require(uri.getRawFragment() == null, "endpoint contains a fragment");
    require(uri.getPort() != 0 && uri.getPort() <= MAX_PORT, "endpoint has an impossible port");
    require(!text.endsWith(":"), "endpoint has an empty port");
    require(text.chars().allMatch(c -> c > ' ' && c < 0x7f), "endpoint is not plain ASCII");
    requireCleanPath(uri.getRawPath());
    return new Endpoint(uri);
  }

  private static void requireCleanPath(String path) {
    require(!path.endsWith("/"), "endpoint ends with a slash");
    boolean clean =
        path.isEmpty()
            || Arrays.stream(path.substring(1).split("/", -1))
                .noneMatch(s -> s.isEmpty() || s.equals(".") || s.equals(".."));
    require(clean, "endpoint has an empty or dotted path segment");
  }

  private static void require(boolean holds, String otherwise) {
    if (!holds) {
      throw new IllegalArgumentException(otherwise);
    }
  }

  /** The URL of a protocol path such as {@code /message}. */
  public URI resolve(String protocolPath) {
    return URI.create(uri + protocolPath);
  }

  @Override
  public String toString() {
    return uri.toString();
  }
}
