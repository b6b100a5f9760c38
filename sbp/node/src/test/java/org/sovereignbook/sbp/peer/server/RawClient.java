package org.sovereignbook.sbp.peer.server;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A client that says exactly what a test wants, however slowly or badly. */
final class RawClient implements AutoCloseable {
  private static final int PATIENCE_MILLIS = 60_000;

  private final Socket socket;
  private boolean wasReset;

  RawClient(Served served) throws IOException {
    this(served, "127.0.0.1");
  }

  /**
   * @param from one of loopback's addresses, each another client to the server
   */
  RawClient(Served served, String from) throws IOException {
    InetSocketAddress to = served.server().address();
    socket = new Socket(to.getAddress(), to.getPort(), InetAddress.ofLiteral(from), 0);
    socket.setSoTimeout(PATIENCE_MILLIS);
  }

  RawClient say(String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    socket.getOutputStream().flush();
    return this;
  }

  /** Everything that the server says until it closes the connection. */
  String untilClosed() throws IOException {
    StringBuilder heard = new StringBuilder();
    try {
      byte[] some = new byte[1 << 16];
      for (int count = read(some); count >= 0; count = read(some)) {
        heard.append(new String(some, 0, count, StandardCharsets.ISO_8859_1));
      }
    } catch (SocketException e) {
      wasReset = true; // That is a close, too.
    }
    return heard.toString();
  }

  /** Whether the server ended it by an error. */
  boolean wasReset() {
    return wasReset;
  }

  private int read(byte[] into) throws IOException {
    return socket.getInputStream().read(into);
  }

  /** Everything that the server says up to and with this text. */
  String untilEndOf(String text) throws IOException {
    StringBuilder heard = new StringBuilder();
    while (heard.indexOf(text) < 0) {
      int c = socket.getInputStream().read();
      if (c < 0) {
        throw new AssertionError("closed after: " + heard);
      }
      heard.append((char) c);
    }
    return heard.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
