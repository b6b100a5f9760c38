package org.sovereignbook.sbp.httpserver;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/** A request whose head is sound. For the thread that answers it. */
public final class HttpRequest {
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Connection connection;
  private final RequestHead head;
  private final RequestBody body;
  private final ByteBudget budget;
  private Optional<ByteBudget.Hold> hold = Optional.empty();

  HttpRequest(Connection connection, RequestHead head, RequestBody body, ByteBudget budget) {
    this.connection = connection;
    this.head = head;
    this.body = body;
    this.budget = budget;
  }

  public String method() {
    return head.method();
  }

  /** The path, decoded. */
  public String path() {
    return head.target().getPath();
  }

  /** The query, decoded; empty when there is none. */
  public String query() {
    return Optional.ofNullable(head.target().getQuery()).orElse("");
  }

  /** The first header of this name. */
  public Optional<String> header(String name) {
    return headers(name).stream().findFirst();
  }

  /** All headers of this name, whatever its case. */
  public List<String> headers(String name) {
    return head.values(name.toLowerCase(Locale.ROOT));
  }

  /** The other end of the connection. */
  public InetAddress remote() {
    return connection.socket().getInetAddress();
  }

  /** The length that the client declares, of a body that does not come in chunks. */
  public OptionalLong declaredBytes() {
    return head.contentLength();
  }

  /**
   * Reads the body, once.
   *
   * @param maxBytes how much of it
   * @param share on whose account it is held in memory until the answer is known
   * @return empty when there is no room for it
   * @throws IOException when the client is too slow, breaks off or sends nonsense; to be passed on
   */
  public Optional<byte[]> body(int maxBytes, String share) throws IOException {
    ByteBudget.Hold taken = budget.open(Optional.of(share), connection::cutOff);
    hold = Optional.of(taken);
    connection.enter(Connection.Phase.BODY);
    if (head.expectsContinue() && !body.hasEnded()) {
      OutputStream out = connection.socket().getOutputStream();
      out.write(CONTINUE);
    }
    Optional<byte[]> read = taken.read(body, maxBytes);
    connection.enter(Connection.Phase.WORK);
    return read;
  }

  /** The answer is known, and nobody holds the body any more. */
  void release() {
    hold.ifPresent(ByteBudget.Hold::close);
  }
}
