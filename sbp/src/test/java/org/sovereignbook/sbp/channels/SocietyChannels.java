package org.sovereignbook.sbp.channels;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.AgentMail;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TaskOffer;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.frontend.turns.TurnListener;
import org.sovereignbook.sbp.frontend.turns.TurnOutcome;
import org.sovereignbook.sbp.frontend.turns.TurnRunner;
import org.sovereignbook.sbp.model.chat.Cancellation;
import org.sovereignbook.sbp.model.chat.ChatBackend;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.plugins.hooks.Dispatch;
import org.sovereignbook.sbp.plugins.hooks.HookPrograms;
import org.sovereignbook.sbp.plugins.hooks.HookScript;
import org.sovereignbook.sbp.plugins.hooks.Webhook;
import org.sovereignbook.sbp.plugins.hooks.WebhookServer;
import org.sovereignbook.sbp.society.hooks.HotHook;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.Personas;
import org.sovereignbook.sbp.store.InboxId;
import org.sovereignbook.sbp.testing.RanCommands;
import org.sovereignbook.sbp.testing.TestClock;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * A node with a society and all its channels, in this process: commands, MCP over both ways, the
 * inbox, webhooks, hooks, timers and the reader's decisions. Not a test itself.
 */
final class SocietyChannels implements AutoCloseable {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");

  private final TestNode node;
  private final Ledger ledger;
  private final Map<String, HotHook> hot = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private int sent;

  /** Runs the turns of all sessions, one after another; a test plays the model. */
  List<TurnOutcome.Ended> turns(ChatBackend model) throws InterruptedException {
    List<TurnOutcome.Ended> ended = new ArrayList<>();
    Personas.ensureAgents(ledger);
    // Collected messages are complete by then.
    node.clock().advance(Duration.ofSeconds(2));
    Session session =
        session(Map.of(), InputStream.nullInputStream(), OutputStream.nullOutputStream());
    try (LentLedger.Lending _ = session.lend(ledger);
        TurnRunner runner = new TurnRunner(session, ledger, model)) {
      for (MessageQueue.Due due : ledger.read(tx -> new MessageQueue(tx).due())) {
        while (runner.next(due.session(), TurnListener.NONE, new Cancellation())
            instanceof TurnOutcome.Ended one) {
          ended.add(one);
        }
      }
    }
    return ended;
  }

  /** Returns the texts of a corpus that a build tries; the trial {@code injection} tries all. */
  static List<String> tried(List<String> corpus) {
    int step = Integer.getInteger("sbp.injection.step", 3);
    return IntStream.range(0, corpus.size())
        .filter(i -> i % step == 0)
        .mapToObj(corpus::get)
        .toList();
  }

  /** What a command left behind. */
  record Ran(ExitCode exit, String out) {
    JsonObject json() {
      try {
        return (JsonObject) JsonReader.file(out.getBytes(StandardCharsets.UTF_8));
      } catch (MalformedJson e) {
        throw new AssertionError(out, e);
      }
    }
  }

  SocietyChannels(Path folder) {
    node = TestNode.in(folder);
    node.configure(
        JsonObject.builder()
            .put(
                "agents",
                JsonObject.builder()
                    .put("error_threshold", 1_000)
                    .put("max_refused_calls", 1_000)
                    .build())
            .put("access", JsonObject.builder().put("stranger_calls_per_hour", 100_000).build())
            .build());
    ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
    Agents.ensureOfTheNode(ledger, Component.names(Component.Trait.AGENT));
  }

  TestNode node() {
    return node;
  }

  Ledger ledger() {
    return ledger;
  }

  void policies(String yaml) {
    node.node().writeText(node.home().access().resolve("owner.yaml"), yaml);
  }

  /** A node that this one knows. */
  KeyPair peer(String name, TrustState trust) {
    KeyPair keys = TestKeys.named(name);
    node.addPeer(name, keys, endpoint(name), trust);
    names.put("peer:" + keys.publicKey(), "peer:" + name);
    return keys;
  }

  private static Endpoint endpoint(String name) {
    return Endpoint.parse("https://" + name + ".example");
  }

  void agent(String name, String tools, String... more) {
    List<String> words = new ArrayList<>(List.of("agent", "register", name, "--tools", tools));
    words.addAll(List.of(more));
    require(owner(words.toArray(String[]::new)));
    require(owner("agent", "activate", name));
    name(name);
  }

  private void name(String agent) {
    Agent found = ledger.read(tx -> Agents.named(tx, agent));
    names.put(found.principal().text(), "agent:" + agent);
  }

  static Ran require(Ran ran) {
    if (ran.exit().isFailure()) {
      throw new AssertionError(ran.out());
    }
    return ran;
  }

  /** The owner types. */
  Ran owner(String... words) {
    return run(Map.of(), "", words);
  }

  String token(String agent) {
    return require(owner("agent", "token", agent, "--json")).json().string("token").orElseThrow();
  }

  /** A process types that has the token. */
  Ran with(String token, String... words) {
    return run(Map.of("SBP_AGENT_TOKEN", token), "", words);
  }

  Ran run(Map<String, String> environment, String input, String... words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    InputStream in = new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8));
    ExitCode exit = CommandLines.run(session(environment, in, out), List.of(words));
    Ran ran = new Ran(exit, out.toString(StandardCharsets.UTF_8));
    RanCommands.note(List.of(words), exit, ran.out(), "as above");
    return ran;
  }

  private Session session(Map<String, String> environment, InputStream in, OutputStream out) {
    PrintStream printer = new PrintStream(out, true, StandardCharsets.UTF_8);
    Map<String, String> accepting = new TreeMap<>(environment);
    accepting.put(NodeHome.ACCEPT_VARIABLE, "1");
    World world =
        new World(
            accepting,
            node.home().root(),
            in,
            printer,
            printer,
            () -> false,
            LocalDisk.unsynced(),
            new TestClock(),
            new SecureRandom());
    return Session.of(world, new Output(world, false), CommandLines.table());
  }

  /** One request over standard input and output. */
  Ran mcp(String token, String method, String params) {
    return run(Map.of("SBP_AGENT_TOKEN", token), request(method, params) + "\n", "mcp");
  }

  private static String request(String method, String params) {
    return ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"%s\",\"params\":{%s,\"_meta\":{"
            + "\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{}}}}")
        .formatted(method, params);
  }

  static String call(String tool, String arguments) {
    return "\"name\":\"%s\",\"arguments\":%s".formatted(tool, arguments);
  }

  /** The real {@code sbp mcp --http}, as long as it takes. */
  <T> T overHttp(ToServer<T> work) {
    CompletableFuture<URI> at = new CompletableFuture<>();
    StringBuilder said = new StringBuilder();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            said.append((char) b);
            if (b == '\n' && !at.isDone() && said.indexOf("http://") >= 0) {
              at.complete(URI.create(said.substring(said.indexOf("http://")).strip()));
            }
          }
        };
    Thread server =
        Thread.ofPlatform()
            .start(
                () -> {
                  ExitCode _ =
                      CommandLines.run(
                          session(Map.of(), InputStream.nullInputStream(), out),
                          List.of("mcp", "--http", "--port", "0"));
                });
    try {
      return work.with(at.get(60, TimeUnit.SECONDS));
    } catch (TimeoutException e) {
      throw new AssertionError(said.toString(), e);
    } catch (Exception e) {
      throw new AssertionError(e);
    } finally {
      server.interrupt();
    }
  }

  /** What is done with a server. */
  interface ToServer<T> {
    T with(URI address) throws Exception;
  }

  String post(URI at, String token, String method, String name, String params) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(at)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("Authorization", "Bearer " + token)
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", method)
            .header("Mcp-Name", name)
            .POST(HttpRequest.BodyPublishers.ofString(request(method, params)))
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** An envelope comes in, and the reader's first step takes it. */
  InboxId arrives(String peer, MessageType type, JsonObject payload) {
    InboxId id = lies(peer, type, payload);
    require(owner("reader-pre"));
    return id;
  }

  /** An envelope comes in, and waits. */
  InboxId lies(String peer, MessageType type, JsonObject payload) {
    byte[] envelope = node.envelope(TestKeys.named(peer), endpoint(peer), type, payload);
    return node.store().inbox().accept(envelope, node.clock().instant());
  }

  /** Mail of one of a peer's agents to one of ours. */
  JsonObject mail(String from, String to, String body) {
    return mail(MailType.MESSAGE, from, Optional.of(to), body, Optional.empty());
  }

  JsonObject offer(String title, String description) {
    TaskOffer offer =
        new TaskOffer(id(), TaskOffer.State.OFFERED, title, description, List.of(), 0);
    return mail(MailType.TASK_OFFER, "owner", Optional.empty(), "A task.", Optional.of(offer));
  }

  private JsonObject mail(
      MailType type, String from, Optional<String> to, String body, Optional<TaskOffer> offer) {
    return new AgentMail(
            id(),
            type,
            from,
            to,
            ++sent,
            node.node().now(),
            new AgentMail.About(
                offer.map(_ -> new Timestamp(node.clock().instant().plus(Duration.ofDays(1)))),
                Optional.empty(),
                Optional.empty()),
            body,
            new AgentMail.Carried(List.of(), offer, Optional.empty()))
        .payload();
  }

  private String id() {
    return "%016x".formatted(1_000_000 + ++sent);
  }

  /** What the model has decided on an item is carried out. */
  void decides(InboxId item, String action, String... more) {
    decides(item, action, List.of(more));
  }

  void decides(InboxId item, String action, List<String> more) {
    JsonObject.Builder decision =
        JsonObject.builder().put("inbox_id", item.value()).put("action", action);
    for (int i = 0; i < more.size(); i += 2) {
      decision.put(more.get(i), more.get(i + 1));
    }
    node.node()
        .writeJson(
            node.home().readerDecisions(),
            JsonObject.builder()
                .put(
                    "decisions",
                    org.sovereignbook.sbp.base.json.JsonArray.of(List.of(decision.build())))
                .put("session_notes", "")
                .build());
    require(owner("reader-post"));
  }

  Webhook webhook(String name) {
    Webhook made = Webhook.make(node.node(), name, Webhook.Scheme.TOKEN);
    made.keep(node.node());
    return made;
  }

  /** Somebody posts to a webhook, with its proof. */
  int posts(Webhook webhook, String body) {
    try (WebhookServer.Serving serving = WebhookServer.start(ledger, 0, () -> {}, _ -> {})) {
      HttpRequest request =
          HttpRequest.newBuilder(URI.create(serving.address() + webhook.name()))
              .header("Authorization", "Bearer " + webhook.secret())
              .POST(HttpRequest.BodyPublishers.ofString(body))
              .build();
      return client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A hook that runs in this process, as one of a plugin. */
  void hook(String name, String declaration, UnaryOperator<JsonObject> answer) {
    hot.put(
        name,
        new HotHook() {
          @Override
          public String name() {
            return name;
          }

          @Override
          public JsonObject answer(JsonObject input) {
            return answer.apply(input);
          }
        });
    node.node()
        .writeText(
            HookScript.folder(node.node()).resolve(name + ".hook.yaml"),
            "plugin: " + name + "\n" + declaration);
    require(owner("hook", "accept", name));
    name("hook-" + name);
  }

  void dispatch() {
    HookPrograms programs =
        new HookPrograms(
            node.node(), List.of("/bin/false"), Optional.empty(), Map.of(), name -> hot.get(name));
    try {
      var _ = new Dispatch(ledger, programs, ZONE).run(Duration.ofDays(1));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Decisions: tool, verdict, principal, channel. The oldest first. */
  List<String> trail() {
    return ledger
        .<List<String>>read(
            tx ->
                tx.list(
                    "SELECT tool, decision, principal, channel FROM audit"
                        + " WHERE decision IN ('allow', 'deny') ORDER BY seq",
                    row ->
                        "%s %s %s %s"
                            .formatted(
                                row.text(1),
                                row.text(2),
                                names.getOrDefault(row.text(3), row.text(3)),
                                row.text(4))))
        .stream()
        .toList();
  }

  List<String> trailAfter(Runnable work) {
    int before = trail().size();
    work.run();
    List<String> all = trail();
    return all.subList(before, all.size());
  }

  /** The authority that the newest row of a table carries, names in place of keys. */
  JsonObject authority(String table, String order) {
    String text =
        ledger
            .<Optional<String>>read(
                tx ->
                    tx.first(
                        "SELECT a.document FROM %s t JOIN authority a ON a.id = t.authority_id ORDER BY t.%s DESC LIMIT 1"
                            .formatted(table, order),
                        row -> row.text(1)))
            .orElseThrow(() -> new AssertionError("nothing in " + table));
    for (Map.Entry<String, String> each : names.entrySet()) {
      text = text.replace(each.getKey(), each.getValue());
    }
    return new Ran(ExitCode.DONE, text).json();
  }

  @Override
  public void close() {
    client.close();
    ledger.close();
  }
}
