package org.sovereignbook.sbp.net.mcp;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;

/**
 * Session of a client of a revision with a handshake: its declared properties, its subscriptions,
 * and its open questions. Thread-safe.
 */
final class McpSession implements AutoCloseable {
  private final Set<String> lists;
  private final Set<String> uris = new LinkedHashSet<>();
  private final McpChanges.Listener changes;
  private final Map<JsonValue, CompletableFuture<Optional<JsonObject>>> questions =
      new ConcurrentHashMap<>();
  private final AtomicLong lastQuestion = new AtomicLong();
  private volatile McpClient client;
  private volatile boolean isClosed;

  McpSession(McpClient client, McpChanges changes, Set<String> lists) {
    this.client = client;
    this.lists = lists;
    this.changes = changes.open(new McpChanges.Filter(lists, uris));
  }

  McpClient client() {
    return client;
  }

  /** Returns the session's subscriptions. */
  McpChanges.Listener changes() {
    return changes;
  }

  void setLogLevel(String level) throws RpcError {
    client = client.withLogLevel(level);
  }

  synchronized void subscribe(String uri, int most) throws RpcError {
    if (uris.size() >= most && !uris.contains(uri)) {
      throw RpcError.tooMany("a client subscribes to at most " + most + " resources");
    }
    uris.add(uri);
    changes.filter(new McpChanges.Filter(lists, uris));
  }

  synchronized void unsubscribe(String uri) {
    uris.remove(uri);
    changes.filter(new McpChanges.Filter(lists, uris));
  }

  /** Question that is about to be sent. */
  final class Asked {
    private final long id = lastQuestion.incrementAndGet();
    private final CompletableFuture<Optional<JsonObject>> answer = new CompletableFuture<>();

    Asked() {
      questions.put(new JsonInteger(id), answer);
      if (isClosed) {
        answer.complete(Optional.empty());
      }
    }

    long id() {
      return id;
    }

    /**
     * Waits for the answer.
     *
     * @throws RpcError when the client refuses or takes too long
     */
    JsonObject await(Duration atMost) throws RpcError, InterruptedException {
      try {
        return answer
            .get(atMost.toMillis(), TimeUnit.MILLISECONDS)
            .orElseThrow(() -> RpcError.invalidParams("the client refused to answer"));
      } catch (TimeoutException | ExecutionException e) {
        throw RpcError.invalidParams("the client did not answer in time");
      } finally {
        questions.remove(new JsonInteger(id));
      }
    }
  }

  /** Passes a client's answer to the waiting question; an answer to no question is ignored. */
  void answered(RpcMessage.Response response) {
    Optional.ofNullable(questions.get(response.id()))
        .ifPresent(waiting -> waiting.complete(response.result()));
  }

  @Override
  public void close() {
    isClosed = true;
    changes.close();
    questions.values().forEach(waiting -> waiting.complete(Optional.empty()));
  }
}
