package org.sovereignbook.sbp.net.mcp;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sovereignbook.sbp.base.json.JsonObject;

/**
 * Subscriptions to changes. A change that a listener has not fetched yet is delivered once, however
 * often it occurred. Thread-safe.
 */
public final class McpChanges {
  static final String META = "_meta";

  private final Set<Listener> listeners = ConcurrentHashMap.newKeySet();
  private volatile boolean areClosed;

  /**
   * Notification of a change.
   *
   * @param whose the only principal that may receive it; empty for all
   */
  record Notification(String method, JsonObject params, Optional<String> whose) {
    /** Returns the resource that the change is about. */
    Optional<String> uri() {
      return params.string("uri");
    }

    /** Returns the parameters with further facts about the message. */
    JsonObject params(JsonObject mark) {
      if (mark.members().isEmpty()) {
        return params;
      }
      JsonObject meta = params.object(META).orElse(JsonObject.empty());
      for (var each : mark.members().entrySet()) {
        meta = meta.with(each.getKey(), each.getValue());
      }
      return params.with(META, meta);
    }

    boolean isFor(McpCaller caller) {
      return whose.filter(principal -> !principal.equals(caller.principal())).isEmpty();
    }
  }

  /**
   * Changes that a listener has subscribed to.
   *
   * @param lists a subset of {@code tools}, {@code prompts} and {@code resources}
   * @param uris single resources
   */
  record Filter(Set<String> lists, Set<String> uris) {
    Filter {
      lists = Set.copyOf(lists);
      uris = Set.copyOf(uris);
    }
  }

  /**
   * Notifies listeners of a changed list of {@code tools}, {@code prompts} or {@code resources}.
   *
   * @param whose the principal whose list has changed; empty for all
   */
  public void listChanged(String list, Optional<String> whose) {
    Notification notice =
        new Notification("notifications/" + list + "/list_changed", JsonObject.empty(), whose);
    listeners.stream()
        .filter(listener -> listener.filter.lists().contains(list))
        .forEach(listener -> listener.add(notice));
  }

  /**
   * Notifies listeners of a changed resource.
   *
   * @param whose the principal whose version has changed, when each caller has its own
   */
  public void resourceUpdated(String uri, Optional<String> whose) {
    updated(uri, JsonObject.empty().with("uri", uri), whose);
  }

  /**
   * Notifies the listeners of one principal of a changed resource.
   *
   * @param meta facts about the change, each under a name with a prefix; every change is delivered
   */
  public void resourceUpdated(String uri, String whose, JsonObject meta) {
    updated(uri, JsonObject.empty().with("uri", uri).with(META, meta), Optional.of(whose));
  }

  private void updated(String uri, JsonObject params, Optional<String> whose) {
    Notification notice = new Notification("notifications/resources/updated", params, whose);
    listeners.stream()
        .filter(listener -> listener.filter.uris().contains(uri))
        .forEach(listener -> listener.add(notice));
  }

  /**
   * Wakes every stream, which then authenticates its caller again: a caller whose rights have ended
   * receives nothing more.
   */
  public void reauthenticate() {
    listeners.forEach(Listener::wake);
  }

  public boolean isAnyOpen() {
    return !listeners.isEmpty();
  }

  /** Opens a stream; it is closed from the start when all streams have been closed. */
  Listener open(Filter filter) {
    Listener listener = new Listener(filter);
    listeners.add(listener);
    if (areClosed) {
      listener.close();
    }
    return listener;
  }

  /**
   * Closes every stream, after its pending notifications; streams that are opened later close at
   * once.
   */
  void closeAll() {
    areClosed = true;
    listeners.forEach(Listener::close);
  }

  /** Stream of changes for one client. */
  final class Listener implements AutoCloseable {
    private final SequencedSet<Notification> waiting = new LinkedHashSet<>();
    private volatile Filter filter;
    private boolean isClosed;
    private boolean isWoken;

    private Listener(Filter filter) {
      this.filter = filter;
    }

    void filter(Filter other) {
      filter = other;
    }

    private synchronized void add(Notification notice) {
      waiting.add(notice);
      notifyAll();
    }

    private synchronized void wake() {
      isWoken = true;
      notifyAll();
    }

    /**
     * Returns the next change, if there is one within this time; empty at once when the listener is
     * woken.
     */
    synchronized Optional<Notification> next(Duration atMost) throws InterruptedException {
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
