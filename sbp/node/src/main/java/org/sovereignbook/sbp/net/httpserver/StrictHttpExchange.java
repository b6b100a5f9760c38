package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request and its answer. Reading the body waits for the client, under the deadline of the request
 * and on the account that {@link HttpLimits#payer} names; everything else counts as work, during
 * which the request is never cut off. For one thread.
 */
final class StrictHttpExchange extends HttpExchange {
  private static final int NO_CONTENT = 204;
  private static final int NOT_MODIFIED = 304;
  private static final int NO_BODY = -1;
  private static final String LENGTH = "Content-Length";

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
          .withZone(ZoneOffset.UTC);

  private final Connection connection;
  private final RequestHead head;
  private final RequestBody body;
  private final InstantSource clock;
  private final ReceivedBody received;
  private final AnswerStream answer;
  private final Headers answerHeaders = new Headers();
  private final Map<String, Object> attributes = new HashMap<>();
  private InputStream in;
  private OutputStream out;
  private @Nullable HttpContext context;
  private int status = NO_BODY;
  private boolean isLast;

  StrictHttpExchange(
      Connection connection,
      RequestHead head,
      RequestBody body,
      HttpLimits limits,
      ByteBudget budget,
      InstantSource clock)
      throws IOException {
    this.connection = connection;
    this.head = head;
    this.body = body;
    this.clock = clock;
    this.isLast = !head.keepsAlive();
    OutputStream raw = connection.socket().getOutputStream();
    this.received =
        new ReceivedBody(
            connection,
            body,
            head.expectsContinue(),
            raw,
            () -> limits.payer().apply(this),
            budget);
    this.answer = new AnswerStream(raw, connection);
    this.in = received;
    this.out = answer;
  }

  /** Sets the context that answers it. */
  void enter(HttpContext found) {
    context = found;
  }

  /** Marks it as the last request of this connection. */
  void makeLast() {
    isLast = true;
  }

  /** Releases the memory of the body after the handler is done. */
  void release() {
    received.release();
  }

  /** Returns whether the request is {@code OPTIONS *}, which is the server's to answer. */
  boolean isAboutServer() {
    return head.isAboutServer();
  }

  /** Returns whether the client may still be sending a body that nobody reads. */
  boolean isUnread() {
    return !body.hasEnded();
  }

  /** Ends the connection in a way that does not make an answer that has begun look whole. */
  void abort() {
    if (answer.endsByClosing()) {
      connection.reset();
    } else {
      connection.close();
    }
  }

  /** Returns whether the head of its answer has been sent, or is about to be. */
  boolean hasBegun() {
    return answer.hasBegun();
  }

  /** Returns whether the client has received its whole answer and may send another request. */
  boolean keepsAlive() {
    return answer.isWhole() && !isLast;
  }

  @Override
  public void sendResponseHeaders(int code, long length) throws IOException {
    if (answer.hasBegun()) {
      throw new IOException("headers already sent");
    }
    connection.enter(Connection.Phase.ANSWER);
    status = code;
    // A client that has not sent all of a body may never do so, and the next bytes could be the
    // body or a request.
    isLast |= isUnread() || "close".equalsIgnoreCase(answerHeaders.getFirst("Connection"));
    boolean isWithout = head.method().equals("HEAD") || code == NO_CONTENT || code == NOT_MODIFIED;
    AnswerStream.End end = AnswerStream.End.LENGTH;
    if (isWithout) {
      if (length > 0) {
        answerHeaders.set(LENGTH, Long.toString(length));
      }
    } else if (length != 0) {
      answerHeaders.set(LENGTH, Long.toString(Math.max(0, length)));
    } else if (head.isCurrent()) {
      end = AnswerStream.End.CHUNKS;
      answerHeaders.set("Transfer-Encoding", "chunked");
    } else {
      end = AnswerStream.End.CLOSE;
      isLast = true;
    }
    answer.begin(headText(), end, isWithout ? 0 : Math.max(0, length));
  }

  private String headText() {
    answerHeaders.set("Date", DATE.format(clock.instant()));
    if (isLast) {
      answerHeaders.set("Connection", "close");
    } else if (!head.isCurrent()) {
      answerHeaders.set("Connection", "keep-alive");
    }
    StringBuilder text = new StringBuilder("HTTP/1.1 ").append(status);
    text.append(' ').append(reason(status)).append("\r\n");
    answerHeaders.forEach(
        (name, values) ->
            values.forEach(value -> text.append(name).append(": ").append(value).append("\r\n")));
    return text.append("\r\n").toString();
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      connection.close();
    }
  }

  @Override
  public Headers getRequestHeaders() {
    return head.headers();
  }

  @Override
  public Headers getResponseHeaders() {
    return answerHeaders;
  }

  @Override
  public URI getRequestURI() {
    return head.target();
  }

  @Override
  public String getRequestMethod() {
    return head.method();
  }

  @Override
  public @Nullable HttpContext getHttpContext() {
    return context;
  }

  @Override
  public InputStream getRequestBody() {
    return in;
  }

  @Override
  public OutputStream getResponseBody() {
    return out;
  }

  @Override
  public InetSocketAddress getRemoteAddress() {
    return (InetSocketAddress) connection.socket().getRemoteSocketAddress();
  }

  @Override
  public InetSocketAddress getLocalAddress() {
    return (InetSocketAddress) connection.socket().getLocalSocketAddress();
  }

  @Override
  public int getResponseCode() {
    return status;
  }

  @Override
  public String getProtocol() {
    return head.isCurrent() ? "HTTP/1.1" : "HTTP/1.0";
  }

  @Override
  public @Nullable Object getAttribute(String name) {
    return attributes.get(name);
  }

  @Override
  public void setAttribute(String name, @Nullable Object value) {
    if (value == null) {
      attributes.remove(name);
    } else {
      attributes.put(name, value);
    }
  }

  @Override
  public void setStreams(@Nullable InputStream otherIn, @Nullable OutputStream otherOut) {
    in = otherIn == null ? in : otherIn;
    out = otherOut == null ? out : otherOut;
  }

  /** Returns null, since senders are authenticated by signatures. */
  @Override
  public @Nullable HttpPrincipal getPrincipal() {
    return null;
  }

  /** Returns the phrase for people; programs read the number. */
  private static String reason(int status) {
    return switch (status) {
      case 200 -> "OK";
      case 202 -> "Accepted";
      case NO_CONTENT -> "No Content";
      case NOT_MODIFIED -> "Not Modified";
      case 400 -> "Bad Request";
      case 403 -> "Forbidden";
      case 404 -> "Not Found";
      case 405 -> "Method Not Allowed";
      case 408 -> "Request Timeout";
      case 413 -> "Content Too Large";
      case 415 -> "Unsupported Media Type";
      case 429 -> "Too Many Requests";
      case 503 -> "Service Unavailable";
      default -> "";
    };
  }
}
