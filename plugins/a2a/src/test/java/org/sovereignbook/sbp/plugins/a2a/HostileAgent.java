package org.sovereignbook.sbp.plugins.a2a;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.sovereignbook.sbp.base.crypto.Base64Url;
import org.sovereignbook.sbp.base.crypto.Ed25519;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.Jcs;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;

/** An agent on loopback that answers what a test wants it to. */
final class HostileAgent implements AutoCloseable {
  /** Answer to a call. */
  record Scripted(int status, String type, String body, String location) {
    static Scripted json(JsonObject json) {
      return new Scripted(200, "application/json", JsonWriter.compact(json), "");
    }

    /** A task with this id and state. */
    static Scripted task(String id, String state) {
      JsonObject task =
          JsonObject.empty()
              .with("id", id)
              .with("contextId", "c")
              .with("status", JsonObject.empty().with("state", "TASK_STATE_" + state));
      return result(JsonObject.empty().with("task", task));
    }

    /** The refusal of a call. */
    static Scripted error(int code) {
      JsonObject error = JsonObject.empty().with("code", code).with("message", "no");
      return json(
          JsonObject.builder().put("jsonrpc", "2.0").put("id", 1).put("error", error).build());
    }

    static Scripted result(JsonObject result) {
      return json(
          JsonObject.builder().put("jsonrpc", "2.0").put("id", 1).put("result", result).build());
    }
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<JsonObject> asked = new CopyOnWriteArrayList<>();
  private final List<String> methods = new CopyOnWriteArrayList<>();
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private volatile Runnable meanwhile = () -> {};
  private volatile Scripted card = new Scripted(404, "text/plain", "", "");
  private volatile List<Scripted> answers = List.of();
  private volatile Streamed stream =
      to -> to.write(": nothing\n".repeat(200_000).getBytes(StandardCharsets.UTF_8));

  /** What it writes to who follows a task. */
  @FunctionalInterface
  interface Streamed {
    void write(OutputStream to) throws IOException;
  }

  HostileAgent() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.setExecutor(threads);
    server.start();
  }

  String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Answers the requests for the card so. */
  void card(Scripted answer) {
    card = answer;
  }

  /** Has a card, signed by this key. */
  void signedBy(KeyPair keys) {
    JsonObject unsigned = unsigned();
    card(Scripted.json(unsigned.with("signatures", JsonArray.of(signature(keys, unsigned)))));
  }

  JsonObject unsigned() {
    JsonObject route =
        JsonObject.builder()
            .put("url", url() + "/rpc")
            .put("protocolBinding", "JSONRPC")
            .put("protocolVersion", "1.0")
            .build();
    return JsonObject.builder()
        .put("name", "Mallory")
        .put("description", "helps")
        .put("version", "1")
        .put("supportedInterfaces", JsonArray.of(route))
        .put("capabilities", JsonObject.empty().with("streaming", true))
        .put("defaultInputModes", JsonArray.ofStrings(List.of("text/plain")))
        .put("defaultOutputModes", JsonArray.ofStrings(List.of("text/plain")))
        .put("skills", JsonArray.of())
        .build();
  }

  static JsonObject signature(KeyPair keys, JsonObject content) {
    JsonObject header =
        JsonObject.empty().with("alg", "EdDSA").with("kid", A2aKeys.did(keys.publicKey()));
    String head = Base64Url.encode(JsonWriter.compact(header).getBytes(StandardCharsets.UTF_8));
    byte[] signed =
        (head + "." + Base64Url.encode(Jcs.canonicalize(content)))
            .getBytes(StandardCharsets.US_ASCII);
    return JsonObject.empty()
        .with("protected", head)
        .with("signature", Ed25519.sign(signed, keys).toString());
  }

  /** Returns the methods that were called, also those of streams. */
  List<String> methods() {
    return List.copyOf(methods);
  }

  /** Returns the authorizations that came with requests. */
  List<String> tokens() {
    return List.copyOf(tokens);
  }

  /** Writes this to all who follow a task from now on. */
  void streams(Streamed now) {
    stream = now;
  }

  /** Does this while a call waits for its answer. */
  void meanwhile(Runnable other) {
    meanwhile = other;
  }

  /** Answers the next calls so, one after the other, and all later ones like the last. */
  void answers(Scripted... next) {
    answers = List.of(next);
  }

  /** Returns the messages that were sent, each as often as it was. */
  List<String> messageIds() {
    return asked.stream()
        .flatMap(call -> call.object("params").stream())
        .flatMap(params -> params.object("message").stream())
        .flatMap(message -> message.string("messageId").stream())
        .toList();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      Optional.ofNullable(exchange.getRequestHeaders().getFirst("Authorization"))
          .ifPresent(tokens::add);
      boolean isCall = exchange.getRequestMethod().equals("POST");
      Optional<Scripted> found = isCall ? called(exchange) : Optional.of(card);
      if (found.filter(it -> it.status() != 0).isEmpty()) {
        return;
      }
      Scripted answer = found.get();
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", answer.type());
      Optional.of(answer.location())
          .filter(it -> !it.isEmpty())
          .ifPresent(to -> exchange.getResponseHeaders().set("Location", to));
      exchange.sendResponseHeaders(answer.status(), body.length == 0 ? -1 : body.length);
      exchange.getResponseBody().write(body);
    }
  }

  /** Returns the answer to a call; empty when it was a stream, which is written. */
  private Optional<Scripted> called(HttpExchange exchange) throws IOException {
    String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    JsonObject call = A2aNode.json(text);
    methods.add(call.string("method").orElse(""));
    if (call.string("method").filter("SubscribeToTask"::equals).isPresent()) {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
      exchange.sendResponseHeaders(200, 0);
      try (OutputStream to = exchange.getResponseBody()) {
        stream.write(to);
      }
      return Optional.empty();
    }
    asked.add(call);
    meanwhile.run();
    return Optional.of(answers.get(Math.min(asked.size(), answers.size()) - 1));
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
