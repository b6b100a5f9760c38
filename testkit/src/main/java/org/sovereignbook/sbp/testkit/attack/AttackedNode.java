package org.sovereignbook.sbp.testkit.attack;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonValue;
import org.sovereignbook.sbp.base.protocol.Content;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.runtime.builtin.BuiltinBackend;
import org.sovereignbook.sbp.runtime.scheduler.Tick;
import org.sovereignbook.sbp.runtime.scheduler.TickResult;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.Collection;
import org.sovereignbook.sbp.store.LogFile;
import org.sovereignbook.sbp.store.NodeCollections;
import org.sovereignbook.sbp.store.Outbox;
import org.sovereignbook.sbp.store.OutboxId;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.Stores;
import org.sovereignbook.sbp.testkit.InProcessProgram;
import org.sovereignbook.sbp.testkit.InstalledProgram;
import org.sovereignbook.sbp.testkit.hostile.FloodSender;
import org.sovereignbook.sbp.testkit.hostile.HostilePeer;
import org.sovereignbook.sbp.testkit.hostile.LoopbackTarget;

/**
 * A node as {@code sbp init --local} makes it, in this process: its server on a free port of
 * loopback, its ticks with every component, its clock, which stands still until a test turns it.
 * Only the scheduler's child processes are missing: what they would do is done here. For one
 * thread, but for the server.
 */
public final class AttackedNode implements AutoCloseable {
  /** Time at which it was made. */
  public static final Instant NOON = Instant.parse("2026-03-17T12:05:00Z");

  private final AtomicReference<Instant> clock = new AtomicReference<>(NOON);
  private final List<String> log = new CopyOnWriteArrayList<>();
  private final Node node;
  private final Stores stores;
  private LlmBackend judge = new BuiltinBackend();
  private Optional<NodeServer> server = Optional.empty();

  private AttackedNode(Path home, StoreProvider provider) {
    this.node = new Node(new NodeHome(home), LocalDisk.unsynced(), clock::get, new SecureRandom());
    this.stores = (_, _) -> provider;
  }

  /** Size of the node on the disk: files and folders, and the bytes of the files. */
  public record Footprint(long inodes, long bytes) {}

  /**
   * Makes the node.
   *
   * @param provider opens its store, for the server and for each step
   */
  public static AttackedNode in(Path home, StoreProvider provider) {
    AttackedNode made = new AttackedNode(home, provider);
    InstalledProgram.Ran init = made.sbp("init", "--local");
    if (init.exit() != 0) {
      throw new AssertionError(init.out() + init.err());
    }
    return made.configured("server.port", 0);
  }

  /** Returns this node with a model as judge, instead of the built-in rules. */
  public AttackedNode judgedBy(LlmBackend model) {
    judge = model;
    return configured("llm.backend", new org.sovereignbook.sbp.base.json.JsonString(model.name()));
  }

  /** Sets a value of the configuration; the server knows of it when it starts. */
  public AttackedNode configured(String key, JsonValue value) {
    node.writeJson(node.home().schedulerConfig(), node.config().withJson(key, value).json());
    return this;
  }

  /** Sets a whole number of the configuration. */
  public AttackedNode configured(String key, long value) {
    return configured(key, new JsonInteger(value));
  }

  public Node node() {
    return node;
  }

  public Timestamp now() {
    return node.now();
  }

  public AttackedNode advance(Duration time) {
    clock.updateAndGet(now -> now.plus(time));
    return this;
  }

  /** Returns the server's log. */
  public List<String> log() {
    return log;
  }

  /** Starts the server, if none runs. */
  public LoopbackTarget target() {
    NodeServer running =
        server.orElseGet(() -> NodeServer.start(node, stores.open(node), node.config(), log::add));
    server = Optional.of(running);
    return new LoopbackTarget(running.endpoint(), node.identity().publicKey());
  }

  /** Stops the server and starts it again, as after a crash or an update. */
  public LoopbackTarget restarted() {
    server.ifPresent(NodeServer::stop);
    server = Optional.empty();
    return target();
  }

  /** Returns a sender to the node. */
  public FloodSender sender() {
    return FloodSender.to(target());
  }

  /** Puts a peer into the table. */
  public Peer meet(HostilePeer peer, TrustState trust, boolean isSubscriber) {
    Peer row = row(peer, trust).withSubscriber(isSubscriber);
    put(List.of(row));
    return row;
  }

  /** Puts many peers into the table, in one change. */
  public void meetAll(List<HostilePeer> peers, TrustState trust) {
    put(peers.stream().map(peer -> row(peer, trust)).toList());
  }

  private Peer row(HostilePeer peer, TrustState trust) {
    return Peer.met(peer.name(), peer.key(), peer.endpoint(), trust, now());
  }

  private void put(List<Peer> rows) {
    try (Store store = store()) {
      PeerTable before = store.peers();
      PeerTable after = before;
      for (Peer row : rows) {
        after = after.with(row);
      }
      store.commit(new ChangeSet().addAll(after.changes(before)));
    }
  }

  /** Opens the store for a check; to be closed. */
  public Store store() {
    return stores.open(node);
  }

  /** Returns the steps' log for the operator so far. */
  public String opsLog() {
    try (Store store = store()) {
      return String.join("\n", store.lines(LogFile.OPS));
    }
  }

  /** Signs a piece and puts it where the next delivery finds it. */
  public void publish(String title, String body) {
    JsonObject piece =
        Content.sign(
            Content.build(node.keys().publicKey(), title, body, List.of(), Optional.empty(), now()),
            node.keys());
    try (Store store = store()) {
      store.commit(
          new ChangeSet()
              .add(Outbox.put(new OutboxId(OutboxKind.CONTENT, node.randomId()), piece)));
    }
  }

  /** Runs one tick of the scheduler with everything that is due. */
  public TickResult tick() throws InterruptedException {
    return new Tick(
            node,
            stores,
            Optional.of("sbp"),
            new InProcessRunner(node, stores, judge, UnaryOperator.identity()),
            _ -> judge.metered(),
            _ -> {})
        .run();
  }

  /**
   * Runs components at once, whether they are due or not.
   *
   * @param lines as the configuration has them under {@code commands}
   * @return the exit code of the last
   */
  public int run(String... lines) throws InterruptedException {
    InProcessRunner runner = new InProcessRunner(node, stores, judge, UnaryOperator.identity());
    int exit = 0;
    for (String line : lines) {
      exit = runner.run(line, Optional.empty());
    }
    return exit;
  }

  /**
   * Runs a command of the program, at the node's time; commands that use a store see files only.
   */
  public InstalledProgram.Ran sbp(String... arguments) {
    try {
      Files.createDirectories(node.home().root());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new InProcessProgram(node.home().root(), clock::get).run(arguments);
  }

  /** Measures the node's directory now. */
  public Footprint footprint() {
    return footprint(node.home().root());
  }

  /** Measures the journals, in which what was accepted last stands a second time. */
  public Footprint journals() {
    return footprint(node.home().intake());
  }

  private static Footprint footprint(Path folder) {
    long inodes = 0;
    long bytes = 0;
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        inodes++;
        bytes += size(path);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Footprint(inodes, bytes);
  }

  /** Returns the bytes in its store, however it stores them: of entries, of lines, of the table. */
  public long heldBytes() {
    try (Store store = store()) {
      return size(store.peersText())
          + NodeCollections.ALL.stream().mapToLong(each -> bytes(store, each)).sum();
    }
  }

  private static long bytes(Store store, Collection collection) {
    return switch (collection) {
      case Collection.Keyed entries -> store.usage(entries).bytes();
      case Collection.Streamed stream ->
          Stream.concat(
                  store.lines(stream).stream(),
                  store.months(stream).stream()
                      .flatMap(month -> store.archived(stream, month).stream()))
              .mapToLong(AttackedNode::size)
              .sum();
    };
  }

  private static long size(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static long size(Path path) throws IOException {
    try {
      return Files.isRegularFile(path) ? Files.size(path) : 0;
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  @Override
  public void close() {
    server.ifPresent(NodeServer::stop);
  }
}
