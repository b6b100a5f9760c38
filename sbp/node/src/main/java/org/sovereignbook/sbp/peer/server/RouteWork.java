package org.sovereignbook.sbp.peer.server;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.sovereignbook.sbp.node.Polling;
import org.sovereignbook.sbp.node.Workers;

/**
 * Work of features beside the requests that they answer, every few seconds, each in a thread of its
 * own, so that one that takes long holds up no other.
 */
public final class RouteWork implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final RouteContext context;
  private final Consumer<String> log;
  private final NeededRoutes routes;
  private final Map<String, String> failures = new ConcurrentHashMap<>();
  private final Map<String, Thread> working = new HashMap<>();
  private final Thread thread;

  private RouteWork(RouteContext context, Consumer<String> log) {
    this.context = context;
    this.log = log;
    this.routes = new NeededRoutes(context.node(), log);
    this.thread = Thread.ofPlatform().daemon().name("work of features").unstarted(this::keepOn);
  }

  /**
   * Starts to do it.
   *
   * @param log receives lines for the operator
   */
  public static RouteWork start(RouteContext context, Consumer<String> log) {
    RouteWork work = new RouteWork(context, log);
    work.thread.start();
    return work;
  }

  private void keepOn() {
    Polling polling = new Polling(context.node().clock(), BETWEEN);
    try {
      while (true) {
        attempt("the search for features", this::workOfAll);
        polling.pause();
      }
    } catch (InterruptedException e) {
      endAll();
    }
  }

  private void workOfAll() {
    for (RouteFeature feature : routes.needed().toList()) {
      Optional<Thread> last = Optional.ofNullable(working.get(feature.name()));
      if (last.filter(Thread::isAlive).isEmpty()) {
        working.put(
            feature.name(),
            Thread.ofVirtual()
                .name("work of " + feature.name())
                .start(() -> attempt("the feature " + feature.name(), () -> work(feature))));
      }
    }
  }

  private void work(RouteFeature feature) {
    try {
      feature.work(context);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the work of all features, and waits until it has ended. */
  private void endAll() {
    working.values().forEach(Thread::interrupt);
    working.values().forEach(Workers::await);
  }

  /** Does a part: its failure is logged once, keeps no other back, and ends nothing. */
  private void attempt(String what, Runnable part) {
    try {
      part.run();
      failures.remove(what);
    } catch (RuntimeException | LinkageError e) {
      if (!e.toString().equals(failures.put(what, e.toString()))) {
        log.accept(what + " failed beside the routes: " + e);
      }
    }
  }

  /** Ends it, once what is under way has ended. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
