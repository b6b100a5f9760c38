package org.sovereignbook.sbp.frontend.web;

import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.LentLedger;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.net.http.IoWords;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.NodeLock;

/**
 * One serving of a node's page, to its end: its lock, the node's society, its server, and the file
 * by which {@code sbp web open} finds it.
 *
 * @param port instead of the configured one
 * @param isLocked whether it issues no token, as for {@code sbp up}, and takes another port where
 *     the configured one is taken
 * @param log receives what goes wrong while it is served
 */
record WebServing(
    Session session, Node node, Optional<Integer> port, boolean isLocked, Consumer<String> log) {
  private static final int NEXT_PORTS = 20;
  private static final int MAX_PORT = 65_535;

  /** Preparation with the open society, before its page is served. */
  @FunctionalInterface
  interface Opening {
    Hosting open(Ledger ledger);
  }

  /** Work beside the page while it is served; the page ends with it. */
  @FunctionalInterface
  interface Hosting {
    void host(WebServer server) throws InterruptedException;
  }

  /** Serves the page until its host returns. */
  ExitCode run(Opening opening) throws InterruptedException {
    WebSettings.ALL.checked(node.config());
    try (NodeLock _ =
            NodeLock.tryAcquire(WebPlace.lock(node), "sbp web", node.now(), node.randomId())
                .orElseThrow(
                    () ->
                        new CliException(
                            ExitCode.BUSY,
                            "the page of this node is served already",
                            "open it:  sbp web open"));
        Ledger ledger = session.ledger(node);
        LentLedger.Lending _ = session.lend(ledger)) {
      serve(ledger, opening.open(ledger));
      return ExitCode.DONE;
    }
  }

  private void serve(Ledger ledger, Hosting hosting) throws InterruptedException {
    int wanted = port.orElse(node.config().get(WebSettings.PORT));
    String secret = node.randomId() + node.randomId();
    try (WebServer server = start(ledger, wanted, secret)) {
      Path place = WebPlace.file(node);
      node.disk().writePrivate(place, new WebPlace(server.port(), secret).bytes());
      hosting.host(server);
      node.disk().delete(place);
      node.disk().delete(WebPlace.page(node));
    } catch (IOException e) {
      throw CliException.refused(
          "cannot listen on port " + wanted + ": " + IoWords.of(e),
          "another one:  sbp web --port 0");
    }
  }

  /**
   * Starts at the configured port; beside another node's page, {@code sbp up} takes the next free
   * one, which is mostly the same each time.
   */
  private WebServer start(Ledger ledger, int wanted, String secret) throws IOException {
    try {
      return WebServer.start(session, ledger, wanted, secret, log);
    } catch (BindException e) {
      if (!isLocked || port.isPresent()) {
        throw e;
      }
      return beside(ledger, wanted, secret);
    }
  }

  private WebServer beside(Ledger ledger, int wanted, String secret) throws IOException {
    for (int next = wanted + 1; next <= Math.min(wanted + NEXT_PORTS, MAX_PORT); next++) {
      try {
        return WebServer.start(session, ledger, next, secret, log);
      } catch (BindException e) {
        // Taken, too.
      }
    }
    return WebServer.start(session, ledger, 0, secret, log);
  }
}
