package org.sovereignbook.sbp.plugins.acp;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
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

/**
 * Connection to an editor: one JSON object a line, each way. One thread reads; any thread writes
 * and asks.
 */
final class AcpWire {
  private static final int MAX_LINE_BYTES = 16 * 1_024 * 1_024;

  private final InputStream in;
  private final PrintStream out;
  private final AtomicLong questions = new AtomicLong();
  private final Map<Long, CompletableFuture<Optional<JsonObject>>> asked =
      new ConcurrentHashMap<>();

  AcpWire(InputStream in, PrintStream out) {
    this.in = new BufferedInputStream(in);
    this.out = out;
  }

  /** Returns the message of the next line that is not blank; empty at the end of the input. */
  Optional<AcpMessage> read() throws IOException {
    int next = in.read();
    while (next >= 0) {
      ByteArrayOutputStream line = new ByteArrayOutputStream();
      boolean isTooLong = false;
      for (; next >= 0 && next != '\n'; next = in.read()) {
        isTooLong |= line.size() >= MAX_LINE_BYTES;
        if (!isTooLong) {
          line.write(next);
        }
      }
      if (isTooLong) {
        String most = "a message has at most " + MAX_LINE_BYTES + " bytes";
        return Optional.of(new AcpMessage.Invalid(Optional.empty(), AcpError.invalidRequest(most)));
      }
      if (!line.toString(StandardCharsets.UTF_8).isBlank()) {
        return Optional.of(AcpMessage.parse(line.toByteArray()));
      }
      next = in.read();
    }
    return Optional.empty();
  }

  void send(JsonObject message) {
    byte[] line = (JsonWriter.compact(message) + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      out.write(line, 0, line.length);
      out.flush();
    }
  }

  /** Asks the editor. Returns its answer; empty for an error, and after a cancellation. */
  Optional<JsonObject> ask(String method, JsonObject params, Cancellation cancel)
      throws InterruptedException {
    long id = questions.incrementAndGet();
    CompletableFuture<Optional<JsonObject>> answer = new CompletableFuture<>();
    asked.put(id, answer);
    try (Cancellation.OnCancel _ = cancel.onCancel(() -> answer.complete(Optional.empty()))) {
      send(AcpMessage.request(id, method, params));
      return answer.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } finally {
      asked.remove(id);
    }
  }

  /** Takes an answer of the editor; one to no question is ignored. */
  void answered(AcpMessage.Response response) {
    if (response.id() instanceof JsonInteger(long id)) {
      Optional.ofNullable(asked.get(id)).ifPresent(one -> one.complete(response.result()));
    }
  }
}
