package org.sovereignbook.sbp.httpserver;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server on loopback that answers with what it understood; a body only unless it is refused. */
final class Echo implements HttpHandler, AutoCloseable {
  static final String BLANK = "[]";
  static final int MAX_BODY_BYTES = 65_536;
  private static final int PATIENCE_MILLIS = 60_000;
  private static final Duration HOUR = Duration.ofHours(1);

  /** Nobody is cut off by time, and every address has a share. */
  static final HttpLimits LIMITS =
      new HttpLimits(
          64,
          16,
          32,
          32_768,
          1 << 22,
          HOUR,
          HOUR,
          HOUR,
          HOUR,
          address -> Optional.of(address.getHostAddress()));

  private final HttpServer server;
  private final BlockingQueue<Throwable> deaths = new LinkedBlockingQueue<>();

  /** One answer as a client hears it. */
  record Heard(int status, String head, String body) {}

  private record Reply(int status, SequencedMap<String, String> headers, byte[] body)
      implements HttpAnswer {
    static Reply of(int status, String body) {
      return new Reply(status, new LinkedHashMap<>(), body.getBytes(StandardCharsets.ISO_8859_1));
    }
  }

  private Echo(HttpServer server) {
    this.server = server;
  }

  static Echo start(HttpLimits limits) throws IOException {
    InetSocketAddress any = new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0);
    HttpServer server = HttpServer.listen(any, limits, InstantSource.system());
    Echo echo = new Echo(server);
    server.start(echo, echo.deaths::add);
    return echo;
  }

  @Override
  public HttpAnswer answer(HttpRequest request) throws IOException {
    String asked = request.method() + " " + request.path();
    if (request.path().equals("/unread")) {
      return Reply.of(200, asked);
    }
    if (request.declaredBytes().orElse(0) > MAX_BODY_BYTES) {
      return Reply.of(413, "too large");
    }
    Optional<byte[]> body =
        request.body(MAX_BODY_BYTES + 1, request.header("X-Share").orElse("everybody"));
    if (body.isEmpty()) {
      return Reply.of(503, "no room");
    }
    return body.get().length > MAX_BODY_BYTES
        ? Reply.of(413, "too large")
        : Reply.of(
            200,
            asked
                + " "
                + request.query()
                + "["
                + new String(body.get(), StandardCharsets.ISO_8859_1)
                + "]");
  }

  @Override
  public HttpAnswer refusal(HttpFault fault) {
    return Reply.of(fault.status(), fault.code() + ": " + fault.reason());
  }

  HttpServer server() {
    return server;
  }

  /** Waits for the death of the server and says what it died of. */
  Throwable death() throws InterruptedException {
    return deaths.take();
  }

  /** A connection from one of this machine's loopback addresses. */
  Socket connect(String from) throws IOException {
    Socket socket = new Socket();
    socket.bind(new InetSocketAddress(InetAddress.ofLiteral(from), 0));
    socket.connect(
        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), server.address().getPort()));
    socket.setSoTimeout(PATIENCE_MILLIS);
    return socket;
  }

  /** Says all of this, stops speaking, and hears everything. */
  List<Heard> say(String text) throws IOException {
    try (Socket socket = connect("127.0.0.1")) {
      try {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
        socket.shutdownOutput();
      } catch (SocketException e) {
        // It has its answer already.
      }
      return answers(new String(untilClosed(socket), StandardCharsets.ISO_8859_1), text);
    }
  }

  static byte[] untilClosed(Socket socket) throws IOException {
    java.io.ByteArrayOutputStream heard = new java.io.ByteArrayOutputStream();
    try {
      InputStream in = socket.getInputStream();
      for (int c = in.read(); c >= 0; c = in.read()) {
        heard.write(c);
      }
    } catch (SocketException e) {
      // A reset is a close, too.
    }
    return heard.toByteArray();
  }

  private static List<Heard> answers(String all, String said) throws IOException {
    List<Heard> heard = new ArrayList<>();
    boolean isHead = said.startsWith("HEAD");
    InputStream in = new ByteArrayInputStream(all.getBytes(StandardCharsets.ISO_8859_1));
    while (in.available() > 0) {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      int at = head.indexOf("Content-Length: ");
      int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf("\r", at)));
      byte[] body = isHead && heard.isEmpty() ? new byte[0] : in.readNBytes(length);
      int status = Integer.parseInt(head.substring(9, 12));
      if (status >= 200) {
        heard.add(
            new Heard(status, head.toString(), new String(body, StandardCharsets.ISO_8859_1)));
      }
    }
    return heard;
  }

  @Override
  public void close() {
    server.close();
  }
}
