package org.sovereignbook.sbp.net.httpserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sovereignbook.sbp.net.httpserver.Echo.BLANK;

import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is HTTP/1.1 and what only looks like it (RFC 9112), over real sockets: whatever two parsers
 * could read in two ways is refused, so that nothing is smuggled past a proxy. Each row is what a
 * client sends before it stops sending, and the statuses that it gets.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HttpConformanceTest {
  private static final String H = "Host: bob\r\n";
  private static final String CHUNKED =
      "POST /c HTTP/1.1\r\n" + H + "Transfer-Encoding: chunked\r\n";

  private Echo echo;

  @BeforeAll
  void start() throws Exception {
    echo = Echo.start(Echo.LIMITS);
  }

  @AfterAll
  void stop() {
    echo.close();
  }

  private static Arguments row(String name, String said, Integer... statuses) {
    // Reports of tests take printable names only.
    return Arguments.of(name.replaceAll("[^ -~]", "?") + " ", said, List.of(statuses));
  }

  /** A GET whose only oddity is one more header line. */
  private static Arguments header(String line, Integer... statuses) {
    return row(line, "GET / HTTP/1.1\r\n" + H + line + "\r\n\r\n", statuses);
  }

  /** A request whose only oddity is its first line. */
  private static Arguments first(String line, Integer... statuses) {
    return row(line, line + "\r\n" + H + "\r\n", statuses);
  }

  private static Arguments chunks(String body, Integer... statuses) {
    return row("chunks " + body, CHUNKED + "\r\n" + body, statuses);
  }

  static Stream<Arguments> requestLines() {
    return Stream.of(
        first("GET / HTTP/1.1", 200),
        first("GET / HTTP/1.0", 200),
        first("FOO-bar.1 / HTTP/1.1", 200),
        first("GET http://bob/a?b HTTP/1.1", 200),
        first("GET HTTPS://bob:1/a HTTP/1.1", 200),
        first("GET http://bob HTTP/1.1", 200),
        first("GET //bob/a HTTP/1.1", 200),
        first("OPTIONS * HTTP/1.1", 200),
        first("GET * HTTP/1.1", 400),
        first("GET /%c3%a4 HTTP/1.1", 200),
        first("GET /%c0%af HTTP/1.1", 400),
        first("GET /?%ff HTTP/1.1", 400),
        first("GET /%2e%2e/%00 HTTP/1.1", 200),
        first("GET http:///a HTTP/1.1", 400),
        first("GET http://eve@bob/a HTTP/1.1", 400),
        first("GET ftp://bob/a HTTP/1.1", 400),
        first("CONNECT bob:443 HTTP/1.1", 400),
        first("GET bob HTTP/1.1", 400),
        first("GET /# HTTP/1.1", 400),
        first("GET /a b HTTP/1.1", 400),
        first("GET /ä HTTP/1.1", 400),
        first("GET /\"<>| HTTP/1.1", 400),
        first("GET /%zz HTTP/1.1", 400),
        first("GET /", 400),
        first("GET  / HTTP/1.1", 400),
        first("GET / HTTP/1.1 ", 400),
        first(" GET / HTTP/1.1", 400),
        first("GET\t/\tHTTP/1.1", 400),
        first("G(T / HTTP/1.1", 400),
        row("no request line", "\r\n" + H + "\r\n", 400),
        first("GET / http/1.1", 400),
        first("GET / HTTP/9", 400),
        first("GET / HTTP/1.", 400),
        first("GET / HTTP/11.1", 400),
        first("GET / HTTP/1.1.1", 400),
        first("GET / HTTP/+1.1", 400),
        first("GET / XTTP/1.1", 400),
        first("GET / HTTP/1.2", 505),
        first("GET / HTTP/0.9", 505),
        first("GET / HTTP/9.0", 505),
        row("the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
        row("a greeting of TLS", "\u0016\u0003\u0001\u0002\u0000\u0001", 400),
        row("a long request line", "GET /" + "a".repeat(40_000) + " HTTP/1.1\r\n" + H, 414),
        row("an empty line before", "\r\nGET / HTTP/1.1\r\n" + H + "\r\n", 200),
        row("two empty lines before", "\r\n\r\nGET / HTTP/1.1\r\n" + H + "\r\n", 400));
  }

  static Stream<Arguments> headers() {
    return Stream.of(
        header("X: a", 200),
        header("X:a", 200),
        header("X: \t a b\t ", 200),
        header("X:", 200),
        header("X: ä", 200),
        header("X : a", 400),
        header(" X: a", 400),
        header("X\t: a", 400),
        header(": a", 400),
        header("X", 400),
        header("X(Y): a", 400),
        header("Ä: a", 400),
        header("X: a\r\n b", 400),
        header("X: a\r\n\tb", 400),
        header("X: a\nY: b", 400),
        header("X: a\rY: b", 400),
        header("X: a\r\r", 400),
        header("X: a\0b", 400),
        header("X: a\u0001b", 400),
        header("X: a\u007fb", 400),
        header("X\0: a", 400),
        header("Host: bob", 400),
        header("hOST: eve", 400),
        header("Expect: 100-continue", 200),
        header("Expect: a-miracle", 417),
        header("Upgrade: websocket\r\nConnection: upgrade", 200),
        row("no Host", "GET / HTTP/1.1\r\n\r\n", 400),
        row("no Host in HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", 200),
        row("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", 400),
        row("a Host with a path", "GET / HTTP/1.1\r\nHost: bob/eve\r\n\r\n", 400),
        row("a Host with a user", "GET / HTTP/1.1\r\nHost: eve@bob\r\n\r\n", 400),
        row("two Hosts in one", "GET / HTTP/1.1\r\nHost: bob, eve\r\n\r\n", 400),
        row("LF only", "GET / HTTP/1.1\nHost: bob\n\n", 400),
        row("LF at the very end", "GET / HTTP/1.1\r\n" + H + "\n", 400),
        row("a folded first header", "GET / HTTP/1.1\r\n " + H + "\r\n", 400),
        row("100 headers", "GET / HTTP/1.1\r\n" + H + "X: a\r\n".repeat(99) + "\r\n", 200),
        row("101 headers", "GET / HTTP/1.1\r\n" + H + "X: a\r\n".repeat(100) + "\r\n", 431),
        row("10,000 headers", "GET / HTTP/1.1\r\n" + H + "X: a\r\n".repeat(10_000), 431),
        row("30 KB", "GET / HTTP/1.1\r\n" + H + "X: " + "a".repeat(30_000) + "\r\n\r\n", 200),
        row("100 KB", "GET / HTTP/1.1\r\n" + H + "X: " + "a".repeat(100_000) + "\r\n\r\n", 431));
  }

  static Stream<Arguments> lengths() {
    String post = "POST /b HTTP/1.1\r\n" + H;
    return Stream.of(
        row("CL 3", post + "Content-Length: 3\r\n\r\nabc", 200),
        row("CL 0", post + "Content-Length: 0\r\n\r\n", 200),
        row("CL 003", post + "Content-Length: 003\r\n\r\nabc", 200),
        row("no length", post + "\r\n", 200),
        row("CL +3", post + "Content-Length: +3\r\n\r\nabc", 400),
        row("CL +400", post + "Content-Length: +400\r\n\r\n", 400),
        row("CL -1", post + "Content-Length: -1\r\n\r\n", 400),
        row("CL 3.0", post + "Content-Length: 3.0\r\n\r\nabc", 400),
        row("CL 0x3", post + "Content-Length: 0x3\r\n\r\nabc", 400),
        row("CL of Arabic digits", post + "Content-Length: ٣\r\n\r\nabc", 400),
        row("CL empty", post + "Content-Length:\r\n\r\n", 400),
        row("CL 3, 3", post + "Content-Length: 3, 3\r\n\r\nabc", 400),
        row("CL 3 3", post + "Content-Length: 3 3\r\n\r\nabc", 400),
        row("CL.CL same", post + "Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400),
        row("CL.CL other", post + "Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", 400),
        row("CL 2^63", post + "Content-Length: 9223372036854775808\r\n\r\nabc", 413),
        row("CL of 40 digits", post + "Content-Length: " + "9".repeat(40) + "\r\n\r\nabc", 413),
        row("a body too short", post + "Content-Length: 3\r\n\r\nab", 400),
        row("a GET with a body", "GET /b HTTP/1.1\r\n" + H + "Content-Length: 1\r\n\r\na", 200));
  }

  static Stream<Arguments> smuggling() {
    String post = "POST /b HTTP/1.1\r\n" + H;
    String length = "Content-Length: 4\r\n";
    String rest = "\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\n" + H + "\r\n";
    String te = "Transfer-Encoding: ";
    return Stream.of(
        row("CL.TE", post + length + te + "chunked\r\n" + rest, 400),
        row("TE.CL", post + te + "chunked\r\n" + length + rest, 400),
        row("TE.TE", post + te + "chunked\r\n" + te + "chunked\r\n" + rest, 400),
        row("TE.TE obfuscated", post + te + "chunked\r\n" + te + "x\r\n" + rest, 400),
        row("TE xchunked", post + te + "xchunked\r\n" + rest, 501),
        row("TE gzip, chunked", post + te + "gzip, chunked\r\n" + rest, 501),
        row("TE chunked, identity", post + te + "chunked, identity\r\n" + rest, 400),
        row("TE \"chunked\"", post + te + "\"chunked\"\r\n" + rest, 400),
        row("TE empty", post + te + "\r\n" + rest, 400),
        row("TE with VT", post + te + "\u000bchunked\r\n" + rest, 400),
        row("TE in upper case", post + te + "CHUNKED\r\n\r\n0\r\n\r\n", 200),
        row("TE space colon", post + "Transfer-Encoding : chunked\r\n" + rest, 400),
        row("TE folded", post + "Transfer-Encoding:\r\n chunked\r\n" + rest, 400),
        row("TE after NUL", post + "X: a\0\r\n" + te + "chunked\r\n" + rest, 400),
        row("TE in HTTP/1.0", "POST /b HTTP/1.0\r\n" + te + "chunked\r\n" + rest, 400),
        row("TE by LF", post + "X: a\n" + te + "chunked\r\n" + rest, 400),
        row("CL after LF", post + "X: a\nContent-Length: 5\r\n" + rest, 400));
  }

  static Stream<Arguments> chunkedBodies() {
    return Stream.of(
        chunks("3\r\nabc\r\n0\r\n\r\n", 200),
        chunks("0\r\n\r\n", 200),
        chunks("0000003\r\nabc\r\n000\r\n\r\n", 200),
        chunks("A\r\n0123456789\r\na\r\n0123456789\r\n0\r\n\r\n", 200),
        chunks("3;a=b;c=\"d\"\r\nabc\r\n0;x\r\n\r\n", 200),
        chunks("3; a = \"b;\\\"c\" ;d\r\nabc\r\n0\r\n\r\n", 200),
        chunks("3;\r\nabc\r\n0\r\n\r\n", 400),
        chunks("3;a;\r\nabc\r\n0\r\n\r\n", 400),
        chunks("3;a=\r\nabc\r\n0\r\n\r\n", 400),
        chunks("3\r\nabc\r\n0;\r\n\r\n", 400),
        chunks("0\r\nX-Trailer: a\r\nContent-Length: 9\r\n\r\n", 200),
        chunks("0\r\nnonsense\r\n\r\n", 400),
        chunks("0\r\n folded\r\n\r\n", 400),
        chunks("", 400),
        chunks("\r\n", 400),
        chunks("3\r\nab", 400),
        chunks("3\r\nabc\r\n", 400),
        chunks("3\r\nabcd\r\n0\r\n\r\n", 400),
        chunks("3\nabc\n0\n\n", 400),
        chunks("3\r\nabc\n0\r\n\r\n", 400),
        chunks("3\rabc\r\n0\r\n\r\n", 400),
        chunks("-3\r\nabc\r\n0\r\n\r\n", 400),
        chunks("+3\r\nabc\r\n0\r\n\r\n", 400),
        chunks("0x3\r\nabc\r\n0\r\n\r\n", 400),
        chunks(" 3\r\nabc\r\n0\r\n\r\n", 400),
        chunks("3 \r\nabc\r\n0\r\n\r\n", 400),
        chunks("g\r\nabc\r\n0\r\n\r\n", 400),
        chunks(";\r\nabc\r\n0\r\n\r\n", 400),
        chunks("3;a\nb\r\nabc\r\n0\r\n\r\n", 400),
        chunks("3;a\0b\r\nabc\r\n0\r\n\r\n", 400),
        chunks("8000000000000000\r\nabc\r\n0\r\n\r\n", 400),
        chunks("FFFFFFFFFFFFFFFF\r\nabc\r\n0\r\n\r\n", 400),
        chunks("10000000000000003\r\nabc\r\n0\r\n\r\n", 400),
        row("a chunk beyond the limit", CHUNKED + "\r\n7fffffff\r\n" + "a".repeat(70_000), 413),
        row("a line without end", CHUNKED + "\r\n" + "0".repeat(300), 400),
        row("an extension without end", CHUNKED + "\r\n3;" + "a".repeat(300), 400),
        row(
            "extensions instead of a body",
            CHUNKED + "\r\n" + ("1;" + "x".repeat(200) + "\r\na\r\n").repeat(100),
            400),
        row("trailers without end", CHUNKED + "\r\n0\r\n" + "X: a\r\n".repeat(3_000), 400));
  }

  static Stream<Arguments> severalRequests() {
    String get = "GET /a HTTP/1.1\r\n" + H + "\r\n";
    String post = "POST /b HTTP/1.1\r\n" + H + "Content-Length: 3\r\n\r\nabc";
    String close = "GET /a HTTP/1.1\r\n" + H + "Connection: x, Close\r\n\r\n";
    return Stream.of(
        row("three in one piece", get + post + get, 200, 200, 200),
        row("chunks, then another", CHUNKED + "\r\n1\r\na\r\n0\r\n\r\n" + get, 200, 200),
        row("an empty line between", post + "\r\n" + get, 200, 200),
        row("close ends it", close + get, 200),
        row("HTTP/1.0 ends it", "GET / HTTP/1.0\r\n\r\n" + get, 200),
        row(
            "HTTP/1.0 may keep it",
            "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n" + get,
            200,
            200),
        row("a fault ends it", get + "GET  /\r\n\r\n" + get, 200, 400),
        row("a malformed chunk ends it", CHUNKED + "\r\nx\r\n" + get, 400),
        row(
            "a body that nobody reads ends it",
            "POST /unread HTTP/1.1\r\n" + H + "Content-Length: 3\r\n\r\nabc" + get,
            200),
        row("more after a body", post + "x " + get, 200, 400),
        row("HEAD", "HEAD /a HTTP/1.1\r\n" + H + "\r\n" + get, 200, 200),
        row("HEAD of HTTP/1.0", "HEAD /a HTTP/1.0\r\n\r\n", 200),
        row("nothing at all", ""),
        row("half a head", "GET / HT", 400));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({
    "requestLines",
    "headers",
    "lengths",
    "smuggling",
    "chunkedBodies",
    "severalRequests"
  })
  void eachGetsWhatItDeserves(String name, String said, List<Integer> statuses) throws Exception {
    List<Echo.Heard> heard = echo.say(said);

    assertThat(heard).as(name).extracting(Echo.Heard::status).isEqualTo(statuses);
    assertThat(heard).noneMatch(answer -> answer.body().contains("smuggled"));
    for (Echo.Heard answer : heard) {
      if (answer.status() != 200) {
        assertThat(answer.head()).contains("Connection: close");
        assertThat(answer.body()).isNotEmpty();
      }
    }
    assertThat(echo.say("GET /still HTTP/1.1\r\nHost: bob\r\n\r\n").getFirst().body())
        .isEqualTo("GET /still " + BLANK);
  }

  @Test
  void publishedRawRequestsGetTheirPublishedAnswers() throws Exception {
    HttpCases.judge(
        URI.create("http://127.0.0.1:" + echo.server().getAddress().getPort()),
        HttpCases.Success.ECHOED);
  }
}
