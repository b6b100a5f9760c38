package org.sovereignbook.sbp.plugins.acp;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.net.mcp.RpcLines;
import org.sovereignbook.sbp.net.mcp.RpcMessage;

/**
 * Connection to an editor: one JSON object a line, each way. One thread reads; any thread writes
 * and asks.
 */
final class AcpWire {
  private static final int MAX_LINE_BYTES = 16 * 1_024 * 1_024;

  private final RpcLines lines;
  private final PrintStream out;
  private final AtomicLong questions = new AtomicLong();
  private final Map<Long, CompletableFuture<Optional<JsonObject>>> asked =
      new ConcurrentHashMap<>();

  AcpWire(InputStream in, PrintStream out) {
    this.lines = new RpcLines(in, MAX_LINE_BYTES);
    this.out = out;
  }

  /** Returns the next message; empty at the end of the input. */
  Optional<RpcMessage> read() throws IOException {
    return lines.next();
  }

  void send(JsonObject message) {
    byte[] line = (JsonWriter.compact(message) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(line, 0, line.length);
      out.flush();
    }
  }

  /**
   * Asks the editor. Returns its answer; empty for an error, and after a cancellation, of which the
   * editor is told.
   */
  Optional<JsonObject> ask(String method, JsonObject params, Cancellation cancel)
      throws InterruptedException {
    long id = questions.incrementAndGet();
    CompletableFuture<Optional<JsonObject>> answer = new CompletableFuture<>();
    asked.put(id, answer);
    try (Cancellation.OnCancel _ = cancel.onCancel(() -> answer.complete(Optional.empty()))) {
      send(RpcMessage.request(id, method, params));
      Optional<JsonObject> result = answer.get();
      if (cancel.isCancelled()) {
        send(
            RpcMessage.notification(
                "$/cancel_request", JsonObject.empty().with("requestId", new JsonInteger(id))));
      }
      return result;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      asked.remove(id);
    }
  }

  /** Takes an answer of the editor; one to no question is ignored. */
  void answered(RpcMessage.Response response) {
    if (response.id() instanceof JsonInteger(long id)) {
      Optional.ofNullable(asked.get(id)).ifPresent(one -> one.complete(response.result()));
    }
  }
}
