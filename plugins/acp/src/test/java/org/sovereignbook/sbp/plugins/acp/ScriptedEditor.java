package org.sovereignbook.sbp.plugins.acp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonNull;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.net.mcp.RpcMessage;
import org.sovereignbook.sbp.society.sessions.Personas;

/** An editor that a test plays, connected to a node in this process. */
final class ScriptedEditor implements AutoCloseable {
  private static final int PATIENCE_SECONDS = 20;

  /** Outcome of a question to a person who is not there: no answer is sent. */
  static final JsonObject NO_ANSWER = JsonObject.empty();

  private final AtomicLong withdrawn = new AtomicLong();
  private final Typed typed = new Typed();
  private final AtomicLong ids = new AtomicLong();
  private final Map<Long, CompletableFuture<JsonObject>> answers = new ConcurrentHashMap<>();
  private final CompletableFuture<JsonObject> misfit = new CompletableFuture<>();
  private final List<JsonObject> updates = new ArrayList<>();
  private final List<JsonObject> questions = new ArrayList<>();
  private final CompletableFuture<Void> served;
  private volatile UnaryOperator<JsonObject> person = _ -> outcome("cancelled");

  ScriptedEditor(Session session, Ledger ledger, ChatBackend model) {
    PrintStream out = new PrintStream(new Heard(), false, StandardCharsets.UTF_8);
    AcpWire wire = new AcpWire(typed, out);
    served =
        CompletableFuture.runAsync(
            () -> {
              try {
                AcpCommand.serve(session, ledger, wire, Personas.MAIN, _ -> model);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            },
            Thread::startVirtualThread);
  }

  /** Input of the connection: lines that the test has typed, until it closes it. */
  private static final class Typed extends InputStream {
    private static final byte[] END = {};
    private final BlockingQueue<byte[]> lines = new LinkedBlockingQueue<>();
    private byte[] line = END;
    private int at;

    @Override
    public int read() throws IOException {
      try {
        if (at == line.length) {
          line = lines.take();
          at = 0;
        }
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
      return at < line.length ? line[at++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
      int one = read();
      if (one >= 0) {
        into[from] = (byte) one;
      }
      return one < 0 ? -1 : 1;
    }
  }

  /** Output of the connection, by lines; one thread writes at a time. */
  private final class Heard extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void write(int b) {
      if (b != '\n') {
        line.write(b);
        return;
      }
      try {
        take((JsonObject) JsonReader.file(line.toByteArray()));
      } catch (MalformedJson e) {
        throw new IllegalStateException(e);
      }
      line.reset();
    }
  }

  private void take(JsonObject message) {
    if (message.get("id").filter(JsonNull.INSTANCE::equals).isPresent()) {
      boolean _ = misfit.complete(message);
    } else if (!message.has("method")) {
      answers.get(message.integer("id").orElseThrow()).complete(message);
    } else if (message.has("id")) {
      JsonObject params = message.object("params").orElseThrow();
      synchronized (this) {
        questions.add(params);
      }
      JsonObject outcome = person.apply(params);
      if (!outcome.equals(NO_ANSWER)) {
        send(
            JsonObject.builder()
                .put("jsonrpc", "2.0")
                .put("id", message.get("id").orElseThrow())
                .put("result", JsonObject.empty().with("outcome", outcome))
                .build());
      }
    } else if (message.string("method").equals(Optional.of("$/cancel_request"))) {
      withdrawn.incrementAndGet();
    } else {
      synchronized (this) {
        updates.add(
            message.object("params").flatMap(params -> params.object("update")).orElseThrow());
      }
    }
  }

  /** Sets the answers of the person at the editor. */
  void person(UnaryOperator<JsonObject> answer) {
    person = answer;
  }

  static JsonObject selected(String option) {
    return outcome("selected").with("optionId", option);
  }

  static JsonObject outcome(String what) {
    return JsonObject.empty().with("outcome", what);
  }

  void line(String text) {
    typed.lines.add((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void send(JsonObject message) {
    line(JsonWriter.compact(message));
  }

  void tell(String method, JsonObject params) {
    send(RpcMessage.notification(method, params));
  }

  /** Begins a request. */
  CompletableFuture<JsonObject> begin(String method, JsonObject params) {
    long id = ids.incrementAndGet();
    CompletableFuture<JsonObject> answer = new CompletableFuture<>();
    answers.put(id, answer);
    send(
        JsonObject.builder()
            .put("jsonrpc", "2.0")
            .put("id", new JsonInteger(id))
            .put("method", method)
            .put("params", params)
            .build());
    return answer;
  }

  static JsonObject awaited(CompletableFuture<JsonObject> answer)
      throws InterruptedException, ExecutionException, TimeoutException {
    return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  JsonObject result(String method, JsonObject params) throws Exception {
    JsonObject answer = awaited(begin(method, params));
    return answer.object("result").orElseThrow(() -> new AssertionError(method + ": " + answer));
  }

  JsonObject error(String method, JsonObject params) throws Exception {
    return awaited(begin(method, params)).object("error").orElseThrow();
  }

  /** Returns the answer to a line that is no message. */
  JsonObject misfit() throws Exception {
    return awaited(misfit);
  }

  /** Makes a session. */
  String session() throws Exception {
    return result("session/new", cwd()).string("sessionId").orElseThrow();
  }

  static JsonObject cwd() {
    return JsonObject.empty().with("cwd", "/work").with("mcpServers", new JsonArray(List.of()));
  }

  static JsonObject prompt(String session, String text) {
    return JsonObject.empty()
        .with("sessionId", session)
        .with("prompt", JsonArray.of(EditorUpdates.text(text)));
  }

  /** Says something. Returns the reason why the answer ended. */
  String says(String session, String text) throws Exception {
    return result("session/prompt", prompt(session, text)).string("stopReason").orElseThrow();
  }

  synchronized List<JsonObject> updates(String kind) {
    return updates.stream()
        .filter(one -> one.string("sessionUpdate").orElseThrow().equals(kind))
        .toList();
  }

  synchronized List<JsonObject> questions() {
    return List.copyOf(questions);
  }

  /** Returns how many questions the agent has withdrawn. */
  long withdrawn() {
    return withdrawn.get();
  }

  synchronized void forget() {
    updates.clear();
  }

  /** Returns the text of all chunks of a kind. */
  String text(String kind) {
    StringBuilder all = new StringBuilder();
    updates(kind)
        .forEach(
            one ->
                all.append(
                    one.object("content").flatMap(block -> block.string("text")).orElseThrow()));
    return all.toString();
  }

  /** Closes the editor's end, and waits until the connection has ended. */
  @Override
  public void close() {
    typed.lines.add(Typed.END);
    Void _ = served.orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
  }
}
