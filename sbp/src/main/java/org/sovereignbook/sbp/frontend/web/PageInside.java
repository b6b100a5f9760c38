package org.sovereignbook.sbp.frontend.web;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.World;
import org.sovereignbook.sbp.node.Node;

/**
 * One serving of a node's page inside of a program that does more: {@code sbp web --locked
 * --no-open} without a process of its own, and with plugins of its own. Thread-safe.
 */
public final class PageInside {
  private final Session session;
  private final Node node;
  private Optional<WebServer> served = Optional.empty();
  private boolean isEnded;

  /**
   * Makes one that is not served yet.
   *
   * @param outer the session of the program around it
   * @param environment of the commands that it runs
   */
  public PageInside(Session outer, Node node, Map<String, String> environment) {
    PrintStream said =
        new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    World world = outer.world().unattended(environment, node.home().root(), said);
    this.session = Session.of(world, new Output(world, false), outer.commands());
    this.node = node;
  }

  /**
   * Serves the page until {@link #end}, or until its server accepts no more connections.
   *
   * @param lines receives its address, once it is served, and what it logs
   */
  public ExitCode run(Consumer<String> lines) throws InterruptedException {
    return new WebServing(session, node, Optional.empty(), true, lines)
        .run(_ -> server -> host(server, lines));
  }

  private void host(WebServer server, Consumer<String> lines) throws InterruptedException {
    synchronized (this) {
      if (isEnded) {
        return;
      }
      served = Optional.of(server);
    }
    lines.accept(server.address().toString());
    server.awaitClose();
  }

  /** Ends the serving, also before it has begun. Answers under way have a second. */
  public synchronized void end() {
    isEnded = true;
    served.ifPresent(WebServer::close);
  }
}
