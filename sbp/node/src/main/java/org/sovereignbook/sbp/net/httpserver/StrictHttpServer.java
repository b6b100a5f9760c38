package org.sovereignbook.sbp.net.httpserver;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of the JDK's {@link HttpServer} on plain sockets. One thread accepts the
 * connections and watches the deadlines; each connection is one task of the executor, by default on
 * a virtual thread of its own, and a handler has answered when it returns. Thread-safe.
 */
final class StrictHttpServer extends HttpServer {
  private static final int TICK_MILLIS = 250;
  private static final int PAUSE_MILLIS = 10;

  /**
   * Number of consecutive failures to accept, about half a minute, after which the server gives up.
   */
  private static final int MAX_FAILURES = 3_000;

  private static final Executor VIRTUAL =
      task -> Thread.ofVirtual().name("sbp-connection").start(task);

  private final HttpLimits limits;
  private final InstantSource clock;
  private final FaultHandler faults;
  private final Consumer<Throwable> died;
  private final ServerSocket listening = new ServerSocket();
  private final Connections connections;
  private final ByteBudget budget;
  private final Map<String, StrictHttpContext> contexts = new ConcurrentHashMap<>();
  private volatile Executor executor = VIRTUAL;
  private volatile boolean isStopped;
  private int failures;

  StrictHttpServer(
      HttpLimits limits, InstantSource clock, FaultHandler faults, Consumer<Throwable> died)
      throws IOException {
    this.limits = limits;
    this.clock = clock;
    this.faults = faults;
    this.died = died;
    this.connections = new Connections(limits);
    this.budget = new ByteBudget(limits.sizes().maxBytesAtOnce());
  }

  @Override
  public void bind(InetSocketAddress address, int backlog) throws IOException {
    try {
      listening.setReuseAddress(true);
      listening.bind(address, backlog);
    } catch (IOException e) {
      listening.close();
      throw e;
    }
  }

  @Override
  public InetSocketAddress getAddress() {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  @Override
  public void start() {
    if (!listening.isBound() || isStopped) {
      throw new IllegalStateException("not bound, or stopped");
    }
    Thread.ofPlatform()
        .daemon()
        .name("sbp-connections")
        .uncaughtExceptionHandler((_, cause) -> died.accept(cause))
        .start(this::run);
  }

  @Override
  public void setExecutor(@Nullable Executor other) {
    executor = other == null ? VIRTUAL : other;
  }

  @Override
  public Executor getExecutor() {
    return executor;
  }

  @Override
  public void stop(int delaySeconds) {
    isStopped = true;
    try {
      listening.close();
    } catch (IOException e) {
      // The socket is closed as far as possible.
    }
    try {
      boolean _ = connections.awaitQuiet(Duration.ofSeconds(delaySeconds));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    connections.closeAll();
  }

  @Override
  public HttpContext createContext(String path, @Nullable HttpHandler handler) {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("a path begins with /: " + path);
    }
    HttpHandler nobody =
        exchange ->
            faults.refuse(
                new HttpFault(404, "not-found", "nothing is served at this path"), exchange);
    StrictHttpContext context =
        new StrictHttpContext(this, path, handler == null ? nobody : handler);
    if (contexts.putIfAbsent(path, context) != null) {
      throw new IllegalArgumentException("there is a context already: " + path);
    }
    return context;
  }

  @Override
  public HttpContext createContext(String path) {
    return createContext(path, null);
  }

  @Override
  public void removeContext(String path) {
    if (contexts.remove(path) == null) {
      throw new IllegalArgumentException("there is no such context: " + path);
    }
  }

  @Override
  public void removeContext(HttpContext context) {
    removeContext(context.getPath());
  }

  boolean isStopped() {
    return isStopped;
  }

  /** Passes a request to the handler at its path. */
  void handle(StrictHttpExchange exchange) throws IOException {
    if (exchange.isAboutServer()) {
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    String path = exchange.getRequestURI().getPath();
    Optional<StrictHttpContext> context =
        contexts.values().stream()
            .filter(each -> each.covers(path))
            .max(Comparator.comparingInt(each -> each.getPath().length()));
    if (context.isEmpty()) {
      throw new HttpFault(404, "not-found", "there is nothing at this path");
    }
    exchange.enter(context.get());
    new Filter.Chain(context.get().getFilters(), context.get().getHandler()).doFilter(exchange);
  }

  /** Answers a malformed request. */
  void refuse(HttpFault fault, StrictHttpExchange exchange) throws IOException {
    faults.refuse(fault, exchange);
  }

  int connections() {
    return connections.count();
  }

  /** Returns the bytes of requests in memory. */
  long heldBytes() {
    return budget.heldBytes();
  }

  private void run() {
    long due = System.nanoTime();
    while (!isStopped) {
      accept();
      if (System.nanoTime() - due >= 0) {
        due = System.nanoTime() + Duration.ofMillis(TICK_MILLIS).toNanos();
        expire();
      }
    }
  }

  private void expire() {
    try {
      connections.expireLate();
    } catch (RuntimeException e) {
      recover(e);
    }
  }

  private void accept() {
    try {
      // Without connections there are no deadlines to watch.
      listening.setSoTimeout(connections.count() == 0 ? 0 : TICK_MILLIS);
      Socket socket = listening.accept();
      connections.admit(socket).ifPresent(this::serve);
      failures = 0;
    } catch (SocketTimeoutException e) {
      // No connection came; it is time to check the deadlines.
    } catch (IOException | RuntimeException e) {
      // One connection that cannot be served, such as for lack of a thread, ends no other.
      recover(e);
    }
  }

  private void serve(Connection connection) {
    executor.execute(new HttpConversation(this, connection, connections, budget, limits, clock));
  }

  /**
   * Handles a failure to accept: usually the process has no file handles left, or the client has
   * gone already.
   */
  private void recover(Exception cause) {
    if (isStopped) {
      return;
    }
    failures++;
    if (failures > MAX_FAILURES) {
      throw new IllegalStateException("no connection can be taken", cause);
    }
    connections.dropIdle();
    LockSupport.parkNanos(Duration.ofMillis(PAUSE_MILLIS).toNanos());
  }
}
