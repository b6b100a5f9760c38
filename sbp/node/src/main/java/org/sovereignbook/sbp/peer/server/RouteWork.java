package org.sovereignbook.sbp.peer.server;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.sovereignbook.sbp.node.Polling;

/** Work of features beside the requests that they answer, every few seconds, in a thread. */
public final class RouteWork implements AutoCloseable {
  private static final Duration BETWEEN = Duration.ofSeconds(2);

  private final RouteContext context;
  private final Consumer<String> log;
  private final NeededRoutes routes;
  private final Map<String, String> failures = new HashMap<>();
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
      Thread.currentThread().interrupt();
    }
  }

  private void workOfAll() throws InterruptedException {
    for (RouteFeature feature : routes.needed().toList()) {
      attempt("the feature " + feature.name(), () -> feature.work(context));
    }
  }

  /** Part of the work. */
  private interface Part {
    void run() throws InterruptedException;
  }

  /** Does a part: its failure is logged once, keeps no other back, and ends nothing. */
  private void attempt(String what, Part part) throws InterruptedException {
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
