package org.sovereignbook.sbp.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.cli.CommandLines;
import org.sovereignbook.sbp.cli.Program;
import org.sovereignbook.sbp.frontend.command.Tty;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Programs;
import org.sovereignbook.sbp.ops.demo.PackedProgram;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.peer.server.ServerSettings;
import org.sovereignbook.sbp.runtime.plugin.TestPlugin;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Messages;
import org.sovereignbook.sbp.store.ObjectStore;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.file.FileStore;
import org.sovereignbook.sbp.testing.TestKeys;

/**
 * Somebody who types what a page says, line by line, in an empty folder. Each node that is made is
 * also put on the (loopback) network, and every node of somebody else, which the pages write as
 * {@code https://….example.com}, is one and the same node that lives there too.
 */
final class Newcomer implements AutoCloseable {
  private static final String ELSEWHERE = "^https://[a-z.-]+\\.example\\.com";

  /**
   * They never end, end the server that is in this process, or have a test of their own: only the
   * command line is checked.
   */
  private static final Set<String> NOT_RUN =
      Set.of("serve", "web", "up", "stop", "restart", "reload", "demo", "script");

  private static final String PASSPHRASE = "correct horse\n";

  /** Model of a swarm: the lead gives one task, and answers when it was done. */
  private static final String LEAD =
      """
      package com.example;
      import org.sovereignbook.sbp.model.llm.*;
      public class Extension implements LlmBackend {
        public String name() { return "my-lead"; }
        public String description() { return "leads"; }
        public LlmAnswer answer(LlmRequest request) {
          boolean leads = request.inputs().stream().anyMatch(it -> it.name().equals("limits.json"));
          boolean knows = request.inputs().stream().anyMatch(it -> it.text().contains("fog lifts"));
          String plan = knows
              ? "{\\"tasks\\": [], \\"answer\\": \\"take the lamp\\"}"
              : "{\\"tasks\\": [{\\"key\\": \\"a\\", \\"title\\": \\"look\\"}]}";
          return new LlmAnswer(leads ? plan : "fog lifts", "");
        }
      }
      """;

  private static final Set<String> FOLLOW = Set.of("-f", "--follow");

  private final Path launcher;
  private final Path home;
  private final Path machine;
  private final List<NodeServer> servers = new ArrayList<>();
  private final NodeServer somebody;
  private final AtomicInteger commands = new AtomicInteger();
  private Path here;
  private boolean hasWork;

  /** What became of one command. */
  record Ran(int exit, String out, String err) {
    boolean isFine() {
      return exit == 0 || exit == 3;
    }
  }

  Newcomer(Path folder) throws IOException {
    launcher = PackedProgram.script();
    home = Files.createDirectories(folder.resolve("user"));
    machine = machine(Files.createDirectories(folder.resolve("machine")));
    here = Files.createDirectories(folder.resolve("elsewhere"));
    require(List.of("init", "seed", "--name", "Ada", "--local"));
    somebody = servers.getLast();
    here = Files.createDirectories(folder.resolve("home"));
  }

  /**
   * Makes a node and goes into it, as pages for people who have one suppose: it has ticked, knows
   * Ada, has got a message and a piece, and a draft lies there.
   */
  Newcomer withNode() throws IOException {
    require(List.of("init", "my-agent", "--name", "Echo", "--local"));
    here = here.resolve("my-agent");
    require(List.of("peers", "add", somebody.endpoint().toString()));
    TestPlugin.llm("my-words").writeTo(here.resolve("my-words.jar"));
    Files.writeString(here.resolve("piece.md"), "# On fog\n\nIt lifts.\n");
    Files.writeString(
        here.resolve("expectations.yaml"), "- { as: owner, tool: post, expect: allow }\n");
    Files.writeString(here.resolve("runtime/inbox/2026-03-17T142301Z-a3f9.json"), "{}");
    Node node = node(here, InstantSource.system());
    new FileStore(node)
        .commit(new ChangeSet().add(ObjectStore.put(ObjectStore.CONTENT_RECEIVED, piece())));
    new FileStore(node).commit(new ChangeSet().add(Messages.put(message(node))));
    node.writeJson(
        node.home().schedulerState(),
        JsonObject.builder().put("last_updated", node.now().toString()).build());
    return this;
  }

  /**
   * Makes what commands about swarms and absent agents suppose: an agent that has learned
   * something, another node beside this one, an owner's passphrase, since agents hold tokens, a
   * swarm's manifest as docs/swarms.md shows it, and a model that answers.
   */
  Newcomer withWork() throws IOException {
    hasWork = true;
    Path node = here;
    here = here.getParent();
    require(List.of("init", "their-node", "--name", "Echo too", "--local"));
    here = node;
    require(List.of("agent", "register", "scout"));
    require(List.of("agent", "activate", "scout"));
    require(List.of("memory", "add", "--as", "scout", "--id", "route", "north by the river"));
    Path plugin = TestPlugin.of("llm", "my-lead", LEAD).writeTo(here.resolve("my-lead.jar"));
    require(List.of("plugin", "install", plugin.toString()));
    require(List.of("config", "set", "llm.backend", "my-lead"));
    ask(List.of("access", "passphrase"), PASSPHRASE + PASSPHRASE);
    require(List.of("agent", "token", "scout"));
    String manifest = Page.named("docs/swarms.md").blocks("json").getFirst().text();
    Files.writeString(here.resolve("manifest.json"), manifest);
    Files.writeString(here.resolve("landscape.json"), manifest);
    return this;
  }

  /** By a key and of a time that are the same each time, and so is its hash. */
  private static JsonObject piece() {
    KeyPair author = TestKeys.named("carol");
    return Content.sign(
        Content.build(
            author.publicKey(),
            "On frost",
            "It bites.\n",
            List.of("weather"),
            Optional.empty(),
            Timestamp.parse("2026-03-17T12:00:00Z")),
        author);
  }

  private static Message message(Node node) {
    Peer ada = new FileStore(node).peers().peers().getFirst();
    return new Message(
        "2026-03-17T142301Z-a3f9",
        Message.Way.RECEIVED,
        ada.publicKey(),
        ada.endpoint(),
        node.now(),
        "what is fog?",
        Message.Refs.NONE);
  }

  Path here() {
    return here;
  }

  /**
   * A machine whose service managers do as they are told, with the tools of scripts and nothing
   * else.
   */
  private static Path machine(Path programs) throws IOException {
    for (String manager : List.of("systemctl", "launchctl", "id")) {
      Path program = Files.writeString(programs.resolve(manager), "#!/bin/sh\necho active\n");
      Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    }
    for (String tool : List.of("cat", "dirname", "git", "grep", "rm", "sed", "sh")) {
      Optional<Path> found = Programs.onPath(System.getenv(), tool);
      if (found.isPresent()) {
        Files.createSymbolicLink(programs.resolve(tool), found.get());
      }
    }
    return programs;
  }

  /** Does everything that a page says; the first command that fails ends it. */
  void follow(Page page) {
    for (Page.Block block : page.blocks("sh")) {
      for (List<String> command : ShellLines.of(block.text()).commands()) {
        try {
          type(command);
        } catch (AssertionError | IOException e) {
          throw new AssertionError(
              "%s, block at line %d: %s: %s"
                  .formatted(page.name(), block.line(), String.join(" ", command), e.getMessage()),
              e);
        }
      }
    }
  }

  /** One command of a shell block. */
  void type(List<String> command) throws IOException {
    List<String> arguments = command.subList(1, command.size());
    switch (command.getFirst()) {
      case "sbp", "scripts/sbp" -> sbp(arguments);
      case "curl", "echo" -> pipe(command);
      case "$EDITOR" -> assertThat(here.resolve(arguments.getFirst())).isRegularFile();
      case "cd" -> {
        Path there = here.resolve(arguments.getFirst());
        if (!Files.isDirectory(there)) {
          throw new AssertionError("there is no such folder");
        }
        here = there;
      }
      case "mvn" -> requireTestCommand(command);
      default -> throw new AssertionError("not a command that the pages may use");
    }
  }

  private void sbp(List<String> arguments) throws IOException {
    boolean endless =
        (arguments.getFirst().equals("log") && arguments.stream().anyMatch(FOLLOW::contains))
            || arguments.contains("--http")
            || arguments.contains("tail")
            || arguments.equals(List.of("channel", "run"))
            || arguments
                .subList(0, Math.min(2, arguments.size()))
                .equals(List.of("session", "watch"))
            || List.of("serve", "ask").contains(arguments.get(Math.min(1, arguments.size() - 1)));
    if (hasWork && isOfOwner(arguments)) {
      ask(onLoopback(arguments), PASSPHRASE);
    } else if (endless
        || goesOnWithWork(arguments)
        || needsPlugin(arguments)
        || needsTerminal(arguments)
        || NOT_RUN.contains(arguments.getFirst())) {
      CommandLines.requireValid(arguments);
    } else {
      require(onLoopback(arguments));
    }
  }

  /**
   * What needs a claim, a mail, a task or a turn whose id was made up; their own tests run them.
   */
  private static boolean goesOnWithWork(List<String> arguments) {
    return arguments.contains("--fence")
        || arguments.getFirst().equals("team")
        || arguments.containsAll(List.of("society", "import"))
        || (List.of("mail", "task", "event", "session", "channel").contains(arguments.getFirst())
            && arguments.stream()
                .anyMatch(word -> word.matches("([a-z]+[:-])?([0-9a-f]{4,16}|[0-9a-zA-Z]{26})")));
  }

  /** Swarms and absences: the owner makes them in person, at a terminal, with the passphrase. */
  private static boolean isOfOwner(List<String> arguments) {
    return arguments.contains("swarm")
        || (arguments.contains("agent")
            && arguments.stream()
                .anyMatch(List.of("leave", "host", "return", "review", "merge")::contains));
  }

  private void ask(List<String> arguments, String typed) throws IOException {
    byte[] input = typed.getBytes(StandardCharsets.UTF_8);
    requireFine(arguments, run(arguments, new ByteArrayInputStream(input), () -> true));
  }

  /** Plugins are built after this module; their own tests migrate to them. */
  private static boolean needsPlugin(List<String> arguments) {
    return arguments.size() > 1 && arguments.subList(0, 2).equals(List.of("store", "migrate"));
  }

  /** What only an owner at a terminal may say, or with a key; a test of its own says it so. */
  private static boolean needsTerminal(List<String> arguments) {
    return arguments.getFirst().equals("access")
        && List.of("approve", "deny", "grant", "revoke", "prove")
            .contains(arguments.get(Math.min(1, arguments.size() - 1)));
  }

  /** {@code curl -s URL | sbp …} and {@code echo TEXT | sbp …}. */
  private void pipe(List<String> words) throws IOException {
    int pipe = words.indexOf("|");
    assertThat(pipe).as("a pipe into sbp").isPositive();
    assertThat(words.get(pipe + 1)).isEqualTo("sbp");
    List<String> arguments = words.subList(pipe + 2, words.size());
    if (words.getFirst().equals("echo")) {
      String text = String.join(" ", words.subList(1, pipe)) + "\n";
      require(arguments, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
      return;
    }
    assertThat(words.subList(1, pipe)).hasSize(2).first().isEqualTo("-s");
    try (InputStream document =
        URI.create(onLoopback(words.get(2)))
            .toURL()
            .openConnection(Proxy.NO_PROXY)
            .getInputStream()) {
      require(arguments, document);
    }
  }

  /** The test command of a page is the one that the checks of this repository run. */
  private static void requireTestCommand(List<String> command) throws IOException {
    String checks = Files.readString(Page.root().resolve(".ci/run"));
    if (!checks.lines().anyMatch(String.join(" ", command)::equals)) {
      throw new AssertionError("is not what .ci/run runs");
    }
  }

  private List<String> onLoopback(List<String> arguments) {
    List<String> replaced = new ArrayList<>();
    for (String word : arguments) {
      boolean ours = !replaced.isEmpty() && replaced.getLast().equals("--endpoint");
      replaced.add(ours ? word : onLoopback(word));
    }
    return replaced;
  }

  private String onLoopback(String word) {
    if (word.endsWith("@bob")) {
      return word.replace("@bob", "@Ada");
    }
    return word.replaceFirst(ELSEWHERE, somebody.endpoint().toString());
  }

  private Ran require(List<String> arguments) throws IOException {
    return require(arguments, InputStream.nullInputStream());
  }

  private Ran require(List<String> arguments, InputStream input) throws IOException {
    Ran ran = run(arguments, input, () -> false);
    requireFine(arguments, ran);
    if (arguments.getFirst().equals("init")) {
      putOnNetwork(here.resolve(arguments.get(1)));
    }
    return ran;
  }

  private static void requireFine(List<String> arguments, Ran ran) {
    if (!ran.isFine()) {
      throw new AssertionError(
          "%s ended with %d: %s%s"
              .formatted(String.join(" ", arguments), ran.exit(), ran.err(), ran.out()));
    }
  }

  Ran run(List<String> arguments) {
    return run(arguments, InputStream.nullInputStream(), () -> false);
  }

  private Ran run(List<String> arguments, InputStream input, Tty terminal) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    World world =
        new World(
            Map.of(
                "SBP", launcher.toString(),
                "HOME", home.toString(),
                "PATH", machine.toString(),
                "EDITOR", ":"),
            here,
            input,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            terminal,
            LocalDisk.unsynced(),
            InstantSource.system(),
            new SecureRandom());
    commands.incrementAndGet();
    int exit = new Program(world).run(arguments.toArray(String[]::new)).number();
    return new Ran(
        exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** What the reverse proxy and the service of a page would do. */
  private void putOnNetwork(Path folder) throws IOException {
    Node node = node(folder, this::timeOfServers);
    JsonObject config = node.config().json();
    JsonObject network =
        config.object("network_config").orElseThrow().with("allow_private_endpoints", true);
    node.writeJson(node.home().schedulerConfig(), config.with("network_config", network));
    NodeServer server =
        NodeServer.start(
            node,
            new FileStore(node),
            node.config().with(ServerSettings.BIND, "127.0.0.1").with(ServerSettings.PORT, 0),
            line -> {});
    servers.add(server);
    Path before = here;
    here = folder;
    require(List.of("identity", "--set", "endpoint=" + server.endpoint()));
    here = before;
  }

  /** Servers look for changed files every second or two; to them each command takes longer. */
  private Instant timeOfServers() {
    return Instant.now().plusSeconds(3L * commands.get());
  }

  private static Node node(Path folder, InstantSource clock) {
    return new Node(new NodeHome(folder), LocalDisk.unsynced(), clock, new SecureRandom());
  }

  @Override
  public void close() {
    servers.forEach(NodeServer::close);
  }
}
