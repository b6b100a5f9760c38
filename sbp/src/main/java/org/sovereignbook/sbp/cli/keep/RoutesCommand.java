package org.sovereignbook.sbp.cli.keep;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.peer.server.RouteContext;
import org.sovereignbook.sbp.peer.server.RouteServer;
import org.sovereignbook.sbp.peer.server.RouteWork;
import picocli.CommandLine.Command;

/**
 * {@code sbp routes}: answers the public routes of features for the node's server, as a child of
 * {@code sbp up}. Hidden.
 */
@Command(description = "answer the public routes of features, for sbp serve")
@ForOwner
public final class RoutesCommand extends NodeCommand {
  @Override
  public ExitCode run(Session session) throws IOException, InterruptedException {
    Node node = session.node();
    CountDownLatch ended = new CountDownLatch(1);
    AtomicReference<Optional<Ledger>> society = new AtomicReference<>(Optional.empty());
    RouteContext context =
        new RouteContext(
            node,
            () -> opened(session, node, society),
            () -> session.store(node),
            session.output()::log);
    try (RouteServer _ = RouteServer.start(context, session.output()::log);
        RouteWork _ = RouteWork.start(context, session.output()::log);
        AtExit _ = AtExit.run("stop of routes", ended::countDown)) {
      session.world().onEndOfParent(ended::countDown);
      session.output().line("public routes of features are answered");
      ended.await();
    } finally {
      society.get().ifPresent(Ledger::close);
    }
    return ExitCode.DONE;
  }

  /** Opens the society once there is one, which may be long after the start. */
  private static Optional<Ledger> opened(
      Session session, Node node, AtomicReference<Optional<Ledger>> society) {
    if (society.get().isPresent()) {
      return society.get();
    }
    synchronized (society) {
      if (society.get().isEmpty()) {
        society.set(session.ledgerIfAny(node));
      }
      return society.get();
    }
  }
}
