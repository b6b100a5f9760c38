package org.sovereignbook.sbp.testkit.hostile;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Bytes that look like a request and are none, or an odd one.
 *
 * @param request one character a byte
 * @param answers the statuses that a server may answer with; 0 stands for hanging up without one
 */
public record HttpOddity(String name, String request, Set<Integer> answers) {
  private static final String HOST = "Host: 127.0.0.1\r\n";
  private static final String JSON = "Content-Type: application/json\r\n";
  private static final Set<Integer> BAD = Set.of(400);

  /**
   * Returns the oddities that every server has to answer, so that a faulty client learns about
   * them.
   */
  public static List<HttpOddity> all() {
    return List.of(
        identity("a signed length", "Content-Length: +4\r\n\r\nbody"),
        identity("a negative length", "Content-Length: -4\r\n\r\nbody"),
        identity("a length that is no number", "Content-Length: four\r\n\r\nbody"),
        identity("two lengths", "Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody"),
        identity(
            "a length and chunks",
            "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        new HttpOddity(
            "an unknown coding",
            "POST /message HTTP/1.1\r\n" + HOST + JSON + "Transfer-Encoding: gzip\r\n\r\n",
            Set.of(400, 501)),
        post(
            "a chunk whose length is none",
            "Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n"),
        get("a version to come", "GET / HTTP/9\r\n" + HOST + "\r\n"),
        get("no version", "GET /\r\n" + HOST + "\r\n"),
        identity("a NUL in a header", "X-Odd: a\0b\r\n\r\n"),
        identity("a folded header", "X-Odd: a\r\n b\r\n\r\n"),
        identity("a header without a colon", "odd\r\n\r\n"),
        identity("a space before the colon", "X-Odd : a\r\n\r\n"));
  }

  private static HttpOddity identity(String name, String rest) {
    return get(name, "GET /identity HTTP/1.1\r\n" + HOST + rest);
  }

  private static HttpOddity post(String name, String rest) {
    return get(name, "POST /message HTTP/1.1\r\n" + HOST + JSON + rest);
  }

  private static HttpOddity get(String name, String request) {
    return new HttpOddity(name, request, BAD);
  }

  /** Returns the request as it goes over the wire, a byte a character. */
  public byte[] bytes() {
    return request.getBytes(StandardCharsets.ISO_8859_1);
  }
}
