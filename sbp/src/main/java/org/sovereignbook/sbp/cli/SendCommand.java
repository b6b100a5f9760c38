package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeCommand;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.Payloads;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp send}: a direct message to one peer (PROTOCOL §6), left in outbox/replies. */
@Command(description = "write to one peer")
@Prints(PeerView.Queued.class)
@Exit(code = ExitCode.REFUSED, means = "the peer is blocked")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
final class SendCommand extends NodeCommand {
  @Parameters(index = "0", paramLabel = "PEER", description = PeersCommand.PEER)
  String peer = "";

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "TEXT",
      description = "what to say, at most 32768 bytes; - reads standard input")
  List<String> words = List.of();

  @Override
  public ExitCode run(Session session) throws IOException {
    Node node = session.node();
    String body = Outgoing.body(session, words);
    try (ExclusiveStore held = session.exclusive(node, PeerEdit.COMPONENT)) {
      Peer to = PeerFinder.find(held.store().peers(), peer);
      Outgoing message =
          Outgoing.to(
              node,
              to,
              OutboxKind.REPLIES,
              MessageType.DIRECT,
              Payloads.direct(body, Optional.empty(), Optional.empty()));
      held.store().commit(message.queue(new ChangeSet(), node, to, "message"));
      return message.told(session.output(), held.store(), to);
    }
  }
}
