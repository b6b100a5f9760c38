package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.Headers;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.regex.Pattern;

/**
 * Head of a request, parsed as strictly as RFC 9112 allows: text that two parsers could read in two
 * ways is refused.
 *
 * @param target the requested path and query, also of an absolute target
 * @param isCurrent whether it is HTTP/1.1, not 1.0
 * @param contentLength the length of the body, if it is given
 * @param isChunked whether the body comes in chunks
 */
record RequestHead(
    String method,
    URI target,
    boolean isCurrent,
    Headers headers,
    OptionalLong contentLength,
    boolean isChunked) {
  private static final String LINE_END = "\r\n";
  private static final Pattern LINE_ENDS = Pattern.compile(LINE_END);
  private static final Pattern VERSION = Pattern.compile("HTTP/[0-9]\\.[0-9]");
  private static final int MAX_LENGTH_DIGITS = 18;
  private static final String WHOLE_SERVER = "*";

  /** Codings without parameters; only the last may be {@code chunked}. */
  private static final String CODINGS =
      "(?i)(?:(?!chunked\\b)[!#$%&'*+.^_`|~0-9a-z-]+[ \\t]*,[ \\t]*)*[!#$%&'*+.^_`|~0-9a-z-]+";

  private static final String TOKEN_SIGNS = "!#$%&'*+-.^_`|~";

  /** Returns a placeholder for a head that could not be parsed. */
  static RequestHead unread() {
    return new RequestHead(
        "GET", URI.create("/"), true, new Headers(), OptionalLong.empty(), false);
  }

  /**
   * Parses a head.
   *
   * @param text the head with all its line ends, which are CR LF, and no other control character
   *     but tabs; an empty line may precede it
   */
  static RequestHead parse(String text) throws HttpFault {
    int begin = text.startsWith(LINE_END) ? LINE_END.length() : 0;
    List<String> lines = Arrays.asList(LINE_ENDS.split(text.substring(begin)));
    String[] parts = lines.getFirst().split(" ", -1);
    if (parts.length != 3 || !isToken(parts[0])) {
      throw HttpFault.malformed("the request line is not: METHOD TARGET HTTP/1.1");
    }
    boolean isCurrent = isCurrent(parts[2]);
    URI target = target(parts[1]);
    if (parts[1].equals(WHOLE_SERVER) && !parts[0].equals("OPTIONS")) {
      throw HttpFault.malformed("only OPTIONS has the target *");
    }
    Headers headers = new Headers();
    for (String line : lines.subList(1, lines.size())) {
      int colon = colon(line);
      headers.add(line.substring(0, colon), line.substring(colon + 1).strip());
    }
    requireHost(values(headers, "Host"), isCurrent);
    boolean isChunked = isChunked(values(headers, "Transfer-Encoding"), isCurrent);
    OptionalLong length = length(values(headers, "Content-Length"));
    if (isChunked && length.isPresent()) {
      throw HttpFault.malformed("both Transfer-Encoding and Content-Length");
    }
    requireExpectation(values(headers, "Expect"));
    return new RequestHead(parts[0], target, isCurrent, headers, length, isChunked);
  }

  /**
   * Returns whether the client waits for {@code 100 Continue} before it sends the body (RFC 9110
   * §10.1.1).
   */
  boolean expectsContinue() {
    return isCurrent && !values(headers, "Expect").isEmpty();
  }

  /** Returns whether the client wants to keep the connection. */
  boolean keepsAlive() {
    String wanted = String.join(",", values(headers, "Connection")).toLowerCase(Locale.ROOT);
    List<String> tokens = Arrays.stream(wanted.split(",")).map(String::strip).toList();
    return isCurrent ? !tokens.contains("close") : tokens.contains("keep-alive");
  }

  private static List<String> values(Headers headers, String name) {
    return headers.getOrDefault(name, List.of());
  }

  private static boolean isCurrent(String version) throws HttpFault {
    if (!VERSION.matcher(version).matches()) {
      throw HttpFault.malformed("the version is not HTTP/1.1");
    }
    if (!version.startsWith("1.", 5) || version.charAt(7) > '1') {
      throw new HttpFault(505, "unsupported-http-version", "this node speaks HTTP/1.1");
    }
    return version.endsWith("1.1");
  }

  private static URI target(String text) throws HttpFault {
    String path = text;
    if (text.regionMatches(true, 0, "http://", 0, 7)
        || text.regionMatches(true, 0, "https://", 0, 8)) {
      int authority = text.indexOf("//") + 2;
      int slash = text.indexOf('/', authority);
      String host = slash < 0 ? text.substring(authority) : text.substring(authority, slash);
      if (!isHost(host)) {
        throw HttpFault.malformed("the target names no host");
      }
      path = slash < 0 ? "/" : text.substring(slash);
    }
    // A target that begins with two slashes would be parsed as a host.
    String whole = path.equals(text) && !path.startsWith("//") ? path : "http://host" + path;
    try {
      if (!path.startsWith("/") && !path.equals(WHOLE_SERVER)) {
        throw HttpFault.malformed("the target is no path");
      }
      if (path.indexOf('#') >= 0 || !path.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw HttpFault.malformed("a character in the target that must be encoded");
      }
      requireText(path);
      return new URI(whole);
    } catch (URISyntaxException e) {
      throw HttpFault.malformed("a character in the target that must be encoded");
    }
  }

  /**
   * Refuses encoded bytes that are no UTF-8, such as {@code %c0%af}, an overlong slash: two readers
   * could see two different paths.
   */
  private static void requireText(String path) throws HttpFault {
    try {
      byte[] bytes = new byte[path.length()];
      int count = 0;
      for (int i = 0; i < path.length(); i++) {
        boolean isEncoded = path.charAt(i) == '%' && i + 2 < path.length();
        bytes[count++] =
            isEncoded ? (byte) HexFormat.fromHexDigits(path, i + 1, i + 3) : (byte) path.charAt(i);
        i += isEncoded ? 2 : 0;
      }
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, 0, count));
    } catch (IllegalArgumentException | CharacterCodingException e) {
      throw HttpFault.malformed("an encoded character in the target that is no UTF-8");
    }
  }

  /** Returns whether this asks about the server itself, not about a path: {@code OPTIONS *}. */
  boolean isAboutServer() {
    return target.getPath().equals(WHOLE_SERVER);
  }

  /** Returns the end of a header's name. */
  static int colon(String line) throws HttpFault {
    int colon = line.indexOf(':');
    if (colon < 0 || !isToken(line.substring(0, colon))) {
      throw HttpFault.malformed("a header is not: Name: value");
    }
    return colon;
  }

  private static void requireHost(List<String> hosts, boolean isCurrent) throws HttpFault {
    if (hosts.size() > 1 || (isCurrent && hosts.isEmpty())) {
      throw HttpFault.malformed("there must be one Host");
    }
    if (!hosts.isEmpty() && !isHost(hosts.getFirst())) {
      throw HttpFault.malformed("Host is no host");
    }
  }

  private static boolean isChunked(List<String> codings, boolean isCurrent) throws HttpFault {
    if (codings.isEmpty()) {
      return false;
    }
    if (!isCurrent || codings.size() > 1) {
      throw HttpFault.malformed("unreliable Transfer-Encoding");
    }
    String coding = codings.getFirst();
    if (!coding.matches(CODINGS)) {
      throw HttpFault.malformed("unreliable Transfer-Encoding");
    }
    if (!coding.equalsIgnoreCase("chunked")) {
      throw new HttpFault(501, "unsupported-transfer-encoding", "this node takes chunked only");
    }
    return true;
  }

  private static OptionalLong length(List<String> lengths) throws HttpFault {
    if (lengths.isEmpty()) {
      return OptionalLong.empty();
    }
    String length = lengths.getFirst();
    if (lengths.size() > 1 || length.isEmpty() || !length.chars().allMatch(RequestHead::isDigit)) {
      throw HttpFault.malformed("Content-Length is not one number");
    }
    if (length.length() > MAX_LENGTH_DIGITS) {
      throw new HttpFault(413, "too-large", "Content-Length is too large");
    }
    return OptionalLong.of(Long.parseLong(length));
  }

  private static void requireExpectation(List<String> expectations) throws HttpFault {
    if (!expectations.stream().allMatch("100-continue"::equalsIgnoreCase)) {
      throw new HttpFault(417, "expectation-failed", "this node knows 100-continue only");
    }
  }

  private static boolean isToken(String text) {
    IntPredicate allowed = c -> isLetterOrDigit(c) || TOKEN_SIGNS.indexOf(c) >= 0;
    return !text.isEmpty() && text.chars().allMatch(allowed);
  }

  private static boolean isHost(String text) {
    return !text.isEmpty()
        && text.chars().allMatch(c -> isLetterOrDigit(c) || "-._~%[]:".indexOf(c) >= 0);
  }

  private static boolean isLetterOrDigit(int c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }
}
