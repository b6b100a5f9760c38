package org.sovereignbook.sbp.base.protocol;

import java.net.IDN;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sovereignbook.sbp.base.json.JsonText;
import org.sovereignbook.sbp.base.json.Shape;

/**
 * Base URL of a node (PROTOCOL §7): {@code https://}, or {@code http://} for local use; host,
 * optional port, optional path prefix; no user info, query, fragment or trailing slash. Two
 * endpoints are equal when they are spelled alike.
 */
@Shape.Def(value = "url", format = "uri")
public record Endpoint(URI uri) implements JsonText {
  private static final Pattern WITH_HOST = Pattern.compile("(https?://)([^/:?#@\\[]+)(.*)");
  private static final int MAX_PORT = 65_535;
  private static final int IPV4_BYTES = 4;
  private static final int IPV6_NETWORK_BYTES = 8;

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
      throw new IllegalArgumentException(
          inAscii(text)
              .map(ascii -> "endpoint is not plain ASCII; write " + ascii)
              .orElse("endpoint is not a URL"),
          e);
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
    if (uri.getRawPath().endsWith("/")) {
      throw new IllegalArgumentException(
          "endpoint ends with a slash; write " + text.replaceFirst("/+$", ""));
    }
    requireCleanPath(uri.getRawPath());
    return new Endpoint(uri);
  }

  /** Returns the same URL with its host in punycode, if only the host is not plain ASCII. */
  private static Optional<String> inAscii(String text) {
    Matcher url = WITH_HOST.matcher(text);
    if (!url.matches()) {
      return Optional.empty();
    }
    try {
      String host = IDN.toASCII(url.group(2), IDN.USE_STD3_ASCII_RULES);
      return host.equals(url.group(2))
          ? Optional.empty()
          : Optional.of(parse(url.group(1) + host + url.group(3)).toString());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static void requireCleanPath(String path) {
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

  /** Returns the URL of a protocol path such as {@code /message}. */
  public URI resolve(String protocolPath) {
    return URI.create(uri + protocolPath);
  }

  /**
   * Returns the host by which peers share a limit, whatever keys, ports and paths they name: the
   * host in small letters, the /64 of an IPv6 address. On loopback each port counts for itself,
   * because a machine is no stranger there.
   */
  public String host() {
    String host = uri.getHost().toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    boolean literal = host.startsWith("[") || Character.isDigit(host.charAt(host.length() - 1));
    if (!literal) {
      return host.equals("localhost") ? host + ":" + uri.getPort() : host;
    }
    try {
      InetAddress address = InetAddress.ofLiteral(host);
      if (address.isLoopbackAddress()) {
        return host + ":" + uri.getPort();
      }
      byte[] bytes = address.getAddress();
      return bytes.length == IPV4_BYTES
          ? address.getHostAddress()
          : HexFormat.of().formatHex(bytes, 0, IPV6_NETWORK_BYTES) + "::/64";
    } catch (IllegalArgumentException e) {
      return host;
    }
  }

  @Override
  public String toString() {
    return uri.toString();
  }
}
