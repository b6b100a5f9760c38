package org.sovereignbook.sbp.cli.keep;

import org.sovereignbook.sbp.base.protocol.Endpoint;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.AtExit;
import org.sovereignbook.sbp.node.LocalPath;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.peer.server.NodeServer;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;

/**
 * {@code sbp serve}: the inbound HTTP server (PROTOCOL §4), until SIGTERM or Ctrl-C. Requests under
 * way are finished first.
 */
@Command(description = "take messages over HTTP")
@Prints(ServeCommand.Serving.class)
@Exit(
    code = ExitCode.REFUSED,
    means = "another server of this node is running, or the configuration or keys are bad")
public final class ServeCommand extends NodeCommand {
  record Serving(Endpoint url, Endpoint endpoint, LocalPath home) {}

  @Override
  public ExitCode run(Session session) throws InterruptedException {
    Node node = session.node();
    try (Store store = session.store(node);
        NodeServer server = NodeServer.start(node, store, node.config(), session.output()::log)) {
      try (AtExit _ = AtExit.run("stop of server", server::stop)) {
        // A server started by `sbp up` ends with it, even if `sbp up` was killed.
        session.world().onEndOfParent(server::stop);
        ready(session.output(), node, server);
        server.awaitStop();
      }
    }
    return ExitCode.DONE;
  }

  private static void ready(Output output, Node node, NodeServer server) {
    Endpoint known = node.identity().endpoint();
    output.line("serving " + PeerText.plain(node.identity().name()) + " at " + server.endpoint());
    if (!known.equals(server.endpoint())) {
      output.line("peers reach it at " + known);
    }
    output.json(new Serving(server.endpoint(), known, new LocalPath(node.home().root())));
  }
}
