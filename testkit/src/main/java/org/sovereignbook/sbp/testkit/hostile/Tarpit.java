package org.sovereignbook.sbp.testkit.hostile;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/**
 * An endpoint of this machine that costs its callers time or memory. It listens on a free port of
 * loopback until it is closed. Thread-safe.
 */
public final class Tarpit implements AutoCloseable {
  /** Endpoint without a listener: the discard port of loopback. */
  public static final Endpoint NOBODY = Endpoint.parse("http://127.0.0.1:9");

  private static final int BACKLOG = 1_024;
  private static final int BLOCK_BYTES = 65_536;
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";

  /** Way of failing to answer. */
  public enum Kind {
    /** Takes the connection and says nothing. */
    SILENT,
    /** Answers one byte a pause, for ever. */
    DRIP,
    /** Answers 200 with a body that never ends. */
    ENDLESS_BODY,
    /** Answers 200 with headers that never end. */
    ENDLESS_HEADERS,
    /** Answers 202, one pause late. */
    SLOW,
    /** Ends each connection by a reset. */
    RESET,
    /** Redirects each request to itself. */
    REDIRECT_LOOP
  }

  private final ServerSocket listening;
  private final Kind kind;
  private final Duration pause;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private final AtomicInteger calls = new AtomicInteger();
  private final CountDownLatch closed = new CountDownLatch(1);

  private Tarpit(ServerSocket listening, Kind kind, Duration pause) {
    this.listening = listening;
    this.kind = kind;
    this.pause = pause;
  }

  /**
   * Begins to listen.
   *
   * @param pause of {@link Kind#DRIP} and {@link Kind#SLOW}; the others need none
   */
  public static Tarpit open(Kind kind, Duration pause) {
    try {
      Tarpit opened =
          new Tarpit(new ServerSocket(0, BACKLOG, InetAddress.ofLiteral("127.0.0.1")), kind, pause);
      Thread.ofVirtual().name("tarpit").start(opened::accept);
      return opened;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public Endpoint endpoint() {
    return Endpoint.parse("http://127.0.0.1:" + listening.getLocalPort());
  }

  /** Counts the connections so far. */
  public int calls() {
    return calls.get();
  }

  /** Counts the connections that are open now. */
  public int held() {
    return sockets.size();
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket socket = listening.accept();
        sockets.add(socket);
        calls.incrementAndGet();
        Thread.ofVirtual().name("tarpit " + kind).start(() -> hold(socket));
      } catch (IOException e) {
        // Closed, or out of descriptors: either way no caller is left to notify.
      }
    }
  }

  private void hold(Socket socket) {
    try (socket) {
      answer(socket);
    } catch (IOException e) {
      // The caller went away, as it should.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      sockets.remove(socket);
    }
  }

  private void answer(Socket socket) throws IOException, InterruptedException {
    OutputStream out = socket.getOutputStream();
    if (kind == Kind.RESET) {
      reset(socket);
      return;
    }
    if (kind == Kind.SILENT) {
      closed.await();
      return;
    }
    readHead(socket.getInputStream());
    switch (kind) {
      case DRIP -> drip(out);
      case ENDLESS_BODY -> {
        write(out, OK + "\r\n");
        pour(out, " ".repeat(BLOCK_BYTES));
      }
      case ENDLESS_HEADERS -> {
        write(out, OK);
        pour(out, "X-More: and more of it\r\n");
      }
      case SLOW -> {
        pause();
        last(socket, "HTTP/1.1 202 Accepted\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}");
      }
      case REDIRECT_LOOP ->
          last(
              socket,
              "HTTP/1.1 302 Found\r\nConnection: close\r\nContent-Length: 0\r\nLocation: "
                  + endpoint()
                  + "/\r\n\r\n");
      case SILENT, RESET -> throw new IllegalStateException("did not read");
    }
  }

  private void drip(OutputStream out) throws IOException, InterruptedException {
    write(out, OK + "Content-Length: 1000000\r\n\r\n");
    while (!pause()) {
      write(out, " ");
    }
  }

  private void pour(OutputStream out, String text) throws IOException {
    while (!listening.isClosed()) {
      write(out, text);
    }
  }

  /** Waits. Returns whether it was closed meanwhile. */
  private boolean pause() throws InterruptedException {
    return closed.await(pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static void write(OutputStream out, String text) throws IOException {
    out.write(text.getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  private static void reset(Socket socket) throws SocketException {
    socket.setSoLinger(true, 0);
  }

  /** Reads up to the empty line; the body stays unread. */
  private static void readHead(InputStream in) throws IOException {
    int newlines = 0;
    while (newlines < 2) {
      int c = in.read();
      if (c < 0) {
        return;
      }
      if (c != '\r') {
        newlines = c == '\n' ? newlines + 1 : 0;
      }
    }
  }

  /**
   * Sends the whole answer, and reads the caller's remaining bytes, because its system would drop
   * the answer otherwise.
   */
  private static void last(Socket socket, String answer) throws IOException {
    write(socket.getOutputStream(), answer);
    socket.shutdownOutput();
    socket.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  @Override
  public void close() {
    closed.countDown();
    try {
      listening.close();
      for (Socket socket : sockets) {
        socket.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
