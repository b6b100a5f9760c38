package org.sovereignbook.sbp.cli;

import java.util.Optional;
import org.sovereignbook.sbp.cli.command.Contract;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.protocol.MessageType;
import picocli.CommandLine.Command;

/**
 * {@code sbp subscribe}: asks one peer for everything that it writes (PROTOCOL §6), and marks its
 * row (CHOICES 1).
 */
@Command(description = "follow a known peer")
final class SubscribeCommand extends PeersCommand.OfPeer {

  @Override
  public Contract contract() {
    return PeerEdit.contract("it is followed already")
        .exit(ExitCode.REFUSED, "the peer is blocked");
  }

  @Override
  public ExitCode run(Session session) {
    return new PeerEdit(
            "followed", peer -> peer.withSubscribed(true), Optional.of(MessageType.SUBSCRIBE))
        .run(session, peer);
  }

  /** {@code sbp unsubscribe}: asks one peer to send nothing more. */
  @Command(description = "stop following a peer")
  static final class Undo extends PeersCommand.OfPeer {

    @Override
    public Contract contract() {
      return PeerEdit.contract("it is not followed");
    }

    @Override
    public ExitCode run(Session session) {
      return new PeerEdit(
              "not followed",
              peer -> peer.withSubscribed(false),
              Optional.of(MessageType.UNSUBSCRIBE))
          .run(session, peer);
    }
  }
}
