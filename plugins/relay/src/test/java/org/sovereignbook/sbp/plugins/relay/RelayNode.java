package org.sovereignbook.sbp.plugins.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteServer;
import org.sovereignbook.sbp.testing.FreePorts;

/** A relay at work: a node with its server, the process of its routes, and a client of anybody. */
final class RelayNode implements AutoCloseable {
  private final RelayStore store;
  private final CliTest cli;
  private final Node node;
  private final Ledger ledger;
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final NodeServer server;
  private RouteServer routes;
  private Optional<TrustState> trust = Optional.empty();

  private RelayNode(Path folder, String name, InstantSource clock, RelayStore store) {
    String port = Integer.toString(FreePorts.of(1));
    String[] init = {
      "init", name, "--local", "--endpoint", "http://127.0.0.1:" + port, "--port", port
    };
    assertThat(CliTest.in(folder).by(clock).run(init).exit()).isEqualTo(ExitCode.DONE);
    this.store = store;
    this.cli = store.configured(folder.resolve(name)).by(clock);
    done("plugin", "on", "relay");
    done("agent", "list");
    Node there = Node.at(folder.resolve(name));
    this.node = new Node(there.home(), there.disk(), clock, there.random());
    this.ledger =
        Ledger.open(node, store.database().apply(node))
            .observedByFeatures(List.of())
            .knowing(_ -> trust);
    this.server = NodeServer.start(node, store.store().apply(node), node.config(), log::add);
    this.routes = started();
  }

  static RelayNode in(Path folder) {
    return in(folder, RelayStore.files());
  }

  static RelayNode in(Path folder, RelayStore store) {
    return new RelayNode(folder, "relay", InstantSource.system(), store);
  }

  /** Makes one by another name, and by a clock that a test drives itself. */
  static RelayNode in(Path folder, String name, InstantSource clock) {
    return new RelayNode(folder, name, clock, RelayStore.files());
  }

  private RouteServer started() {
    RouteContext context =
        new RouteContext(
            node, () -> Optional.of(ledger), () -> store.store().apply(node), log::add);
    try {
      return RouteServer.start(context, log::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sets what the relay's owner thinks of everybody. */
  void trust(TrustState state) {
    trust = Optional.of(state);
  }

  Endpoint endpoint() {
    return node.identity().endpoint();
  }

  Node node() {
    return node;
  }

  Ledger ledger() {
    return ledger;
  }

  List<String> log() {
    return log;
  }

  CliTest.Ran run(String... words) {
    return cli.run(words);
  }

  CliTest.Ran done(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  /** Makes an invitation, and returns its token. */
  String invite(String... more) {
    String[] words = new String[more.length + 3];
    words[0] = "relay";
    words[1] = "host";
    words[2] = "--json";
    System.arraycopy(more, 0, words, 3, more.length);
    return done(words).json().string("token").orElseThrow();
  }

  HttpResponse<String> get(Endpoint address, String path) {
    return send(HttpRequest.newBuilder(URI.create(address + path)).GET());
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

  HttpResponse<String> post(Endpoint address, String path, byte[] body) {
    return send(
        HttpRequest.newBuilder(URI.create(address + path))
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(body)));
  }

  /** Posts an envelope to a guest. */
  HttpResponse<String> message(Endpoint address, byte[] envelope) {
    return post(address, "/message", envelope);
  }

  /** Returns a signed message of somebody. */
  static byte[] envelope(KeyPair from, PublicKey to, Timestamp at, String text) {
    JsonObject unsigned =
        Envelope.build(
            MessageType.DIRECT,
            JsonObject.empty().with("body", text),
            from.publicKey(),
            Endpoint.parse("https://friend.example"),
            to,
            at);
    return JsonWriter.compact(Envelope.sign(unsigned, from)).getBytes(StandardCharsets.UTF_8);
  }

  static JsonObject json(HttpResponse<String> response) {
    try {
      return (JsonObject) JsonReader.file(response.body().getBytes(StandardCharsets.UTF_8));
    } catch (MalformedJson e) {
      throw new AssertionError(response.body(), e);
    }
  }

  static String error(HttpResponse<String> response) {
    return json(response).string("error").orElse("none");
  }

  /** Answers nobody any more. */
  void stopServing() {
    server.stop();
  }

  /** Ends the process of the routes, as a crash would, and starts another. */
  void restartRoutes() {
    routes.close();
    routes = started();
  }

  @Override
  public void close() {
    server.stop();
    routes.close();
    client.close();
    ledger.close();
  }
}
