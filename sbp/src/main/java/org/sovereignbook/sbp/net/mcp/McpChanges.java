package org.sovereignbook.sbp.net.mcp;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Who wants to hear of changes, and of which. A change that nobody has fetched yet is told once,
 * however often it came about. Thread-safe.
 */
public final class McpChanges {
  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private volatile boolean areClosed;

  /**
   * What has changed, as it is told.
   *
   * @param whose the only caller who is to hear of it
   */
  record Notice(String method, JsonObject params, Optional<String> whose) {
    /** The resource that it is about. */
    Optional<String> uri() {
      return params.string("uri");
    }

    boolean isFor(McpCaller caller) {
      return whose.filter(principal -> !principal.equals(caller.principal())).isEmpty();
    }
  }

  /**
   * What somebody wants to hear of.
   *
   * @param lists those of {@code tools}, {@code prompts} and {@code resources}
   * @param uris resources, each by itself
   */
  record Filter(Set<String> lists, Set<String> uris) {
    Filter {
      lists = Set.copyOf(lists);
      uris = Set.copyOf(uris);
    }
  }

  /**
   * Notifies of another list of {@code tools}, {@code prompts} or {@code resources}.
   *
   * @param whose the principal whose list alone it is
   */
  public void listChanged(String list, Optional<String> whose) {
    Notice notice =
        new Notice("notifications/" + list + "/list_changed", JsonObject.empty(), whose);
    listeners.stream()
        .filter(listener -> listener.filter.lists().contains(list))
        .forEach(listener -> listener.add(notice));
  }

  /**
   * A resource is another.
   *
   * @param whose the principal for whom alone it is, where each caller has its own
   */
  public void resourceUpdated(String uri, Optional<String> whose) {
    Notice notice =
        new Notice("notifications/resources/updated", JsonObject.empty().with("uri", uri), whose);
    listeners.stream()
        .filter(listener -> listener.filter.uris().contains(uri))
        .forEach(listener -> listener.add(notice));
  }

  /** Whose rights have ended is to hear no more: every stream asks at once who it is. */
  public void askAnew() {
    listeners.forEach(Listener::wake);
  }

  /** Whether there is any stream. */
  public boolean isAnyOpen() {
    return !listeners.isEmpty();
  }

  /** A stream; one that is over from the start when all have been closed. */
  Listener open(Filter filter) {
    Listener listener = new Listener(filter);
    listeners.add(listener);
    if (areClosed) {
      listener.close();
    }
    return listener;
  }

  /** Ends every stream, each after what it still has to tell, also those that come late. */
  void closeAll() {
    areClosed = true;
    listeners.forEach(Listener::close);
  }

  /** One stream of changes. */
  final class Listener implements AutoCloseable {
    private final SequencedSet<Notice> waiting = new LinkedHashSet<>();
    private volatile Filter filter;
    private boolean isClosed;
    private boolean isWoken;

    private Listener(Filter filter) {
      this.filter = filter;
    }

    void filter(Filter other) {
      filter = other;
    }

    private synchronized void add(Notice notice) {
      waiting.add(notice);
      notifyAll();
    }

    private synchronized void wake() {
      isWoken = true;
      notifyAll();
    }

    /** The next change, if there is one within this time; none at once when it is woken. */
    synchronized Optional<Notice> next(Duration atMost) throws InterruptedException {
      long deadline = System.nanoTime() + atMost.toNanos();
      while (waiting.isEmpty() && !isClosed && !isWoken) {
        long millis = Duration.ofNanos(deadline - System.nanoTime()).toMillis();
        if (millis <= 0) {
          return Optional.empty();
        }
        wait(millis);
      }
      isWoken = false;
      return waiting.isEmpty() ? Optional.empty() : Optional.of(waiting.removeFirst());
    }

    synchronized boolean isOver() {
      return isClosed && waiting.isEmpty();
    }

    @Override
    public void close() {
      listeners.remove(this);
      synchronized (this) {
        isClosed = true;
        notifyAll();
      }
    }
  }
}
