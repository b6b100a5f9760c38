package org.sovereignbook.sbp.net.httpserver;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** A server on loopback that answers with what it understood; a body only unless it is refused. */
final class Echo implements HttpHandler, FaultHandler, AutoCloseable {
  static final String BLANK = "[]";
  static final int MAX_BODY_BYTES = 65_536;
  private static final int PATIENCE_MILLIS = 60_000;
  private static final Duration HOUR = Duration.ofHours(1);

  /** Nobody is cut off by time, and every address has a share. */
  static final HttpLimits LIMITS =
      new HttpLimits(
          new HttpLimits.Counts(64, 16, 32),
          new HttpLimits.Sizes(32_768, 1 << 22, 0),
          new HttpLimits.Times(HOUR, HOUR, HOUR, HOUR),
          address -> Optional.of(address.getHostAddress()),
          exchange -> "everybody");

  private StrictHttpServer server;
  private final BlockingQueue<Throwable> deaths = new LinkedBlockingQueue<>();

  /** One answer as a client hears it. */
  record Heard(int status, String head, String body) {}

  static Echo start(HttpLimits limits) throws IOException {
    Echo echo = new Echo();
    echo.server = new StrictHttpServer(limits, InstantSource.system(), echo, echo.deaths::add);
    echo.server.bind(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), 0), 512);
    echo.server.createContext("/", echo);
    echo.server.start();
    return echo;
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    URI uri = exchange.getRequestURI();
    String asked = exchange.getRequestMethod() + " " + uri.getPath();
    if (uri.getPath().equals("/unread")) {
      send(exchange, 200, asked);
      return;
    }
    String length = exchange.getRequestHeaders().getFirst("Content-Length");
    if (length != null && Long.parseLong(length) > MAX_BODY_BYTES) {
      send(exchange, 413, "too large");
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
    String query = Objects.requireNonNullElse(uri.getQuery(), "");
    String heard = asked + " " + query + "[" + new String(body, ISO_8859_1) + "]";
    boolean isTooLarge = body.length > MAX_BODY_BYTES;
    send(exchange, isTooLarge ? 413 : 200, isTooLarge ? "too large" : heard);
  }

  @Override
  public void refuse(HttpFault fault, HttpExchange exchange) throws IOException {
    send(exchange, fault.status(), fault.code() + ": " + fault.reason());
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(ISO_8859_1);
    boolean isHead = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, isHead ? -1 : bytes.length);
    if (!isHead) {
      exchange.getResponseBody().write(bytes);
    }
    exchange.close();
  }

  StrictHttpServer server() {
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
        new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), server.getAddress().getPort()));
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
      return answers(new String(untilClosed(socket), ISO_8859_1), text);
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
    InputStream in = new ByteArrayInputStream(all.getBytes(ISO_8859_1));
    while (in.available() > 0) {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        head.append((char) in.read());
      }
      int at = head.indexOf("Content-length: ");
      int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16, head.indexOf("\r", at)));
      byte[] body = isHead && heard.isEmpty() ? new byte[0] : in.readNBytes(length);
      int status = Integer.parseInt(head.substring(9, 12));
      if (status >= 200) {
        heard.add(new Heard(status, head.toString(), new String(body, ISO_8859_1)));
      }
    }
    return heard;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
