package org.sovereignbook.sbp.plugins.relay;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;
import org.sovereignbook.sbp.base.crypto.Fingerprint;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.IdentityDocument;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.testing.TestKeys;

/** A relay that answers whatever a test wants. What it is not told to do, it does honestly. */
final class HostileRelay implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final List<JsonObject> requests = new CopyOnWriteArrayList<>();
  private volatile JsonObject identity;
  private volatile UnaryOperator<JsonObject> joining = answer -> answer;
  private volatile UnaryOperator<JsonObject> fetching = answer -> answer;
  private volatile Optional<HttpHandler> instead = Optional.empty();

  private HostileRelay() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(threads);
    server.createContext("/identity", exchange -> send(exchange, 200, identity));
    server.createContext("/x/relay/guest", this::handle);
    server.start();
    hasKey(TestKeys.named("relay"), Optional.empty());
  }

  static HostileRelay start() {
    return new HostileRelay();
  }

  Endpoint endpoint() {
    return Endpoint.parse("http://127.0.0.1:" + server.getAddress().getPort());
  }

  PublicKey key() {
    return IdentityDocument.parse(identity).toOptional().orElseThrow().publicKey();
  }

  /** Has this key from now on, which may succeed another one. */
  void hasKey(KeyPair keys, Optional<KeyPair> former) {
    IdentityDocument.Claims claims =
        new IdentityDocument.Claims("relay", endpoint(), Optional.empty(), Optional.empty());
    Timestamp now = Timestamp.ofMillis(System.currentTimeMillis());
    identity =
        former
            .map(old -> IdentityDocument.rotate(old, keys, claims, now))
            .orElseGet(() -> IdentityDocument.create(keys, claims, now))
            .json();
  }

  /** Changes the answers to joining. */
  void joins(UnaryOperator<JsonObject> change) {
    joining = change;
  }

  /** Changes the answers to requests for post. */
  void brings(UnaryOperator<JsonObject> change) {
    fetching = change;
  }

  void brings(JsonObject... letters) {
    brings(answer -> answer.with("post", JsonArray.of(letters)));
  }

  /** Brings these until it is told that they are here. */
  void bringsUntilTold(JsonObject... letters) {
    List<String> gone = new CopyOnWriteArrayList<>();
    brings(
        answer -> {
          gone.addAll(received(requests.getLast()));
          List<JsonObject> left = new ArrayList<>(List.of(letters));
          left.removeIf(one -> gone.contains(one.string("id").orElse("")));
          return answer.with("post", JsonArray.of(left));
        });
  }

  /** Answers all requests of guests so. */
  void answers(HttpHandler handler) {
    instead = Optional.of(handler);
  }

  /** Answers all requests of guests, but for joining, with this status and text. */
  void answers(int status, String type, String text) {
    answers(
        exchange -> {
          exchange.getResponseHeaders().set("Content-Type", type);
          send(exchange, status, text.getBytes(StandardCharsets.UTF_8));
        });
  }

  void isHonestAgain() {
    instead = Optional.empty();
    fetching = answer -> answer;
  }

  List<JsonObject> requests(String action) {
    return requests.stream()
        .filter(one -> one.string("action").equals(Optional.of(action)))
        .toList();
  }

  static List<String> received(JsonObject request) {
    return request.array("received").flatMap(JsonArray::strings).orElse(List.of());
  }

  /** Returns an envelope as a relay brings it. */
  static JsonObject letter(String id, long number, Instant received, byte[] envelope) {
    return JsonObject.empty()
        .with("id", id)
        .with("number", number)
        .with("received_ms", received.toEpochMilli())
        .with("envelope", new String(envelope, StandardCharsets.UTF_8));
  }

  private void handle(HttpExchange exchange) throws IOException {
    JsonObject request = json(exchange.getRequestBody().readAllBytes());
    requests.add(request);
    String action = request.string("action").orElse("");
    if (instead.isPresent()) {
      instead.get().handle(exchange);
      return;
    }
    JsonObject answer = basis(PublicKey.parse(request.string("guest_key").orElseThrow()));
    send(
        exchange,
        200,
        switch (action) {
          case "join" -> joining.apply(answer);
          case "fetch" -> fetching.apply(answer.with("post", JsonArray.of()));
          default -> answer;
        });
  }

  private JsonObject basis(PublicKey guest) {
    String id = Fingerprint.of(guest).toString();
    return JsonObject.empty()
        .with("status", "ok")
        .with("address", endpoint() + "/x/relay/" + id.substring(id.indexOf(':') + 1))
        .with("name", "relay")
        .with("days", 7)
        .with("megabytes", 100)
        .with("taken", 0)
        .with("waiting", 0)
        .with("now_ms", System.currentTimeMillis());
  }

  private static JsonObject json(byte[] bytes) {
    try {
      return (JsonObject) JsonReader.file(bytes);
    } catch (MalformedJson e) {
      throw new AssertionError(e);
    }
  }

  private static void send(HttpExchange exchange, int status, JsonObject json) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    send(exchange, status, JsonWriter.compact(json).getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
