package org.sovereignbook.sbp.net.mcp;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.net.httpserver.FaultHandler;
import org.sovereignbook.sbp.net.httpserver.HttpFault;

/**
 * Handler of Streamable HTTP on loopback. Authenticates each request by its bearer token, refuses
 * browsers that came by a foreign host name, determines the revision, and chooses the form of the
 * answer. Thread-safe.
 */
record McpHttpHandler(
    McpServer server, McpAuthenticator authenticator, McpSessions sessions, Consumer<String> log)
    implements HttpHandler, FaultHandler {
  static final String PATH = "/mcp";
  private static final int PULSE_SECONDS = 10;
  private static final int UNSUPPORTED_TYPE = 415;
  private static final String BEARER = "bearer ";

  static Optional<String> header(HttpExchange exchange, String name) {
    return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
  }

  @Override
  public void refuse(HttpFault fault, HttpExchange exchange) throws IOException {
    refuse(exchange, fault.status(), RpcError.invalidRequest(fault.reason()));
  }

  @Override
  public void handle(HttpExchange exchange) throws IOException {
    try {
      if (!isLocal(exchange)) {
        String why = "only programs of this machine are served: Host and Origin must be loopback";
        refuse(exchange, HttpURLConnection.HTTP_FORBIDDEN, RpcError.invalidRequest(why));
      } else if (!exchange.getRequestURI().getPath().equals(PATH)) {
        String why = "there is nothing at this path; the endpoint is " + PATH;
        refuse(exchange, HttpURLConnection.HTTP_NOT_FOUND, RpcError.invalidRequest(why));
      } else {
        admit(exchange);
      }
    } catch (RuntimeException e) {
      log.accept("mcp: a request failed: " + e);
      refuse(exchange, HttpURLConnection.HTTP_INTERNAL_ERROR, RpcError.internal(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  private void admit(HttpExchange exchange) throws IOException, InterruptedException {
    Optional<McpCaller> caller = authenticator.caller(bearer(exchange));
    if (caller.isEmpty()) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
      String why = "a bearer token is needed; make one with: sbp agent token NAME";
      refuse(exchange, HttpURLConnection.HTTP_UNAUTHORIZED, RpcError.invalidRequest(why));
      return;
    }
    switch (exchange.getRequestMethod()) {
      case "POST" -> post(exchange, caller.get());
      case "GET" -> get(exchange, caller.get());
      case "DELETE" -> delete(exchange, caller.get());
      default -> {
        exchange.getResponseHeaders().set("Allow", "POST, GET, DELETE");
        String why = "this path takes POST, GET and DELETE";
        refuse(exchange, HttpURLConnection.HTTP_BAD_METHOD, RpcError.invalidRequest(why));
      }
    }
  }

  private static Optional<String> bearer(HttpExchange exchange) {
    return header(exchange, "Authorization")
        .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER))
        .map(value -> value.substring(BEARER.length()).strip());
  }

  /** Returns the peer of a request that may take long; the request ends when its token does. */
  private HttpPeer waiting(HttpExchange exchange, Optional<McpSession> session) {
    return new HttpPeer(
        exchange, server.limits(), session, () -> authenticator.caller(bearer(exchange)));
  }

  /** Returns whether the host and, for a browser, the page's origin are of this machine. */
  private static boolean isLocal(HttpExchange exchange) {
    return header(exchange, "Host").filter(host -> isLoopback("http://" + host)).isPresent()
        && header(exchange, "Origin").filter(origin -> !isLoopback(origin)).isEmpty();
  }

  private static boolean isLoopback(String address) {
    try {
      String host = Optional.ofNullable(URI.create(address).getHost()).orElse("");
      return switch (host.toLowerCase(Locale.ROOT)) {
        case "localhost", "127.0.0.1", "[::1]" -> true;
        default -> false;
      };
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private void post(HttpExchange exchange, McpCaller caller)
      throws IOException, InterruptedException {
    String type = header(exchange, "Content-Type").orElse("");
    if (!type.toLowerCase(Locale.ROOT).matches("application/json\\s*(;.*)?")) {
      String why = "the Content-Type is not application/json";
      refuse(exchange, UNSUPPORTED_TYPE, RpcError.invalidRequest(why));
      return;
    }
    int most = server.limits().maxRequestBytes();
    byte[] body = exchange.getRequestBody().readNBytes(most + 1);
    if (body.length > most) {
      tooLong(exchange, body);
      return;
    }
    switch (RpcMessage.parse(body)) {
      case RpcMessage.Request request -> request(exchange, request, caller);
      case RpcMessage.Notification _ ->
          new HttpPeer(exchange, server.limits()).end(HttpURLConnection.HTTP_ACCEPTED);
      case RpcMessage.Response response -> {
        sessions.find(exchange, caller).ifPresent(session -> session.answered(response));
        new HttpPeer(exchange, server.limits()).end(HttpURLConnection.HTTP_ACCEPTED);
      }
      case RpcMessage.Invalid(var id, var why) ->
          new HttpPeer(exchange, server.limits())
              .answer(why.httpStatus(), RpcMessage.error(id, why));
    }
  }

  /**
   * Refuses a body that is too long; its id is searched in twice as many bytes as a message may
   * have.
   */
  private void tooLong(HttpExchange exchange, byte[] beginning) throws IOException {
    RequestIdFinder finder = new RequestIdFinder();
    finder.take(beginning);
    finder.take(exchange.getRequestBody().readNBytes(server.limits().maxRequestBytes()));
    RpcMessage.Invalid refused = RpcMessage.tooLong(finder, server.limits().maxRequestBytes());
    new HttpPeer(exchange, server.limits())
        .answer(
            HttpURLConnection.HTTP_ENTITY_TOO_LARGE, RpcMessage.error(refused.id(), refused.why()));
  }

  /** Handles a request, whose revision is stated in its body, its headers, or its session. */
  private void request(HttpExchange exchange, RpcMessage.Request request, McpCaller caller)
      throws IOException, InterruptedException {
    Optional<String> version = header(exchange, McpHeaders.VERSION);
    boolean isOfItself =
        request.meta().has(McpClient.VERSION)
            || version
                .filter(date -> McpRevision.of(date).filter(McpRevision::hasHandshake).isEmpty())
                .isPresent();
    if (isOfItself) {
      HttpPeer peer = waiting(exchange, Optional.empty());
      run(request, peer, () -> ofItself(exchange, request, caller, peer), true);
    } else if (request.method().equals("initialize")) {
      initialize(exchange, request, caller);
    } else if (header(exchange, McpSessions.HEADER).isEmpty()) {
      String why = "begin with initialize, or say in _meta which revision this request is of";
      refuse(exchange, HttpURLConnection.HTTP_BAD_REQUEST, request, RpcError.invalidRequest(why));
    } else {
      Optional<McpSession> session = sessions.find(exchange, caller);
      if (session.isEmpty()) {
        RpcError gone = RpcError.invalidRequest("this session is over; begin with initialize");
        refuse(exchange, HttpURLConnection.HTTP_NOT_FOUND, request, gone);
        return;
      }
      HttpPeer peer = waiting(exchange, session);
      run(request, peer, () -> server.answer(request, session.get(), caller, peer), false);
    }
  }

  private JsonObject ofItself(
      HttpExchange exchange, RpcMessage.Request request, McpCaller caller, McpPeer peer)
      throws RpcError, IOException, InterruptedException {
    McpHeaders headers = new McpHeaders(exchange);
    headers.requireVersion(request);
    McpClient _ = McpClient.of(request);
    headers.requireMethod(request);
    if (request.method().equals("tools/call")) {
      JsonObject arguments = request.params().object("arguments").orElse(JsonObject.empty());
      Optional<McpTool> tool = request.params().string("name").flatMap(server.features()::tool);
      if (tool.isPresent()) {
        headers.requireArguments(tool.get(), arguments);
      }
    }
    return server.answer(request, caller, peer);
  }

  private interface Work {
    JsonObject run() throws RpcError, IOException, InterruptedException;
  }

  /**
   * Runs the work on a thread of its own, so that this thread notices when the client disconnects.
   *
   * @param hasStatus whether errors have an HTTP status of their own in this revision
   */
  private void run(RpcMessage.Request request, HttpPeer peer, Work work, boolean hasStatus)
      throws IOException, InterruptedException {
    CompletableFuture<JsonObject> result = new CompletableFuture<>();
    Thread worker =
        Thread.ofVirtual()
            .name("sbp-mcp")
            .start(
                () -> {
                  try {
                    result.complete(work.run());
                  } catch (RpcError
                      | IOException
                      | InterruptedException
                      | RuntimeException
                      | Error e) {
                    // Catches everything, because a client waits for the answer.
                    result.completeExceptionally(e);
                  }
                });
    while (true) {
      try {
        JsonObject done = result.get(PULSE_SECONDS, TimeUnit.SECONDS);
        peer.answer(HttpURLConnection.HTTP_OK, RpcMessage.result(request.id(), done));
        return;
      } catch (TimeoutException e) {
        pulse(peer, worker);
      } catch (ExecutionException e) {
        RpcError error = error(request, Optional.<Throwable>ofNullable(e.getCause()).orElse(e));
        int status = hasStatus ? error.httpStatus() : HttpURLConnection.HTTP_OK;
        peer.answer(status, RpcMessage.error(Optional.of(request.id()), error));
        return;
      }
    }
  }

  private static void pulse(HttpPeer peer, Thread worker) throws IOException {
    try {
      if (peer.caller().isEmpty()) {
        throw new IOException("its token has ended");
      }
      peer.pulse();
    } catch (IOException gone) {
      worker.interrupt();
      throw gone;
    }
  }

  private RpcError error(RpcMessage.Request request, Throwable cause) throws IOException {
    if (cause instanceof RpcError known) {
      return known;
    }
    if (cause instanceof IOException gone) {
      throw gone;
    }
    log.accept("mcp: " + request.method() + " failed: " + cause);
    return RpcError.internal(cause);
  }

  private void initialize(HttpExchange exchange, RpcMessage.Request request, McpCaller caller)
      throws IOException {
    HttpPeer peer = new HttpPeer(exchange, server.limits());
    try {
      McpSession session = server.open(request);
      exchange.getResponseHeaders().set(McpSessions.HEADER, sessions.add(session, caller));
      JsonObject welcome = RpcMessage.result(request.id(), server.handshake(session, caller));
      peer.answer(HttpURLConnection.HTTP_OK, welcome);
    } catch (RpcError e) {
      peer.answer(HttpURLConnection.HTTP_OK, RpcMessage.error(Optional.of(request.id()), e));
    }
  }

  /** Serves the stream of a session's notifications that belong to no request. */
  private void get(HttpExchange exchange, McpCaller caller)
      throws IOException, InterruptedException {
    Optional<McpSession> session = sessions.find(exchange, caller);
    if (session.isEmpty()) {
      boolean isNamed = header(exchange, McpSessions.HEADER).isPresent();
      int status = isNamed ? HttpURLConnection.HTTP_NOT_FOUND : HttpURLConnection.HTTP_BAD_METHOD;
      refuse(exchange, status, RpcError.invalidRequest("there is no such session"));
      return;
    }
    HttpPeer peer = waiting(exchange, session);
    try {
      server.forward(session.get(), caller, peer);
      peer.end(HttpURLConnection.HTTP_OK);
    } catch (RpcError e) {
      refuse(exchange, e.httpStatus(), e);
    }
  }

  private void delete(HttpExchange exchange, McpCaller caller) throws IOException {
    boolean isNamed = header(exchange, McpSessions.HEADER).isPresent();
    int status =
        sessions.remove(exchange, caller)
            ? HttpURLConnection.HTTP_NO_CONTENT
            : isNamed ? HttpURLConnection.HTTP_NOT_FOUND : HttpURLConnection.HTTP_BAD_METHOD;
    new HttpPeer(exchange, server.limits()).end(status);
  }

  private void refuse(HttpExchange exchange, int status, RpcError why) throws IOException {
    new HttpPeer(exchange, server.limits()).answer(status, RpcMessage.error(Optional.empty(), why));
  }

  private void refuse(HttpExchange exchange, int status, RpcMessage.Request request, RpcError why)
      throws IOException {
    new HttpPeer(exchange, server.limits())
        .answer(status, RpcMessage.error(Optional.of(request.id()), why));
  }
}
