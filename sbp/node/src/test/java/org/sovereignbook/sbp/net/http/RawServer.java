package org.sovereignbook.sbp.net.http;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.sovereignbook.sbp.base.protocol.Endpoint;

/** A server on a free loopback port that does to each connection exactly what a test says. */
final class RawServer implements AutoCloseable {
  private final ServerSocket listener;
  private final Behaviour behaviour;
  private final List<Socket> connections = new CopyOnWriteArrayList<>();

  /** Never opens: what waits for it waits until the server is closed. */
  private final CountDownLatch closed = new CountDownLatch(1);

  /** What happens to one connection, which is closed afterwards. */
  interface Behaviour {
    void serve(Socket connection, RawServer server) throws IOException, InterruptedException;
  }

  private RawServer(ServerSocket listener, Behaviour behaviour) {
    this.listener = listener;
    this.behaviour = behaviour;
  }

  static RawServer start(Behaviour behaviour) throws IOException {
    RawServer server =
        new RawServer(new ServerSocket(0, 50, InetAddress.ofLiteral("127.0.0.1")), behaviour);
    Thread.ofVirtual().start(server::acceptAll);
    return server;
  }

  Endpoint endpoint() {
    return Endpoint.parse("http://127.0.0.1:" + listener.getLocalPort());
  }

  int port() {
    return listener.getLocalPort();
  }

  int connections() {
    return connections.size();
  }

  /** Holds the connection open until the end of the test. */
  void hang() throws InterruptedException {
    closed.await();
  }

  /** Reads the head of a request and, of its body, what has come with it. */
  static String readRequest(Socket connection) throws IOException {
    InputStream in = connection.getInputStream();
    StringBuilder request = new StringBuilder();
    while (request.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        return request.toString();
      }
      request.append((char) next);
    }
    return request.append(readBody(in, request.toString())).toString();
  }

  static void write(Socket connection, String text) throws IOException {
    connection.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    connection.getOutputStream().flush();
  }

  /** Ends a connection so that the other side sees a reset. */
  static void reset(Socket connection) throws IOException {
    connection.setSoLinger(true, 0);
    connection.close();
  }

  @Override
  public void close() throws IOException {
    closed.countDown();
    listener.close();
    for (Socket connection : connections) {
      connection.close();
    }
  }

  private static String readBody(InputStream in, String head) throws IOException {
    int length =
        head.lines()
            .filter(line -> line.toLowerCase(java.util.Locale.ROOT).startsWith("content-length:"))
            .mapToInt(line -> Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
            .findFirst()
            .orElse(0);
    return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
  }

  private void acceptAll() {
    while (!listener.isClosed()) {
      try {
        Socket connection = listener.accept();
        connections.add(connection);
        Thread.ofVirtual().start(() -> serve(connection));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket connection) {
    try (connection) {
      behaviour.serve(connection, this);
    } catch (IOException | InterruptedException e) {
      // The client went away, which is what some tests want.
    }
  }
}
