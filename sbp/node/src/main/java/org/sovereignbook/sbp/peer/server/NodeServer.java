package org.sovereignbook.sbp.peer.server;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.node.Config;
import org.sovereignbook.sbp.node.ConfigException;
import org.sovereignbook.sbp.node.ItemResult;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeException;
import org.sovereignbook.sbp.node.Workers;
import org.sovereignbook.sbp.store.Inbox;
import org.sovereignbook.sbp.store.Store;

/**
 * Running inbound node: PROTOCOL §4 and §5 on this project's {@link HttpServer} (IMPLEMENTATION
 * §6). It answers 202 only when the envelope would survive a crash. Changes of {@code peers.md}, of
 * the identity document and of the spec bundle take effect within a second or two; changes of the
 * configuration after a restart. Thread-safe.
 */
public final class NodeServer implements AutoCloseable {
  private static final Duration SAVE_EVERY = Duration.ofMinutes(1);

  private static final Duration SETTLE_AFTER = Duration.ofSeconds(1);

  /** Time for clients that are still sending and would miss their answer. */
  private static final int LINGER_SECONDS = 1;

  private final Config config;
  private final ServerLog log;
  private final AtomicBoolean isToSettle = new AtomicBoolean();
  private final InboxBatches inbox;
  private final NodeService service;
  private final HttpServer http;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("sbp-server-timer").factory());
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile Optional<Throwable> death = Optional.empty();
  private boolean stopped;

  private NodeServer(
      Node node, Store store, Config config, LongSupplier freeDiskBytes, ServerLog log) {
    this.config = config;
    this.log = log;
    this.inbox = new InboxBatches(this::accept);
    this.service = NodeService.open(node, store, config, freeDiskBytes, log, inbox::accept);
    try {
      this.http = Startup.listen(node, config, service.handler(), this::died);
    } catch (RuntimeException | Error e) {
      service.free();
      throw e;
    }
  }

  /**
   * Starts to serve a node.
   *
   * @param store of this node; only the server's from now on, since it is read by many threads
   * @param logSink takes the log lines, from any thread
   * @throws org.sovereignbook.sbp.node.KeyFileException when the key file is missing or open to
   *     others
   * @throws NodeException when the identity document is bad or a server runs here already
   * @throws ConfigException when it cannot listen at the configured address
   */
  public static NodeServer start(Node node, Store store, Config config, Consumer<String> logSink) {
    return start(node, store, config, logSink, () -> node.disk().freeBytes(node.home().runtime()));
  }

  /** Starts with another way to measure the free disk. */
  static NodeServer start(
      Node node, Store store, Config config, Consumer<String> logSink, LongSupplier freeDiskBytes) {
    return start(node, store, config, logSink, freeDiskBytes, SAVE_EVERY);
  }

  /** Starts with another interval at which the budgets are stored. */
  static NodeServer start(
      Node node,
      Store store,
      Config config,
      Consumer<String> logSink,
      LongSupplier freeDiskBytes,
      Duration saveEvery) {
    ServerLog log = new ServerLog(logSink, node.clock());
    NodeServer server = new NodeServer(node, store, config, freeDiskBytes, log);
    try {
      server.run(saveEvery);
      return server;
    } catch (RuntimeException | Error e) {
      server.service.free();
      throw e;
    }
  }

  /** Returns the address on which the server listens. */
  public InetSocketAddress address() {
    return http.getAddress();
  }

  /**
   * Returns the URL at which this machine reaches it; others use the one of the identity document.
   */
  public Endpoint endpoint() {
    InetAddress address = address().getAddress();
    String host = address.isAnyLocalAddress() ? "127.0.0.1" : address.getHostAddress();
    return Endpoint.parse(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address().getPort());
  }

  /**
   * Refuses new clients with the advice to retry later, and likewise those that wait for features;
   * finishes other requests in flight, stores the budgets and frees the port. Calling it again does
   * nothing.
   */
  public void stop() {
    synchronized (this) {
      if (stopped) {
        return;
      }
      stopped = true;
    }
    service.refuseNewWork();
    try {
      if (!service.handler().awaitQuiet(config.get(ServerSettings.STOP_TIMEOUT))) {
        log.error("some requests did not end in time and were cut off");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    http.stop(LINGER_SECONDS);
    inbox.close();
    // Before the timer ends, which would interrupt it at that. What a disk that hangs has left in a
    // journal, the next one that opens the store restores.
    boolean isAnswering = inbox.hasEnded() && hasEnded(service::end);
    Workers.end(timer);
    try {
      if (!isAnswering || !hasEnded(() -> service.save(false))) {
        log.error("the disk does not answer; the budgets may not be stored");
      }
    } finally {
      service.free();
      log.info("stopped");
      ended.countDown();
    }
  }

  /** Returns whether work ended that waits for the disk, which may hang for ever. */
  private static boolean hasEnded(Runnable work) {
    Thread thread = Thread.ofPlatform().daemon().name("sbp-server-end").start(work);
    Workers.await(thread);
    return !thread.isAlive();
  }

  /**
   * Waits until another thread, such as a shutdown hook, has stopped this server.
   *
   * @throws IllegalStateException when the thread that accepts connections has died: the process
   *     must end, so that its supervisor restarts it
   */
  public void awaitStop() throws InterruptedException {
    ended.await();
    if (death.isPresent()) {
      throw new IllegalStateException("nobody takes connections any more", death.get());
    }
  }

  @Override
  public void close() {
    stop();
  }

  private void run(Duration saveEvery) {
    http.createContext("/", service.handler());
    inbox.start();
    http.start();
    Future<?> _ =
        timer.scheduleWithFixedDelay(
            () -> service.save(true),
            saveEvery.toMillis(),
            saveEvery.toMillis(),
            TimeUnit.MILLISECONDS);
    log.info("listening on " + address().getAddress().getHostAddress() + ":" + address().getPort());
  }

  private List<ItemResult<Inbox.Receipt>> accept(List<Inbox.Offered> batch) {
    List<ItemResult<Inbox.Receipt>> receipts = service.acceptAll(batch);
    settleSoon();
    return receipts;
  }

  /** Settles in a second, once for all batches until then: an idle server sleeps. */
  private void settleSoon() {
    if (isToSettle.compareAndSet(false, true)) {
      Future<?> _ =
          timer.schedule(this::settleOrRetry, SETTLE_AFTER.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void settleOrRetry() {
    isToSettle.set(false);
    if (!service.settle()) {
      settleSoon();
    }
  }

  private void died(Throwable cause) {
    death = Optional.of(cause);
    log.error("the thread that takes connections died: " + cause);
    ended.countDown();
  }
}
