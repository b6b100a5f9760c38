package org.sovereignbook.sbp.peer.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestNode;

/** Bob's node served on a free loopback port, with a client to talk to it. */
final class Served implements AutoCloseable {
  private final TestNode node;
  private final Config config;
  private final AtomicReference<LongSupplier> freeDiskBytes =
      new AtomicReference<>(() -> Long.MAX_VALUE);
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private NodeServer server;

  private Served(TestNode node, Node on, Config config) {
    this.node = node;
    this.config = config;
    this.server = started(on);
  }

  static Config at(String bind, int port) {
    return Config.empty().with(ServerSettings.BIND, bind).with(ServerSettings.PORT, port);
  }

  /** Loopback and any free port, otherwise the defaults. */
  static Config config() {
    return at("127.0.0.1", 0);
  }

  static Served start(TestNode node) {
    return start(node, config());
  }

  static Served start(TestNode node, Config config) {
    return new Served(node, node.node(), config);
  }

  /** The same node's files on another disk. */
  static Served start(TestNode node, Node on, Config config) {
    return new Served(node, on, config);
  }

  private NodeServer started(Node on) {
    return NodeServer.start(
        on, new FileStore(on), config, log::add, () -> freeDiskBytes.get().getAsLong());
  }

  /** Stops, and starts again on a good disk. */
  void restart() {
    server.stop();
    server = started(node.node());
  }

  TestNode node() {
    return node;
  }

  NodeServer server() {
    return server;
  }

  List<String> log() {
    return log;
  }

  void freeDiskBytes(long bytes) {
    freeDiskBytes(() -> bytes);
  }

  void freeDiskBytes(LongSupplier bytes) {
    freeDiskBytes.set(bytes);
  }

  List<InboxId> inbox() {
    return node.store().inbox().pending();
  }

  URI url(String path) {
    return server.endpoint().resolve(path);
  }

  HttpResponse<String> post(byte[] envelope) {
    return post(BodyPublishers.ofByteArray(envelope));
  }

  HttpResponse<String> post(BodyPublisher body) {
    return send(request("/message").header("Content-Type", "application/json").POST(body));
  }

  HttpResponse<String> get(String path) {
    return send(request(path).GET());
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(url(path));
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return client.send(request.build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  /** A direct message from a test key to bob, signed at the node's time. */
  byte[] direct(org.sovereignbook.sbp.base.crypto.KeyPair sender, String body) {
    return direct(node, sender, body);
  }

  static byte[] direct(
      TestNode node, org.sovereignbook.sbp.base.crypto.KeyPair sender, String body) {
    return node.envelope(
        sender,
        TestNode.ALICE_ENDPOINT,
        MessageType.DIRECT,
        Payloads.direct(body, java.util.Optional.empty(), java.util.Optional.empty()));
  }

  static JsonObject json(HttpResponse<String> response) {
    return json(response.body());
  }

  static JsonObject json(String text) {
    try {
      return (JsonObject) JsonReader.file(text.getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(text, e);
    }
  }

  static String error(HttpResponse<String> response) {
    return json(response).string("error").orElse("");
  }

  static boolean isEnvelope(byte[] bytes) {
    return Envelope.verify(json(new String(bytes, StandardCharsets.UTF_8)));
  }

  @Override
  public void close() {
    server.stop();
    client.close();
  }
}
