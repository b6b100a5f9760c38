package org.sovereignbook.sbp.plugins.chain;

import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.ForOwner;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.node.Node;

/**
 * A command that talks with the chain between transactions of the database, for the owner only: it
 * reads the environment's keys, and some spend money.
 */
@ForOwner
abstract class ChainCall extends NodeCommand {

  /** A chain with everything around it, for one command. */
  record Open(
      Session session,
      Ledger ledger,
      ChainClient client,
      ChainClient.ChainNetwork network,
      String name) {
    ChainSender sender() {
      return new ChainSender(ledger, client, network);
    }
  }

  @Override
  public final ExitCode run(Session session) throws Exception {
    Node node = session.node();
    String name = node.config().get(ChainSettings.BACKEND);
    ChainVariables variables = new ChainVariables(session.world().environment(), node.config());
    try (Ledger ledger = session.ledger(node);
        ChainClient client =
            session
                .extensions(Optional.of(node))
                .find(ChainSettings.BACKENDS, name)
                .open(node, variables)) {
      return run(new Open(session, ledger, client, client.network(), name));
    } catch (ChainException e) {
      throw said(e);
    }
  }

  /** Does the work on an open chain. */
  abstract ExitCode run(Open chain) throws Exception;

  private static CliException said(ChainException e) {
    return switch (e.kind()) {
      case NOT_SET ->
          CliException.refused(
              e.getMessage(), "set it in the environment of this command, never in a file");
      case NO_ANSWER ->
          new CliException(
              ExitCode.FAILED,
              e.getMessage(),
              "what was signed is sent again by:  sbp chain status");
      case REFUSED -> CliException.refused(e.getMessage());
    };
  }
}
