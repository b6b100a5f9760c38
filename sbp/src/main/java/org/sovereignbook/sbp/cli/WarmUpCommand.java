package org.sovereignbook.sbp.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.JsonString;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.base.protocol.Envelope;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.OutputOptions;
import org.sovereignbook.sbp.frontend.command.ProgramVersion;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Subcommand;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.OwnerOnly;
import org.sovereignbook.sbp.node.Subprocess;
import org.sovereignbook.sbp.ops.install.CheckoutPlugins;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.runtime.plugin.ExtensionKind;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/**
 * The training run for the launcher's AOT cache: runs the frequent commands in a temporary node.
 * The cache holds the classes that they load. Rare commands do not belong here, because unused
 * classes make each start slower. Hidden.
 */
@Command(description = "run what common commands do, for the launcher's cache")
final class WarmUpCommand implements Subcommand {
  private static final String DAILY_ONLY = "daily";
  private static final String PLUGINS = "plugins";
  private static final String OPENAI = "openai";
  private static final List<String> LOOKS =
      List.of("status", "inbox", "outbox", "peers", "tick", "tick --home .", "status --home .");
  private static final List<String> VERIFY =
      List.of("version", "verify runtime/identity/identity.json");
  private static final List<String> SOCIETY =
      List.of(
          "agent list",
          "agent show author",
          "task add warm --priority 1 --label warm --json",
          "task list --home .",
          "task ready",
          "task claim --as author --json",
          "task list",
          "task renew ID --fence FENCE --as author",
          "task fail ID --fence FENCE --reason warm --as author",
          "task retry ID",
          "task cancel ID --reason warm",
          "task add warm --reviewer owner --json",
          "task claim ID --as author --json",
          "task submit ID --fence FENCE --result warm --as author",
          "task review ID --score 80 --comment warm",
          "task complete ID",
          "task show ID --json",
          "task graph",
          "task add warm",
          "task claim --as author --json",
          "mail send author warm --json",
          "mail list --as author",
          "mail read --as author",
          "mail reply ID warm --as author",
          "mail ack ID --as author",
          "mail receipts",
          "bus put warm warm --as author",
          "bus get author:warm",
          "bus list",
          "bus snapshot",
          "bus delete warm --as author",
          "event list",
          "audit list",
          "access requests",
          "memory search warm",
          "session list");
  private static final List<String> OTHERS =
      List.of(
          "reader-pre",
          "agent run reader",
          "reader-post",
          "agent run reader --steps",
          "agent run author",
          "author-post",
          "deliver",
          "status --json",
          "network",
          "log -n 5");
  private static final List<String> CHAT =
      List.of(
          "chat -m warm",
          "chat -m again",
          "status",
          "session show main",
          "session send main warm",
          "memory status",
          "status --help");

  @Mixin OutputOptions output = new OutputOptions();

  @Parameters(
      arity = "0..1",
      description = "daily: only what is called all day and needs no picocli; or plugins, or one")
  String what = "";

  /**
   * Parsed without picocli, whose classes must stay out of the cache of commands that do without
   * it.
   */
  @Override
  public boolean isPlain() {
    return true;
  }

  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    Optional<Path> sources =
        Optional.ofNullable(session.world().environment().get("SBP_PLUGIN_SOURCES")).map(Path::of);
    if (sources.isPresent() && (what.equals(PLUGINS) || what.contains("-"))) {
      CheckoutPlugins plugins =
          new CheckoutPlugins(sources.get(), ProgramVersion.text(), System.err::println);
      if (what.equals(PLUGINS)) {
        plugins.build();
      } else {
        plugins.build(what);
      }
      return ExitCode.DONE;
    }
    Path folder = Files.createTempDirectory("sbp-warm-up");
    try {
      exercise(Files.createDirectory(folder.resolve("node")), session);
    } finally {
      OwnerOnly.deleteTree(folder);
    }
    session.output().line("warm");
    return ExitCode.DONE;
  }

  private void exercise(Path root, Session session) throws IOException {
    // Code that draws asks for the terminal first, and the world made here has none.
    boolean _ = session.world().terminal().getAsBoolean();
    boolean all = what.isEmpty();
    World world = at(root, session.world());
    prepare(world, "init --local", !all);
    Node node = session.nodeAt(root);
    // Steps would run in processes of their own, which the cache does not record.
    node.writeJson(node.home().schedulerConfig(), withoutCommands(node.config().json()));
    List<String> lines = lines();
    if (all) {
      receive(node, session);
      node.writeText(node.home().drafts().resolve("warm.md"), "# Warm\n\nIt is warm.\n");
      whileFollowed(node, session, world, () -> run(root, world, lines));
      if (session.extensions(Optional.of(node)).names(ExtensionKind.CHAT).contains(OPENAI)) {
        whileAnswered(node, () -> run(root, world, CHAT));
      }
    } else {
      run(root, world, LOOKS);
      boolean _ = prepare(world, "memory add warm", true);
      whileAnswered(node, () -> prepare(world, "chat -m warm", true));
      run(root, world, lines);
    }
    try {
      if (prepare(world, "store migrate --to sqlite", !all)) {
        run(root, world, lines);
      }
    } catch (LinkageError e) {
      session.output().line("there is a SQLite plugin, but not one of this program");
    }
  }

  /**
   * Does the work while another node serves and follows this one. {@code deliver} and {@code
   * network} then have a peer, and load the HTTP client, most of their classes.
   */
  private static void whileFollowed(Node node, Session session, World world, Runnable work)
      throws IOException {
    Path home = node.home().root().resolveSibling("peer");
    if (!succeeds(world, "init " + home + " --local")) {
      throw new CliException(ExitCode.FAILED, "cannot warm up: no second node in " + home);
    }
    Node peer = session.nodeAt(home);
    try (Store store = session.store(peer)) {
      Optional<NodeServer> server = serve(peer, store);
      try {
        server.ifPresent(serving -> addFollower(node, session, peer, serving.endpoint()));
        work.run();
      } finally {
        server.ifPresent(NodeServer::close);
      }
    }
  }

  /** Commands that run while somebody serves. */
  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  /**
   * Does the work while a model of this process answers conversations. The HTTP client and the
   * backend are most of the classes of a first answer.
   */
  private static void whileAnswered(Node node, Work work) throws IOException {
    try (LoopbackModel model = LoopbackModel.start()) {
      JsonObject openai =
          JsonObject.builder()
              .put("base_url", model.address())
              .put("model", "warm")
              .put("key_variable", "")
              .build();
      JsonObject config = node.config().json();
      JsonObject llm = config.object("llm").orElse(JsonObject.empty()).with(OPENAI, openai);
      JsonObject sessions =
          config
              .object("sessions")
              .orElse(JsonObject.empty())
              .with("backend", new JsonString(OPENAI));
      node.writeJson(
          node.home().schedulerConfig(), config.with("llm", llm).with("sessions", sessions));
      work.run();
    }
  }

  /**
   * Starts the other node's server; empty where none may listen, as in a sandbox: the cache then
   * lacks the client.
   */
  private static Optional<NodeServer> serve(Node node, Store store) {
    Config anyPort = node.config().withJson(ServerSettings.PORT.key(), new JsonInteger(0));
    try {
      return Optional.of(NodeServer.start(node, store, anyPort, _ -> {}));
    } catch (ConfigException e) {
      return Optional.empty();
    }
  }

  private static void addFollower(Node node, Session session, Node peer, Endpoint endpoint) {
    try (Store store = session.store(node)) {
      PeerTable before = store.peers();
      Peer follower =
          Peer.met("Peer", peer.identity().publicKey(), endpoint, TrustState.KNOWN, node.now())
              .withSubscriber(true);
      store.commit(new ChangeSet().addAll(before.with(follower).changes(before)));
    }
  }

  private List<String> lines() {
    Stream<List<String>> daily = Stream.of(VERIFY, LOOKS, SOCIETY);
    return (what.equals(DAILY_ONLY) ? daily : Stream.concat(daily, Stream.of(OTHERS)))
        .flatMap(List::stream)
        .toList();
  }

  private static JsonObject withoutCommands(JsonObject config) {
    JsonObject.Builder nothing = JsonObject.builder();
    config
        .object("commands")
        .orElse(JsonObject.empty())
        .members()
        .keySet()
        .forEach(component -> nothing.put(component, "exit 3"));
    return config.with("commands", nothing.build());
  }

  /** Puts a stranger's message into the inbox, as the server would. */
  private static void receive(Node node, Session session) {
    KeyPair stranger = KeyPair.generate(node.random());
    JsonObject envelope =
        Envelope.sign(
            Envelope.build(
                MessageType.DIRECT,
                JsonObject.builder().put("body", "warm").build(),
                stranger.publicKey(),
                Endpoint.parse("https://warm-up.example.com"),
                node.identity().publicKey(),
                node.now()),
            stranger);
    try (Store store = session.store(node)) {
      store
          .inbox()
          .accept(
              JsonWriter.compact(envelope).getBytes(StandardCharsets.UTF_8),
              node.clock().instant());
    }
  }

  /**
   * Runs a preparing command, in a process of its own if its classes must stay out of the cache.
   */
  private static boolean prepare(World world, String line, boolean elsewhere) throws IOException {
    if (!elsewhere) {
      return succeeds(world, line);
    }
    List<String> words = new ArrayList<>(World.asItRuns());
    words.addAll(List.of(line.split(" ")));
    try {
      return new Subprocess(words, world.environment(), world.workingFolder())
              .withoutSecrets()
              .start(ProcessBuilder.Redirect.DISCARD)
              .waitFor()
          == ExitCode.DONE.number();
    } catch (InterruptedException e) {
      throw new InterruptedIOException("interrupted");
    }
  }

  /** Runs the lines; ID and FENCE stand for the last values printed by an earlier line. */
  private static void run(Path folder, World world, List<String> lines) {
    String id = "";
    String fence = "";
    for (String line : lines) {
      String words = line.replace("ID", id).replace("FENCE", fence);
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      ByteArrayOutputStream errors = new ByteArrayOutputStream();
      if (!succeeds(at(folder, world, said, errors), words)) {
        throw new CliException(
            ExitCode.FAILED,
            "cannot warm up: sbp %s failed: %s"
                .formatted(words, errors.toString(StandardCharsets.UTF_8).strip()));
      }
      if (words.endsWith(OutputOptions.JSON)) {
        JsonObject printed = printed(said.toByteArray());
        id = printed.string("id").orElse(id);
        fence =
            printed.integer("fence").stream().mapToObj(Long::toString).findFirst().orElse(fence);
      }
    }
  }

  private static JsonObject printed(byte[] said) {
    try {
      return (JsonObject) JsonReader.file(said);
    } catch (MalformedJson e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean succeeds(World world, String line) {
    return !new Program(world).run(line.split(" ")).isFailure();
  }

  /** Returns this world without listeners and without variables that name another node. */
  private static World at(Path folder, World world) {
    return at(folder, world, OutputStream.nullOutputStream(), OutputStream.nullOutputStream());
  }

  private static World at(Path folder, World world, OutputStream said, OutputStream errors) {
    Map<String, String> environment = new HashMap<>(world.environment());
    environment
        .keySet()
        .removeIf(name -> name.startsWith("SBP_") && !name.equals("SBP_BUNDLED_PLUGINS"));
    // The node is this program's own, made a moment ago.
    environment.put(NodeHome.ACCEPT_VARIABLE, "1");
    return new World(
        environment,
        folder,
        InputStream.nullInputStream(),
        new PrintStream(said, true, StandardCharsets.UTF_8),
        new PrintStream(errors, true, StandardCharsets.UTF_8),
        () -> false,
        world.disk(),
        world.clock(),
        world.random());
  }
}
