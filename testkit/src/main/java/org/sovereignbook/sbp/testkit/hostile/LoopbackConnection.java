package org.sovereignbook.sbp.testkit.hostile;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Connection to a node of this machine, on which any bytes can be sent, well-formed or not. For one
 * thread.
 */
public final class LoopbackConnection implements AutoCloseable {
  private static final int MAX_LINE_BYTES = 65_536;

  private final Socket socket;

  /** Path of the target's endpoint; often empty. */
  private final String prefix;

  private final InputStream in;

  /** An answer: its status and body. */
  public record HttpAnswer(int status, String body) {}

  private LoopbackConnection(Socket socket, String prefix) throws IOException {
    this.socket = socket;
    this.prefix = prefix;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  /**
   * Connects.
   *
   * @param from the own address, such as 127.0.0.7 where the system has all of 127.0.0.0/8
   * @param patience how long an answer is waited for
   */
  public static LoopbackConnection open(
      LoopbackTarget target, Optional<InetAddress> from, Duration patience) throws IOException {
    Socket socket = new Socket();
    try {
      if (from.isPresent()) {
        socket.bind(new InetSocketAddress(from.get(), 0));
      }
      int millis = (int) patience.toMillis();
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(millis);
      socket.connect(target.address(), millis);
      return new LoopbackConnection(socket, target.endpoint().uri().getPath());
    } catch (IOException e) {
      socket.close();
      throw e;
    }
  }

  /** Posts an envelope and waits for the answer. */
  public HttpAnswer post(byte[] envelope) throws IOException {
    String head =
        "POST "
            + prefix
            + "/message HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            + "Content-Length: "
            + envelope.length
            + "\r\n\r\n";
    byte[] request = new byte[head.length() + envelope.length];
    System.arraycopy(head.getBytes(StandardCharsets.US_ASCII), 0, request, 0, head.length());
    System.arraycopy(envelope, 0, request, head.length(), envelope.length);
    send(request);
    return answer();
  }

  /** Fetches a document. */
  public HttpAnswer get(String path) throws IOException {
    send(
        ("GET " + prefix + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            .getBytes(StandardCharsets.UTF_8));
    return answer();
  }

  /** Sends these bytes and nothing else. */
  public void send(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /**
   * Waits for one answer.
   *
   * @throws EOFException when the node hung up instead
   */
  public HttpAnswer answer() throws IOException {
    String first = line();
    if (!first.matches("HTTP/1\\.[01] [0-9]{3}.*")) {
      throw new IOException("no answer of HTTP: " + first);
    }
    int length = 0;
    for (String line = line(); !line.isEmpty(); line = line()) {
      String header = line.toLowerCase(Locale.ROOT);
      if (header.startsWith("content-length:")) {
        length = Integer.parseInt(header.substring("content-length:".length()).strip());
      }
    }
    int status = Integer.parseInt(first.substring(9, 12));
    return new HttpAnswer(status, new String(in.readNBytes(length), StandardCharsets.UTF_8));
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0 || line.length() > MAX_LINE_BYTES) {
        throw new EOFException("the node hung up");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
