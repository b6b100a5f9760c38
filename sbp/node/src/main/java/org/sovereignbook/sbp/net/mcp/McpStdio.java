package org.sovereignbook.sbp.net.mcp;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.net.http.IoWords;
import org.sovereignbook.sbp.node.Workers;

/**
 * Transport on standard input and output: one message per line. Requests are answered concurrently,
 * each on a thread of its own, until the input ends; running requests are then answered first.
 */
public final class McpStdio {
  /** Limit on requests, including those that wait for a slot. */
  private static final int MAX_REQUESTS = 64;

  private final McpServer server;
  private final McpAuthenticator authenticator;
  private final OutputStream out;
  private final Consumer<String> log;
  private final Map<JsonValue, Thread> running = new ConcurrentHashMap<>();

  /** Threads that are working, including those that write an answer. */
  private final Set<Thread> workers = ConcurrentHashMap.newKeySet();

  private final Client peer = new Client();
  private volatile Optional<McpSession> session = Optional.empty();

  /**
   * Creates a transport.
   *
   * @param authenticator identifies the caller of the connection at each request
   * @param log receives lines for the operator
   */
  public McpStdio(
      McpServer server, McpAuthenticator authenticator, OutputStream out, Consumer<String> log) {
    this.server = server;
    this.authenticator = authenticator;
    this.out = out;
    this.log = log;
  }

  /** Answers requests until the input ends or the output is closed. */
  public void serve(InputStream in) throws IOException, InterruptedException {
    RpcLines lines = new RpcLines(in, server.limits().maxRequestBytes());
    try {
      for (Optional<RpcMessage> next = lines.next(); next.isPresent(); next = lines.next()) {
        take(next.get());
      }
    } finally {
      end();
    }
  }

  private void take(RpcMessage message) throws IOException {
    switch (message) {
      case RpcMessage.Request request -> take(request);
      case RpcMessage.Notification(String method, JsonObject params) -> {
        if (method.equals("notifications/cancelled")) {
          params
              .get("requestId")
              .flatMap(id -> Optional.ofNullable(running.remove(id)))
              .ifPresent(Thread::interrupt);
        }
      }
      case RpcMessage.Response response -> session.ifPresent(open -> open.answered(response));
      case RpcMessage.Invalid(var id, var why) -> send(RpcMessage.error(id, why));
    }
  }

  private void take(RpcMessage.Request request) throws IOException {
    Optional<JsonValue> id = Optional.of(request.id());
    if (request.method().equals("initialize") && !isOfItself(request)) {
      initialize(request);
    } else if (running.size() >= MAX_REQUESTS) {
      String most = "at most " + MAX_REQUESTS + " requests may wait for their answers";
      send(RpcMessage.error(id, RpcError.tooMany(most)));
    } else {
      Thread worker = Thread.ofVirtual().name("sbp-mcp").unstarted(() -> workAndLeave(request));
      if (running.putIfAbsent(request.id(), worker) == null) {
        workers.add(worker);
        worker.start();
      } else {
        send(RpcMessage.error(id, RpcError.invalidRequest("a request of this id is under way")));
      }
    }
  }

  /** Returns whether the request states its revision itself. */
  private static boolean isOfItself(RpcMessage.Request request) {
    return request.meta().has(McpClient.VERSION);
  }

  private void initialize(RpcMessage.Request request) throws IOException {
    try {
      session.ifPresent(McpSession::close);
      McpSession opened = server.open(request);
      session = Optional.of(opened);
      send(RpcMessage.result(request.id(), server.handshake(opened, caller())));
      Thread teller =
          Thread.ofVirtual().name("sbp-mcp-changes").unstarted(() -> tellChanges(opened));
      workers.add(teller);
      teller.start();
    } catch (RpcError e) {
      send(RpcMessage.error(Optional.of(request.id()), e));
    } catch (RuntimeException e) {
      // Rethrown, the exception would end the connection and all its running requests.
      log.accept("mcp: initialize failed: " + e);
      send(RpcMessage.error(Optional.of(request.id()), RpcError.internal(e)));
    }
  }

  private void tellChanges(McpSession opened) {
    try {
      while (!opened.changes().isOver()) {
        tell(opened);
      }
    } catch (IOException e) {
      // The client no longer reads; the next answer fails and ends the transport.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      workers.remove(Thread.currentThread());
    }
  }

  /** Forwards changes; a failure, such as a locked database, loses one notification. */
  private void tell(McpSession opened) throws IOException, InterruptedException {
    try {
      server.forward(opened.changes(), peer, JsonObject.empty());
    } catch (RuntimeException e) {
      log.accept("mcp: a notification was not sent: " + e.getMessage());
    }
  }

  private void workAndLeave(RpcMessage.Request request) {
    try {
      work(request);
    } finally {
      workers.remove(Thread.currentThread());
    }
  }

  private void work(RpcMessage.Request request) {
    JsonObject answer;
    try {
      answer = RpcMessage.result(request.id(), answer(request));
    } catch (RpcError e) {
      answer = RpcMessage.error(Optional.of(request.id()), e);
    } catch (IOException | InterruptedException e) {
      // The client has cancelled the request or has gone: no answer is expected.
      leave(request);
      return;
    } catch (RuntimeException | Error e) {
      // Catches everything, because a client waits for the answer.
      log.accept("mcp: " + request.method() + " failed: " + e);
      answer = RpcMessage.error(Optional.of(request.id()), RpcError.internal(e));
    }
    if (leave(request)) {
      try {
        send(answer);
      } catch (IOException e) {
        log.accept("mcp: an answer got lost: " + IoWords.of(e));
      }
    }
  }

  private JsonObject answer(RpcMessage.Request request)
      throws RpcError, IOException, InterruptedException {
    Optional<McpSession> open = session;
    if (isOfItself(request) || (open.isEmpty() && request.method().equals("server/discover"))) {
      return server.answer(request, caller(), peer);
    }
    if (open.isEmpty()) {
      throw RpcError.invalidRequest(
          "begin with initialize, or say in _meta which revision this request is of");
    }
    return server.answer(request, open.get(), caller(), peer);
  }

  private McpCaller caller() throws RpcError {
    return peer.caller()
        .orElseThrow(
            () -> RpcError.refused("unauthorized: the token of this connection has ended"));
  }

  /**
   * Removes this thread's request and returns whether it still waited for its answer. After a
   * cancellation the id may have been used again: then another thread answers under it.
   */
  private boolean leave(RpcMessage.Request request) {
    return running.remove(request.id(), Thread.currentThread());
  }

  /**
   * Waits for the answers of running requests, for a limited time; streams of changes have no other
   * end.
   */
  private void end() throws InterruptedException {
    server.close();
    session.ifPresent(McpSession::close);
    long deadline = System.nanoTime() + server.limits().patience().toNanos();
    for (Thread worker : new ArrayList<>(workers)) {
      Duration left = Duration.ofNanos(Math.max(1, deadline - System.nanoTime()));
      boolean _ = worker.join(left);
    }
    Workers.end(List.copyOf(workers));
  }

  private void send(JsonObject message) throws IOException {
    byte[] text = McpAnswer.bytes(message, server.limits());
    byte[] line = Arrays.copyOf(text, text.length + 1);
    line[text.length] = '\n';
    synchronized (out) {
      out.write(line);
      out.flush();
    }
  }

  /** Client of this connection. */
  private final class Client implements McpPeer {
    @Override
    public void sendNotification(String method, JsonObject params) throws IOException {
      send(RpcMessage.notification(method, params));
    }

    @Override
    public JsonObject ask(String method, JsonObject params)
        throws RpcError, IOException, InterruptedException {
      McpSession open =
          session.orElseThrow(() -> RpcError.invalidRequest("there is no session to ask in"));
      McpSession.Asked asked = open.new Asked();
      send(RpcMessage.request(asked.id(), method, params));
      return asked.await(server.limits().patience());
    }

    @Override
    public void pulse() {
      // A pipe has no intermediary that could drop an idle connection.
    }

    @Override
    public Optional<McpCaller> caller() {
      return authenticator.caller(Optional.empty());
    }
  }
}
