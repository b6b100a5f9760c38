package org.sovereignbook.sbp.cli;

import org.sovereignbook.sbp.cli.command.Contract;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeOptions;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Subcommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp unsubscribe}: asks one peer to send nothing more (PROTOCOL §6). */
@Command(description = "stop following a peer")
final class UnsubscribeCommand implements Subcommand {
  @Mixin NodeOptions options = new NodeOptions();

  @Parameters(paramLabel = "PEER", description = PeersCommand.PEER)
  String peer = "";

  @Override
  public Contract contract() {
    return Contract.prints(PeerView.Edited.class)
        .exit(ExitCode.NOTHING_TO_DO, "it is not followed")
        .holdsNode();
  }

  @Override
  public ExitCode run(Session session) {
    return new Subscription(session, peer, false).run();
  }
}
