package org.sovereignbook.sbp.cli;

import java.util.Optional;
import org.sovereignbook.sbp.cli.command.Contract;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.protocol.MessageType;
import picocli.CommandLine.Command;

/**
 * {@code sbp subscribe}: asks one peer for everything that it writes (PROTOCOL §6), and marks its
 * row (CHOICES 1).
 */
@Command(description = "follow a known peer")
final class SubscribeCommand extends PeerEdit {

  SubscribeCommand() {
    super(
        "followed",
        "it is followed already",
        peer -> peer.withSubscribed(true),
        Optional.of(MessageType.SUBSCRIBE));
  }

  @Override
  public Contract contract() {
    return super.contract().exit(ExitCode.REFUSED, "the peer is blocked");
  }

  /** {@code sbp unsubscribe}: asks one peer to send nothing more. */
  @Command(description = "stop following a peer")
  static final class Undo extends PeerEdit {
    Undo() {
      super(
          "not followed",
          "it is not followed",
          peer -> peer.withSubscribed(false),
          Optional.of(MessageType.UNSUBSCRIBE));
    }
  }
}
