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
        for (RouteFeature feature : routes.needed().toList()) {
          work(feature);
        }
        polling.pause();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void work(RouteFeature feature) throws InterruptedException {
    try {
      feature.work(context);
      failures.remove(feature.name());
    } catch (RuntimeException | LinkageError e) {
      if (!e.toString().equals(failures.put(feature.name(), e.toString()))) {
        log.accept("the feature " + feature.name() + " failed beside its routes: " + e);
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
