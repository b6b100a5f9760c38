package org.sovereignbook.sbp.frontend.command;

import java.nio.file.Path;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.AccessSettings;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.ledger.EventObserver;
import org.sovereignbook.sbp.authority.ledger.HandOver;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.authority.sql.SqliteDatabase;
import org.sovereignbook.sbp.base.crypto.PublicKey;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.judgment.AgentSettings;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.Features;
import org.sovereignbook.sbp.node.Kept;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeHome;
import org.sovereignbook.sbp.node.Ownership;
import org.sovereignbook.sbp.node.OwnershipException;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.StepResult;
import org.sovereignbook.sbp.peer.feed.Someone;
import org.sovereignbook.sbp.peer.step.Component;
import org.sovereignbook.sbp.peer.step.Progress;
import org.sovereignbook.sbp.peer.step.Step;
import org.sovereignbook.sbp.peer.step.StepContext;
import org.sovereignbook.sbp.runtime.plugin.EarlierAcceptance;
import org.sovereignbook.sbp.runtime.plugin.Extensions;
import org.sovereignbook.sbp.runtime.plugin.LoadedPlugins;
import org.sovereignbook.sbp.runtime.plugin.PluginException;
import org.sovereignbook.sbp.runtime.plugin.PluginFolders;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.society.sessions.MemberTurns;
import org.sovereignbook.sbp.society.sessions.Personas;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.NodeBusyException;
import org.sovereignbook.sbp.store.NodeWait;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import org.sovereignbook.sbp.store.StoreProvider;
import org.sovereignbook.sbp.store.Stores;

/**
 * One run of a subcommand: the world, its output, and its node.
 *
 * @param commands all subcommands of the program
 * @param home the value of {@code --home}, if given
 * @param plugins those that this process has loaded
 * @param stores opens the store of a node
 * @param sees the access to the node's data
 * @param kept the process's cached values of each node
 * @param showing receives the authors of texts from other nodes before they are shown
 */
public record Session(
    World world,
    Output output,
    CommandTable commands,
    Optional<Path> home,
    LoadedPlugins plugins,
    Stores stores,
    DataAccess sees,
    Map<Path, Kept> kept,
    Consumer<List<PublicKey>> showing) {
  private static final Duration BETWEEN_NEWS = Duration.ofMillis(250);

  /** Makes a session with full access to data. */
  public Session(
      World world,
      Output output,
      CommandTable commands,
      Optional<Path> home,
      LoadedPlugins plugins,
      Stores stores) {
    this(
        world,
        output,
        commands,
        home,
        plugins,
        stores,
        DataAccess.FULL,
        new ConcurrentHashMap<>(),
        _ -> {});
  }

  /** Holds the packages that react to events of agents, which a look at the node does not load. */
  private static final class Observers {
    static final List<EventObserver> OWN = List.of(new MemoryObserver());
  }

  /** The environment variable that replaces {@code scheduler.busy_wait_seconds} for a command. */
  public static final String BUSY_WAIT_VARIABLE = "SBP_BUSY_WAIT_SECONDS";

  /** The work of a step on the node and its store, under the node's lock. */
  @FunctionalInterface
  public interface NodeWork {
    StepResult run(Node node, Store store) throws Exception;
  }

  /** Makes a session outside of any node, with nothing loaded yet. */
  public static Session of(World world, Output output, CommandTable commands) {
    LoadedPlugins plugins = new LoadedPlugins();
    Map<String, StoreProvider> own = new ConcurrentHashMap<>();
    Stores stores =
        (node, name) -> {
          String which = name + " " + node.home().root();
          StoreProvider known = own.get(which);
          if (known != null) {
            return known;
          }
          StoreProvider found =
              new Extensions(
                      world.disk(),
                      () -> PluginFolders.of(Optional.of(node.home()), world.environment()),
                      plugins)
                  .store(name);
          if (plugins.isEmpty()) {
            // An environment that only this program writes while it runs. A tick reads it four
            // times.
            own.put(which, found);
          }
          return found;
        };
    return new Session(world, output, commands, Optional.empty(), plugins, stores);
  }

  /** Returns a copy for one command, with its output and its {@code --home}. */
  public Session with(Output other, Optional<Path> otherHome) {
    return new Session(world, other, commands, otherHome, plugins, stores, sees, kept, showing);
  }

  /** Returns a copy that trusts nodes of any owner, as do the processes that it starts. */
  public Session trustingOwner() {
    Map<String, String> environment = new TreeMap<>(world.environment());
    environment.put(Ownership.TRUST_VARIABLE, "1");
    return new Session(
        world.with(environment, world.in(), world.terminal()),
        output,
        commands,
        home,
        plugins,
        stores,
        sees,
        kept,
        showing);
  }

  /** Returns a copy in another world, without a node. */
  public Session in(World other) {
    return new Session(
        other, output, commands, Optional.empty(), plugins, stores, DataAccess.FULL, kept, _ -> {});
  }

  /** Returns a copy that asks for permission again right before each change of the store. */
  public Session within(Permissions.Permit permit) {
    return new Session(
        world,
        output,
        commands,
        home,
        plugins,
        stores.asking(permit::confirm),
        permit.sees(),
        kept,
        permit::shows);
  }

  /** Reports the authors of text that is about to be shown, which limits an agent that reads it. */
  public void shows(Stream<Someone> authors) {
    showing.accept(authors.filter(one -> !one.own()).map(Someone::publicKey).toList());
  }

  /** Returns the commands of the node here, or of the program where there is none. */
  public CommandTable commandsHere() {
    return nodeIfAny().map(commands::of).orElse(commands);
  }

  /** Returns the node that the user means; throws a {@link CliException} when there is none. */
  public Node node() {
    return node(NodeFinder.find(world, home));
  }

  /**
   * Returns the node as {@link #node}. If it has a society, another thread prepares slow parts of
   * opening it.
   */
  public Node nodeToLookAt() {
    Path root = NodeFinder.find(world, home);
    if (world.disk().exists(new NodeHome(root).society())) {
      SqliteDatabase.expect();
    }
    return node(root);
  }

  private Node node(Path root) {
    Node node = nodeAt(root);
    if (isInSqlite(node)) {
      SqliteDatabase.expect();
    }
    return node;
  }

  private static boolean isInSqlite(Node node) {
    try {
      return Stores.backend(node).equals(SqliteLedgerProvider.NAME);
    } catch (ConfigException e) {
      // An unreadable configuration is reported by the code that needs it.
      return false;
    }
  }

  /**
   * Returns the node in this folder, which need not exist yet. Every command calls this method,
   * because it refuses a node of another user.
   *
   * @throws OwnershipException with the remedy
   */
  public Node nodeAt(Path root) {
    NodeHome folder = new NodeHome(root);
    Kept ofNode = kept.computeIfAbsent(root, _ -> new Kept());
    Node node = new Node(folder, world.disk(), world.clock(), world.random(), ofNode);
    if (NodeFinder.isNode(world.disk(), root)) {
      ofNode.of(Ownership.Repeated.class, Ownership.Repeated::new).require(ownership(), node);
      EarlierAcceptance.takeOver(world.disk(), folder, world.environment()).ifPresent(output::note);
    }
    Features _ =
        ofNode.of(
            Features.class,
            () ->
                PluginFolders.mayHaveFeatures(world.disk(), folder, world.environment())
                    ? extensions(Optional.of(node)).features(text -> output.warning(text))
                    : Features.bundled());
    return node;
  }

  /** Shows what is new again and again, until it is over or nobody reads the output any more. */
  public <X extends Exception> void follow(Polling.Look<X> news) throws X, InterruptedException {
    new Polling(world.clock(), BETWEEN_NEWS).until(() -> output.isUnread() || news.isOver());
  }

  /** Returns the rules on whose files this user may run and trust. */
  public Ownership ownership() {
    return Ownership.of(world.environment());
  }

  /** Returns the node that the user means; empty when there is none and none was named. */
  public Optional<Node> nodeIfAny() {
    try {
      return Optional.of(node());
    } catch (CliException e) {
      if (e.exitCode() != ExitCode.NOT_FOUND
          || home.isPresent()
          || world.environment().containsKey(NodeHome.VARIABLE)) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** Returns the current time in whole seconds. */
  public Timestamp now() {
    return new Timestamp(world.clock().instant());
  }

  /** Returns the current time in the time zone in which the owner writes times. */
  public ZonedDateTime localTime(Node node) {
    return now().instant().atZone(AccessSettings.zone(node.config()));
  }

  /** Returns the folders of plugins, for a node or outside of any. */
  public PluginFolders pluginFolders(Optional<Node> node) {
    return PluginFolders.of(node.map(Node::home), world.environment());
  }

  /** Returns the extensions that can be chosen by name. Reads nothing before the first request. */
  public Extensions extensions(Optional<Node> node) {
    return new Extensions(world.disk(), () -> pluginFolders(node), plugins);
  }

  /**
   * Returns the backend of this name, or else the configured one. Loads a plugin only if the
   * backend is a plugin's.
   */
  public LlmBackend backend(Node node, Optional<String> name) {
    return extensions(Optional.of(node))
        .backend(name.orElseGet(() -> node.config().get(AgentSettings.BACKEND)));
  }

  /** Returns whether calls of this backend may cost money; true for one that cannot be loaded. */
  public boolean isMetered(Node node, String backend) {
    try {
      return extensions(Optional.of(node)).backend(backend).metered();
    } catch (PluginException e) {
      return true;
    }
  }

  private Optional<LlmBackend> backendIfAny(Node node) {
    try {
      return Optional.of(backend(node, Optional.empty()));
    } catch (PluginException e) {
      return Optional.empty();
    }
  }

  /** Returns the token of the tick that started this process, if one did. */
  public Optional<String> tickToken() {
    return Optional.ofNullable(world.environment().get(ExclusiveStore.TICK_TOKEN_VARIABLE));
  }

  /** Opens the node's store for reading. The caller closes it. */
  public Store store(Node node) {
    return stores.open(node);
  }

  /** Opens the database of the node's society, in any state. The caller closes it. */
  public Database societyDatabase(Node node) {
    return extensions(Optional.of(node)).ledger(Stores.backend(node)).open(node);
  }

  /**
   * Lends the open society of a node to the commands that this process runs on it.
   *
   * @return to be closed before the society is
   */
  public LentLedger.Lending lend(Ledger ledger) {
    return lent(ledger.node()).lend(ledger);
  }

  private static LentLedger lent(Node node) {
    return node.kept().of(LentLedger.class, LentLedger::new);
  }

  /** Opens the node's society, with at least the node's own agents. The caller closes it. */
  public Ledger ledger(Node node) {
    Optional<Ledger> open = lent(node).of(node);
    if (open.isPresent()) {
      return open.get().knowing(key -> trust(node, key)).observedByFeatures(Observers.OWN);
    }
    Ledger ledger =
        Ledger.open(node, societyDatabase(node))
            .knowing(key -> trust(node, key))
            .observedByFeatures(Observers.OWN);
    try {
      MemoryBeginning.ensure(ledger);
      Personas.ensureAgents(ledger);
      MemberTurns.seal(ledger);
      return ledger;
    } catch (RuntimeException e) {
      ledger.close();
      throw e;
    }
  }

  /** Opens the node's society, if it has one. The caller closes it. */
  public Optional<Ledger> ledgerIfAny(Node node) {
    return lent(node)
        .of(node)
        .or(
            () ->
                Ledger.openIfAny(node, extensions(Optional.of(node)).ledger(Stores.backend(node))))
        .map(ledger -> ledger.knowing(key -> trust(node, key)).observedByFeatures(Observers.OWN));
  }

  /** Opens the node's society, and refuses where none has begun. */
  public Ledger begunLedger() {
    return ledgerIfAny(node())
        .orElseThrow(
            () ->
                CliException.notFound(
                    "this node has no society yet: no agent, task or mail",
                    "the first look begins it:  sbp agent list"));
  }

  /** Returns what is read from the node's society, or {@code none} where it has none. */
  public <T> T ofSociety(Node node, T none, Function<Ledger, T> read) {
    Optional<Ledger> opened = ledgerIfAny(node);
    if (opened.isEmpty()) {
      return none;
    }
    try (Ledger ledger = opened.get()) {
      return read.apply(ledger);
    }
  }

  private Optional<TrustState> trust(Node node, PublicKey key) {
    return peers(node).find(key).map(Peer::decidedTrust);
  }

  /**
   * Moves new items of the society to the node's outbox, where people see them. If another process
   * holds the node, the next delivery does it.
   */
  public void handOver(Ledger ledger) {
    try (ExclusiveStore held = atOnce(ledger.node(), "society")) {
      int _ = new HandOver(ledger, held.store()).run();
    } catch (NodeBusyException e) {
      // A delivery begins with this.
    }
  }

  /** Returns the present peer table. */
  public PeerTable peers(Node node) {
    try (Store store = store(node)) {
      return store.peers();
    }
  }

  /** Locks the whole node for a step; waits up to a limit while another process holds it. */
  public ExclusiveStore exclusive(Node node, String component) {
    return waiting(node).until(() -> atOnce(node, component));
  }

  /**
   * Locks the node for a change by its owner, which may come between two steps of a running tick;
   * waits up to a limit while a step runs.
   */
  public ExclusiveStore betweenSteps(Node node, String component) {
    return waiting(node).until(() -> ExclusiveStore.openBetweenSteps(node, stores, component));
  }

  /** Returns the wait for a node that another process holds, which is noted on standard error. */
  public NodeWait waiting(Node node) {
    int seconds =
        Optional.ofNullable(world.environment().get(BUSY_WAIT_VARIABLE))
            .filter(given -> given.matches("[0-9]{1,5}"))
            .map(Integer::valueOf)
            .orElseGet(() -> node.config().get(NodeWait.BUSY_WAIT_SECONDS));
    return NodeWait.of(Duration.ofSeconds(seconds), output::note);
  }

  /**
   * Locks the node for a step, or fails at once if another process holds it; for callers with an
   * alternative.
   */
  public ExclusiveStore atOnce(Node node, String component) {
    return Component.is(component, Component.Trait.SHARED)
        ? ExclusiveStore.openShared(node, stores, component, tickToken())
        : ExclusiveStore.open(node, stores, component, tickToken());
  }

  /** Runs a step under the node's lock, and prints its result. */
  public ExitCode step(String component, NodeWork work) throws Exception {
    return step(component, false, context -> work.run(context.node(), context.store()));
  }

  /** Runs a step that needs more than node and store, as {@link #step(String, NodeWork)}. */
  public ExitCode step(String component, boolean now, Step.Work work) throws Exception {
    Node node = node();
    try (ExclusiveStore held = exclusive(node, component)) {
      StepResult result;
      try (ProgressBar bar = ProgressBar.of(this);
          StepContext context = context(node, held.store(), now, bar::advance)) {
        context.give(ExclusiveStore.Pauses.class, () -> held.pause(waiting(node)));
        result = work.on(context);
      }
      return output.result(result);
    }
  }

  /** Returns the context of a step on a store that is locked for it; the caller closes it. */
  public StepContext context(Node node, Store store, boolean now, Progress progress) {
    return new StepContext(
        node, store, now, progress, () -> backendIfAny(node), () -> ledgerIfAny(node));
  }
}
