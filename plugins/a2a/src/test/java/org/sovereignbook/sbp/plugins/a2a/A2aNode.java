package org.sovereignbook.sbp.plugins.a2a;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CliTest;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteServer;
import org.sovereignbook.sbp.peer.server.RouteWork;
import org.sovereignbook.sbp.plugins.a2a.client.PeerProof;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.FreePorts;
import org.sovereignbook.sbp.testing.TestKeys;

/** A node whose agents are open, with its server, the process of its routes, and a client. */
final class A2aNode implements AutoCloseable {
  private final CliTest cli;
  private final Node node;
  private final Ledger ledger;
  private final List<String> log = new CopyOnWriteArrayList<>();
  private HttpClient client = HttpClient.newHttpClient();
  private final NodeServer server;
  private RouteServer routes;
  private final Map<PublicKey, TrustState> trust =
      new ConcurrentHashMap<>(
          Map.of(
              TestKeys.alice().publicKey(), TrustState.KNOWN,
              TestKeys.named("mallory").publicKey(), TrustState.BLOCKED));
  private int messages;

  private A2aNode(Path folder, String... more) {
    assertThat(CliTest.in(folder).run(init(more)).exit()).isEqualTo(ExitCode.DONE);
    this.cli = CliTest.in(folder.resolve("node")).inRealTime();
    done("agent", "list");
    this.node = ClientStore.node(folder.resolve("node"));
    configure(more.length == 0);
    this.ledger =
        Ledger.open(node, new SqliteLedgerProvider().open(node))
            .observedByFeatures(List.of())
            .knowing(this::trust);
    this.server = NodeServer.start(node, new FileStore(node), node.config(), log::add);
    this.routes = started();
  }

  /**
   * Lets the client be the one that closes idle connections: it has no other way to know that the
   * server has closed one while a test was busy, and sends no message twice.
   */
  private void configure(boolean isAtAnyPort) {
    JsonObject made = node.readJson(node.home().schedulerConfig()).orElseThrow();
    JsonObject server =
        made.object("server").orElseGet(JsonObject::empty).with("idle_timeout_seconds", 600);
    node.writeJson(
        node.home().schedulerConfig(),
        made.with("server", isAtAnyPort ? server.with("port", 0) : server));
  }

  /** Alice is known until the test says otherwise, and Mallory is blocked. */
  private Optional<TrustState> trust(PublicKey key) {
    return Optional.ofNullable(trust.get(key));
  }

  /** Changes what the node's owner thinks of a peer. */
  void trust(KeyPair peer, TrustState state) {
    trust.put(peer.publicKey(), state);
  }

  private static String[] init(String... more) {
    return Stream.concat(Stream.of("init", "node", "--local"), Stream.of(more))
        .toArray(String[]::new);
  }

  /** Returns the text of docs/a2a.md, from whichever module the tests run in. */
  static String page() throws IOException {
    return Files.readString(
        Stream.of("", "..", "../..")
            .map(up -> Path.of(up, "docs/a2a.md"))
            .filter(Files::exists)
            .findFirst()
            .orElseThrow());
  }

  static A2aNode in(Path folder) {
    return new A2aNode(folder);
  }

  /** Makes one whose card names the address at which it really is. */
  static A2aNode reachable(Path folder) {
    String port = Integer.toString(FreePorts.of(1));
    return new A2aNode(folder, "--endpoint", "http://127.0.0.1:" + port, "--port", port);
  }

  String endpoint() {
    return server.endpoint().toString();
  }

  private RouteServer started() {
    try {
      return RouteServer.start(
          new RouteContext(node, () -> Optional.of(ledger), () -> new FileStore(node), log::add),
          log::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Does the work of features beside their routes, until it is closed. */
  RouteWork working() {
    return RouteWork.start(
        new RouteContext(node, () -> Optional.of(ledger), () -> new FileStore(node), log::add),
        log::add);
  }

  /** Ends the process of the routes, as a crash would, and starts another. */
  void restartRoutes() {
    routes.close();
    routes = started();
  }

  Node node() {
    return node;
  }

  Ledger ledger() {
    return ledger;
  }

  /** Returns what the node's server and its routes have told the operator. */
  List<String> log() {
    return log;
  }

  HttpClient client() {
    return client;
  }

  /** Sends what follows from another address of the loopback. */
  void speakFrom(String address) {
    client.close();
    client = HttpClient.newBuilder().localAddress(InetAddress.ofLiteral(address)).build();
  }

  CliTest.Ran run(String... words) {
    return cli.run(words);
  }

  CliTest.Ran done(String... words) {
    CliTest.Ran ran = cli.run(words);
    assertThat(ran.exit()).as(String.join(" ", words) + ran.err()).isEqualTo(ExitCode.DONE);
    return ran;
  }

  /** Does a task as the reader. */
  void work(String task, String result) {
    done("task", "claim", task, "--as", "reader");
    done("task", "submit", task, "--fence", "1", "--as", "reader", "--result", result);
  }

  String token(String name) {
    return done("a2a", "token", name, "--json").json().string("token").orElseThrow();
  }

  /** Records that a model was called for a client. */
  void spend(String client, int dollars) {
    spend(ledger.<Principal>read(tx -> A2aClient.named(tx, client)), dollars);
  }

  void spend(Principal principal, int dollars) {
    JsonObject call =
        JsonObject.builder()
            .put("event", "reserved")
            .put("time", node.now().toString())
            .put("component", "r")
            .put("backend", "b")
            .put("id", "a")
            .put("tokens", 1)
            .put("cost_usd", dollars)
            .put("causes", JsonObject.empty().with(principal.text(), 1000))
            .build();
    node.writeText(node.home().llmLedger(), JsonWriter.compact(call) + "\n");
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(server.endpoint() + path));
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

  HttpResponse<String> get(String path, String... headers) {
    return send(with(request(path).GET(), headers));
  }

  HttpResponse<String> post(String path, JsonObject body, String... headers) {
    return send(
        with(
            request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JsonWriter.compact(body))),
            headers));
  }

  /** Returns the headers by which a peer proves a message to the reader. */
  String[] proof(KeyPair keys, JsonObject message) {
    return proof(keys, "reader/message:send", message);
  }

  /** Returns the headers by which a peer proves what it posts to this path below the routes. */
  String[] proof(KeyPair keys, String path, JsonObject body) {
    return proof(keys, path, JsonWriter.compact(body).getBytes(StandardCharsets.UTF_8));
  }

  String[] proof(KeyPair keys, String path, byte[] body) {
    return new String[] {
      "Authorization", PeerProof.make(keys, node.keys().publicKey(), node.now(), "POST", path, body)
    };
  }

  static HttpRequest.Builder with(HttpRequest.Builder request, String... headers) {
    return headers.length == 0 ? request : request.headers(headers);
  }

  static String[] bearer(String token) {
    return new String[] {"Authorization", "Bearer " + token};
  }

  /** Calls a method by JSON-RPC at the reader. */
  JsonObject rpc(String method, JsonObject params, String... headers) {
    return json(
        post(
            "/x/a2a/reader",
            rpcBody(method, params),
            Stream.concat(Stream.of("A2A-Version", "1.0"), Stream.of(headers))
                .toArray(String[]::new)));
  }

  static JsonObject rpcBody(String method, JsonObject params) {
    return JsonObject.builder()
        .put("jsonrpc", "2.0")
        .put("id", 7)
        .put("method", method)
        .put("params", params)
        .build();
  }

  static JsonObject result(JsonObject rpc) {
    return rpc.object("result").orElseThrow(() -> new AssertionError(rpc.toString()));
  }

  static long error(JsonObject rpc) {
    return rpc.object("error")
        .orElseThrow(() -> new AssertionError(rpc.toString()))
        .integer("code")
        .orElseThrow();
  }

  /** A request that does not wait for the end of the task. */
  JsonObject message(String text) {
    return message("m-" + messages++, text, JsonObject.empty());
  }

  static JsonObject message(String id, String text, JsonObject more) {
    JsonObject message =
        JsonObject.builder()
            .put("messageId", id)
            .put("role", "ROLE_USER")
            .put("parts", JsonArray.of(JsonObject.empty().with("text", text)))
            .build();
    for (String name : more.members().keySet()) {
      message = message.with(name, more.get(name).orElseThrow());
    }
    return JsonObject.empty()
        .with("message", message)
        .with("configuration", JsonObject.empty().with("returnImmediately", true));
  }

  /** Sends a message by JSON-RPC, and returns its task. */
  JsonObject sent(JsonObject params, String... headers) {
    return result(rpc("SendMessage", params, headers)).object("task").orElseThrow();
  }

  static String id(JsonObject task) {
    return task.string("id").orElseThrow();
  }

  static JsonObject byId(String id) {
    return JsonObject.empty().with("id", id);
  }

  static String state(JsonObject task) {
    return task.object("status").orElseThrow().string("state").orElseThrow();
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

  @Override
  public void close() {
    server.stop();
    routes.close();
    client.close();
    ledger.close();
  }
}
