package org.sovereignbook.sbp.peer.server;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Standing;
import org.sovereignbook.sbp.store.Store;

/**
 * Inbound side of a node without a port and without threads of its own: PROTOCOL §4 and §5 over the
 * node's store, under its server lock. The owner has requests handled, settles about a second after
 * entries were added, and saves the budgets now and then. Thread-safe.
 */
public final class NodeService {
  private final Node node;
  private final Store store;
  private final ServerLog log;
  private final NodeLock lock;
  private final Store.Intake intake;
  private final Budgets budgets;
  private final Quota quota;
  private final FeatureRoutes features;
  private final NodeHandler handler;

  private NodeService(
      Node node,
      Store store,
      Config config,
      LongSupplier freeDiskBytes,
      ServerLog log,
      NodeLock lock,
      Function<Inbox.Offered, Inbox.Receipt> inbox) {
    this.node = node;
    this.store = store;
    this.log = log;
    this.lock = lock;
    // It restores what a crash took, so that all that reads the inbox comes after it.
    this.intake = store.intake(Inbox.WAITING);
    Documents documents = new Documents(node, store, log);
    DuplicateIndex duplicates =
        new DuplicateIndex(
            config.get(ServerSettings.REMEMBERED_ENVELOPES), store.seenEnvelopes()::find);
    duplicates.fill(store, node.clock().instant());
    CachedFile<PeerTable> peers = new CachedFile<>(node, node.home().peers(), this::peers, log);
    this.quota =
        new Quota(
            config,
            new InboxShares(config, store.inbox(), key -> Standing.of(key, peers.get())),
            new NodeDisk(node, store, freeDiskBytes, log),
            node.clock());
    this.budgets = new Budgets(config);
    budgets.load(store, quota::restore, log, node.clock().instant());
    save(true);
    Admission admission =
        new Admission(
            documents::publicKey,
            key -> peers.get().trust(key),
            budgets,
            new InboxKeeping(
                key -> Standing.of(key, peers.get()),
                duplicates,
                RememberedLimit.of(store, config, node.clock()),
                quota,
                inbox),
            Admission.largePermits(),
            node.clock());
    this.features = new FeatureRoutes(node, log);
    this.handler =
        new NodeHandler(documents, admission, quota, features, config, log, node.clock());
  }

  /**
   * Opens the inbound side of a node.
   *
   * @param store of this node; only the service's from now on, since many threads read it
   * @param logSink takes the log lines, from any thread
   * @param inbox stores an envelope by {@link #acceptAll}, alone or with others
   * @throws org.sovereignbook.sbp.node.KeyFileException when the key file is missing or open to
   *     others
   * @throws org.sovereignbook.sbp.node.NodeException when the identity document is bad or a server
   *     runs here already
   */
  public static NodeService open(
      Node node,
      Store store,
      Config config,
      LongSupplier freeDiskBytes,
      Consumer<String> logSink,
      Function<Inbox.Offered, Inbox.Receipt> inbox) {
    return open(node, store, config, freeDiskBytes, new ServerLog(logSink, node.clock()), inbox);
  }

  static NodeService open(
      Node node,
      Store store,
      Config config,
      LongSupplier freeDiskBytes,
      ServerLog log,
      Function<Inbox.Offered, Inbox.Receipt> inbox) {
    ServerSettings.ALL.checked(config);
    Startup.requireOwnIdentity(node, store);
    NodeLock lock = Startup.lock(node);
    try {
      return new NodeService(node, store, config, freeDiskBytes, log, lock, inbox);
    } catch (RuntimeException | Error e) {
      lock.close();
      throw e;
    }
  }

  /** Answers a request. */
  public void handle(HttpExchange exchange) throws IOException {
    handler.handle(exchange);
  }

  NodeHandler handler() {
    return handler;
  }

  /** Adds envelopes that were admitted; when this returns, they survive a crash. */
  public List<ItemResult<Inbox.Receipt>> acceptAll(List<Inbox.Offered> batch) {
    return store.inbox().acceptAll(batch, intake);
  }

  /** Puts accepted envelopes in their place. Returns whether all are there. */
  public boolean settle() {
    return isSettled(intake::settle);
  }

  private boolean isSettled(Runnable work) {
    try {
      work.run();
      return true;
    } catch (RuntimeException e) {
      log.error("accepted messages are not all in their place: " + e.getMessage());
      return false;
    }
  }

  /** Stores the budgets; a failure is logged. */
  public void save(boolean running) {
    try {
      budgets.save(store, quota.waiting(), running, node.clock());
    } catch (RuntimeException e) {
      // Thrown on, it would end the timer for good.
      log.error("the budgets were not stored: " + e.getMessage());
    }
  }

  /** Refuses new requests, with the advice to retry later, and those that wait for features. */
  void refuseNewWork() {
    handler.refuseNewWork();
    features.close();
  }

  /** Puts what was accepted in its place, for good. Returns whether all is there. */
  public boolean end() {
    return isSettled(intake::close);
  }

  /** Frees the node for another server. */
  public void free() {
    lock.close();
  }

  private PeerTable peers() {
    PeerTable table;
    synchronized (store) {
      table = store.peers();
    }
    table
        .problems()
        .forEach(
            problem ->
                log.error("peers.md " + PeerText.plain(problem.toString()) + "; row ignored"));
    return table;
  }
}
