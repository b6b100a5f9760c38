package org.sovereignbook.sbp.plugins.acp;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.net.mcp.RpcMessage;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.runtime.plugin.PluginException;

/**
 * Connection of an editor: requests that take long have a thread each, the others are answered in
 * their order. A line that is no message is answered with an error and stops nothing; the end of
 * the input ends all.
 */
final class AcpServer {
  private static final String PROMPT = "session/prompt";
  private static final String CLOSE = "session/close";
  private static final Set<String> SLOW = Set.of(PROMPT, CLOSE, "authenticate", "session/load");
  private static final int MAX_REQUESTS = 64;

  /** Longest wait for running turns when the editor is gone. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final EditorHost host;
  private final AcpMethods methods;
  private final Map<JsonValue, Cancellation> running = new ConcurrentHashMap<>();

  /** Running prompts, by their sessions. */
  private final Map<String, Cancellation> prompts = new ConcurrentHashMap<>();

  private final Set<Thread> workers = ConcurrentHashMap.newKeySet();

  AcpServer(EditorHost host) {
    this.host = host;
    this.methods = new AcpMethods(host);
  }

  /** Serves until the input ends. */
  void serve() throws IOException, InterruptedException {
    try {
      for (Optional<RpcMessage> next = host.wire().read();
          next.isPresent();
          next = host.wire().read()) {
        take(next.get());
      }
    } finally {
      end();
    }
  }

  private void take(RpcMessage message) {
    switch (message) {
      case RpcMessage.Request request -> take(request);
      case RpcMessage.Notification(String method, JsonObject params) -> told(method, params);
      case RpcMessage.Response response -> host.wire().answered(response);
      case RpcMessage.Invalid invalid -> host.wire().send(AcpError.answer(invalid));
    }
  }

  private void told(String method, JsonObject params) {
    Optional<Cancellation> meant =
        switch (method) {
          case "session/cancel" ->
              params.string("sessionId").flatMap(id -> Optional.ofNullable(prompts.get(id)));
          case "$/cancel_request" ->
              params.get("requestId").flatMap(id -> Optional.ofNullable(running.get(id)));
          default -> Optional.empty();
        };
    meant.ifPresent(Cancellation::cancel);
  }

  /** Begins a request. A prompt can be cancelled from then on. */
  private void take(RpcMessage.Request request) {
    Cancellation cancel = new Cancellation();
    Optional<AcpError> problem = problem(request, cancel);
    if (problem.isPresent()) {
      host.wire().send(problem.get().answer(request.id()));
      return;
    }
    if (request.method().equals(CLOSE)) {
      Optional.ofNullable(prompts.get(sessionOf(request))).ifPresent(Cancellation::cancel);
    }
    if (SLOW.contains(request.method())) {
      Thread worker = Thread.ofVirtual().name("acp").unstarted(() -> work(request, cancel));
      workers.add(worker);
      worker.start();
    } else {
      work(request, cancel);
    }
  }

  private Optional<AcpError> problem(RpcMessage.Request request, Cancellation cancel) {
    if (running.size() >= MAX_REQUESTS) {
      return Optional.of(AcpError.invalidRequest("too many requests wait for their answers"));
    }
    if (running.putIfAbsent(request.id(), cancel) != null) {
      return Optional.of(AcpError.invalidRequest("a request of this id is under way"));
    }
    boolean isBusy =
        request.method().equals(PROMPT) && prompts.putIfAbsent(sessionOf(request), cancel) != null;
    if (isBusy) {
      running.remove(request.id());
      return Optional.of(
          AcpError.invalidRequest("a prompt of this session is under way: cancel it first"));
    }
    return Optional.empty();
  }

  private static String sessionOf(RpcMessage.Request request) {
    return request.params().string("sessionId").orElse("");
  }

  private void work(RpcMessage.Request request, Cancellation cancel) {
    try {
      AcpMethods.Answer answer = answer(request, cancel);
      leave(request, cancel);
      host.wire().send(RpcMessage.result(request.id(), answer.result()));
      answer.after().run();
    } catch (AcpError e) {
      leave(request, cancel);
      host.wire().send(e.answer(request.id()));
    } catch (InterruptedException e) {
      // The connection ends, and nobody waits for the answer.
      leave(request, cancel);
    } finally {
      workers.remove(Thread.currentThread());
    }
  }

  /** Returns the answer; whatever fails is one, too, because the editor waits for it. */
  private AcpMethods.Answer answer(RpcMessage.Request request, Cancellation cancel)
      throws AcpError, InterruptedException {
    try {
      host.requireOn();
      return methods.answer(request, cancel);
    } catch (SocietyException e) {
      throw AcpError.of(e);
    } catch (PluginException e) {
      throw AcpError.of(e);
    } catch (RuntimeException | Error e) {
      host.session().output().log("acp: " + request.method() + " failed: " + e);
      throw AcpError.failed("this program has a fault, named on its standard error");
    }
  }

  private void leave(RpcMessage.Request request, Cancellation cancel) {
    running.remove(request.id(), cancel);
    prompts.remove(sessionOf(request), cancel);
  }

  private void end() throws InterruptedException {
    running.values().forEach(Cancellation::cancel);
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    for (Thread worker : new ArrayList<>(workers)) {
      boolean _ = worker.join(Duration.ofNanos(Math.max(1, deadline - System.nanoTime())));
    }
    Workers.end(List.copyOf(workers));
    methods.close();
  }
}
