package org.sovereignbook.sbp.net.mcp;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Client of one HTTP request. The answer is plain JSON, unless notifications precede it: then it is
 * a stream of events that ends with the answer. Thread-safe.
 */
final class HttpPeer implements McpPeer {
  private static final long CHUNKED = 0;
  private static final long NO_BODY = -1;

  private final HttpExchange exchange;
  private final McpLimits limits;
  private final Optional<McpSession> session;
  private final Supplier<Optional<McpCaller>> caller;
  private final boolean takesStream;
  private Optional<OutputStream> stream = Optional.empty();
  private boolean isOver;

  /** Creates a peer for a request that is answered immediately. */
  HttpPeer(HttpExchange exchange, McpLimits limits) {
    this(exchange, limits, Optional.empty(), Optional::empty);
  }

  /**
   * Creates a peer for a request that may have to wait.
   *
   * @param caller returns the caller, authenticated again at each use while the request waits
   */
  HttpPeer(
      HttpExchange exchange,
      McpLimits limits,
      Optional<McpSession> session,
      Supplier<Optional<McpCaller>> caller) {
    this.caller = caller;
    this.exchange = exchange;
    this.limits = limits;
    this.session = session;
    this.takesStream =
        McpHttpHandler.header(exchange, "Accept").filter(HttpPeer::takesStream).isPresent();
  }

  private static boolean takesStream(String accept) {
    return accept.contains("text/event-stream");
  }

  @Override
  public void sendNotification(String method, JsonObject params) throws IOException {
    if (takesStream) {
      event(RpcMessage.notification(method, params));
    }
  }

  @Override
  public JsonObject ask(String method, JsonObject params)
      throws RpcError, IOException, InterruptedException {
    if (!takesStream || session.isEmpty()) {
      throw RpcError.invalidRequest("the client cannot be asked: it accepts no event stream");
    }
    McpSession.Asked asked = session.get().new Asked();
    event(RpcMessage.request(asked.id(), method, params));
    return asked.await(limits.patience());
  }

  /** Sends a comment, which every client ignores. */
  @Override
  public void pulse() throws IOException {
    if (takesStream) {
      beat();
    }
  }

  private synchronized void beat() throws IOException {
    if (!isOver) {
      write(":\n\n");
    }
  }

  @Override
  public Optional<McpCaller> caller() {
    return caller.get();
  }

  /** Sends the answer to the request and ends the stream. */
  synchronized void answer(int status, JsonObject message) throws IOException {
    if (stream.isPresent()) {
      event(message);
      isOver = true;
      stream.get().close();
      return;
    }
    isOver = true;
    byte[] body = McpAnswer.bytes(message, limits);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  /** Ends the response without an answer, such as a stream of changes. */
  synchronized void end(int status) throws IOException {
    isOver = true;
    if (stream.isPresent()) {
      stream.get().close();
    } else {
      exchange.sendResponseHeaders(status, NO_BODY);
      exchange.close();
    }
  }

  /** Opens the stream before there is a notification to send. */
  synchronized void open() throws IOException {
    if (stream.isEmpty()) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      exchange.getResponseHeaders().set("X-Accel-Buffering", "no");
      exchange.sendResponseHeaders(HttpURLConnection.HTTP_OK, CHUNKED);
      stream = Optional.of(exchange.getResponseBody());
      stream.get().flush();
    }
  }

  private synchronized void event(JsonObject message) throws IOException {
    if (!isOver) {
      write(
          "data: " + new String(McpAnswer.bytes(message, limits), StandardCharsets.UTF_8) + "\n\n");
    }
  }

  private void write(String text) throws IOException {
    open();
    stream.orElseThrow().write(text.getBytes(StandardCharsets.UTF_8));
    stream.orElseThrow().flush();
  }
}
