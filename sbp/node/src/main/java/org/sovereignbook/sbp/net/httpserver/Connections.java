package org.sovereignbook.sbp.net.httpserver;

import java.net.Socket;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Predicate;

/**
 * All open connections. When there are too many, the oldest idle one is closed first (THREATS:
 * silent connections, connection floods). Thread-safe.
 */
final class Connections {
  /** Number of candidates that may turn out to be active again. */
  private static final int MAX_SPARED = 64;

  /** Time that a new connection waits until clients that have sent something before are served. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final int LOOK_AGAIN_MILLIS = 5;

  private final HttpLimits limits;
  private final SequencedSet<Connection> open = new LinkedHashSet<>();
  private final SequencedSet<Connection> asking = new LinkedHashSet<>();
  private final Map<String, Set<Connection>> byShare = new HashMap<>();

  Connections(HttpLimits limits) {
    this.limits = limits;
  }

  /** Admits a connection when there is capacity or some can be freed; closes it otherwise. */
  Optional<Connection> admit(Socket socket) {
    Optional<String> share = limits.share().apply(socket.getInetAddress());
    Connection connection = new Connection(socket, share, limits);
    if (isAdmitted(connection)) {
      return Optional.of(connection);
    }
    connection.close();
    return Optional.empty();
  }

  /** Begins a request; at the limit, cuts off the oldest request that waits for its client. */
  void begin(Connection connection) throws HttpFault {
    synchronized (this) {
      if (asking.size() >= limits.counts().maxRequests()) {
        Connection slowest =
            asking.stream()
                .filter(Connection::waitsForClient)
                .findFirst()
                .orElseThrow(HttpFault::noCapacity);
        asking.remove(slowest);
        slowest.cutOff();
      }
      asking.add(connection);
    }
  }

  /** Ends a request that has its answer. */
  synchronized void end(Connection connection) {
    asking.remove(connection);
    notifyAll();
  }

  synchronized void remove(Connection connection) {
    connection.close();
    forget(connection);
    end(connection);
  }

  /** Cuts off connections whose deadline has passed; must be called periodically. */
  void expireLate() {
    long now = System.nanoTime();
    all().forEach(connection -> connection.expire(now));
  }

  /** Closes the oldest idle connection, if there is any. */
  synchronized void dropIdle() {
    drop(open, Connection::isIdle);
  }

  void closeAll() {
    all().forEach(Connection::close);
  }

  synchronized int count() {
    return open.size();
  }

  /**
   * Waits until no request is in flight.
   *
   * @return false when the time was over first
   */
  synchronized boolean awaitQuiet(Duration time) throws InterruptedException {
    long deadline = System.nanoTime() + time.toNanos();
    while (asking.stream().anyMatch(Connection::isInFlight)) {
      long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
      if (millis <= 0) {
        return false;
      }
      wait(millis);
    }
    return true;
  }

  private synchronized boolean isAdmitted(Connection connection) {
    Set<Connection> sharing =
        connection.share().map(share -> byShare.getOrDefault(share, Set.of())).orElse(Set.of());
    boolean hasPlace =
        (sharing.size() < limits.counts().maxAddressConnections()
                || drop(sharing, Connection::isIdle))
            && awaitCapacity();
    if (hasPlace) {
      open.add(connection);
      connection.share().ifPresent(share -> join(share, connection));
    }
    return hasPlace;
  }

  /**
   * Waits until one more connection can be admitted. When no connection can be closed, all clients
   * have sent something that this program has not read or answered yet: that is its own slowness,
   * for which new clients are not refused at once. They wait in the system's queue meanwhile.
   */
  private boolean awaitCapacity() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    try {
      while (!hasCapacity()) {
        if (System.nanoTime() - deadline >= 0) {
          return false;
        }
        wait(LOOK_AGAIN_MILLIS);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private boolean hasCapacity() {
    return open.size() < limits.counts().maxConnections()
        || drop(open, Connection::isIdle)
        || drop(open, Connection::waitsForClient);
  }

  /**
   * Closes the connection that has been in its phase for the longest time, among those that can be
   * closed.
   */
  private boolean drop(Set<Connection> among, Predicate<Connection> which) {
    Set<Connection> spared = new HashSet<>();
    while (spared.size() < MAX_SPARED) {
      Optional<Connection> oldest =
          among.stream()
              .filter(which)
              .filter(connection -> !spared.contains(connection))
              .min(Comparator.comparingLong(Connection::sinceNanos));
      if (oldest.isEmpty()) {
        return false;
      }
      if (oldest.get().drop()) {
        forget(oldest.get());
        return true;
      }
      spared.add(oldest.get());
    }
    return false;
  }

  private void join(String share, Connection connection) {
    byShare.computeIfAbsent(share, _ -> new HashSet<>()).add(connection);
  }

  private void forget(Connection connection) {
    open.remove(connection);
    connection
        .share()
        .ifPresent(
            share ->
                byShare.computeIfPresent(
                    share,
                    (_, sharing) ->
                        sharing.remove(connection) && sharing.isEmpty() ? null : sharing));
  }

  private synchronized List<Connection> all() {
    return List.copyOf(open);
  }
}
