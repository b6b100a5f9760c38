package org.sovereignbook.sbp.server;

import com.sun.net.httpserver.HttpServer;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The thread that takes the connections of one HTTP server. The JDK starts it and tells nobody when
 * it dies, which would leave a process that lives and answers nothing; a thread's group is told.
 */
final class Acceptor extends ThreadGroup {
  private final Consumer<Throwable> died;
  private volatile Optional<Throwable> cause = Optional.empty();

  /**
   * @param died is told once, on the thread that dies
   */
  Acceptor(Consumer<Throwable> died) {
    super("sbp-acceptor");
    this.died = died;
  }

  /** Starts the server with its thread in this group. */
  void start(HttpServer http) {
    Thread starter = new Thread(this, http::start, "sbp-start");
    starter.start();
    try {
      starter.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Why the thread died, if it did. */
  Optional<Throwable> cause() {
    return cause;
  }

  @Override
  public void uncaughtException(Thread thread, Throwable failure) {
    cause = Optional.of(failure);
    died.accept(failure);
  }
}
