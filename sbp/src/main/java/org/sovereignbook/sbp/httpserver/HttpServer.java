package org.sovereignbook.sbp.httpserver;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * An HTTP/1.1 server. One thread takes the connections and keeps the time; each connection has a
 * virtual thread of its own. Thread-safe.
 */
public final class HttpServer implements AutoCloseable {
  private static final int BACKLOG = 512;
  private static final int TICK_MILLIS = 250;
  private static final int PAUSE_MILLIS = 10;

  /** Half a minute in which nobody could be let in. */
  private static final int MAX_FAILURES = 3_000;

  private final ServerSocket listening;
  private final HttpLimits limits;
  private final InstantSource clock;
  private final Connections connections;
  private final ByteBudget budget;
  private int failures;
  private volatile boolean isClosed;

  private HttpServer(ServerSocket listening, HttpLimits limits, InstantSource clock) {
    this.listening = listening;
    this.limits = limits;
    this.clock = clock;
    this.connections = new Connections(limits);
    this.budget = new ByteBudget(limits.maxBytesAtOnce());
  }

  /**
   * Takes the port; nobody is served before the start.
   *
   * @param clock for the dates of answers
   */
  public static HttpServer listen(InetSocketAddress at, HttpLimits limits, InstantSource clock)
      throws IOException {
    ServerSocket listening = new ServerSocket();
    try {
      listening.setReuseAddress(true);
      listening.setSoTimeout(TICK_MILLIS);
      listening.bind(at, BACKLOG);
      return new HttpServer(listening, limits, clock);
    } catch (IOException e) {
      listening.close();
      throw e;
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listening.getLocalSocketAddress();
  }

  /**
   * Begins to serve.
   *
   * @param died told, on the thread that dies, when nobody takes connections any more: the process
   *     is to end, or it would look alive and answer nothing
   */
  public void start(HttpHandler handler, Consumer<Throwable> died) {
    Thread.ofPlatform()
        .daemon()
        .name("sbp-connections")
        .uncaughtExceptionHandler((_, cause) -> died.accept(cause))
        .start(() -> run(handler));
  }

  /** How many connections are open. */
  int connections() {
    return connections.count();
  }

  /** How many bytes of requests are held in memory. */
  long heldBytes() {
    return budget.heldBytes();
  }

  /**
   * Waits until no request is in flight.
   *
   * @return whether that came about within the time
   */
  public boolean awaitQuiet(Duration time) throws InterruptedException {
    return connections.awaitQuiet(time);
  }

  /** Frees the port and closes all connections, whatever they are at. */
  @Override
  public void close() {
    isClosed = true;
    try {
      listening.close();
    } catch (IOException e) {
      // It is closed as far as it can be.
    }
    connections.closeAll();
  }

  private void run(HttpHandler handler) {
    long due = System.nanoTime();
    while (!isClosed) {
      accept(handler);
      if (System.nanoTime() - due >= 0) {
        connections.expireLate();
        due = System.nanoTime() + Duration.ofMillis(TICK_MILLIS).toNanos();
      }
    }
    connections.closeAll();
  }

  private void accept(HttpHandler handler) {
    try {
      Socket socket = listening.accept();
      failures = 0;
      connections.admit(socket).ifPresent(connection -> serve(connection, handler));
    } catch (SocketTimeoutException e) {
      // Nobody came; it is time to look at those who are here.
    } catch (IOException e) {
      recover(e);
    }
  }

  private void serve(Connection connection, HttpHandler handler) {
    Thread.ofVirtual()
        .name("sbp-connection")
        .start(new HttpConversation(connection, connections, budget, limits, handler, clock));
  }

  /** Mostly the process has no file handles left, or the client has gone already. */
  private void recover(IOException cause) {
    if (isClosed) {
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
