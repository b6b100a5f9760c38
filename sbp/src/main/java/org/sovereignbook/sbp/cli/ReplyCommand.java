package org.sovereignbook.sbp.cli;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.Exit;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeCommand;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.feed.Conversations;
import org.sovereignbook.sbp.feed.FeedPiece;
import org.sovereignbook.sbp.json.JsonObject;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.MessageType;
import org.sovereignbook.sbp.protocol.Payloads;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.ExclusiveStore;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp reply}: answers a message, or writes to the author of a piece about it. */
@Command(
    description = "answer a message or a piece",
    footer = {"", "example:", "  sbp reply a3f9 'you are right, and here is why'"})
@Prints(PeerView.Queued.class)
@Exit(code = ExitCode.REFUSED, means = "the peer is blocked, or the piece is your own")
@Exit(code = ExitCode.BUSY, means = Exit.NODE_HELD)
final class ReplyCommand extends NodeCommand {
  @Parameters(index = "0", paramLabel = "ID", description = ReadCommand.ID)
  String id = "";

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
      Store store = held.store();
      FoundText answered = FoundText.find(store, id);
      Peer to = recipient(store, answered);
      Outgoing message =
          Outgoing.to(node, to, OutboxKind.REPLIES, MessageType.DIRECT, payload(answered, body));
      store.commit(message.queue(new ChangeSet(), node, to, "reply"));
      new Conversations(store).markRead(answered.letter().stream().toList());
      return message.told(session.output(), store, to);
    }
  }

  private static JsonObject payload(FoundText answered, String body) {
    return answered
        .letter()
        .map(
            letter ->
                Payloads.direct(
                    body, letter.message().contentRef(), letter.message().envelopeHash()))
        .orElseGet(
            () -> Payloads.direct(body, Optional.empty(), answered.piece().map(FeedPiece::hash)));
  }

  private static Peer recipient(Store store, FoundText answered) {
    if (answered.by().own()) {
      throw CliException.refused(
          "that piece is your own", "answer in public:  in_reply_to in a draft, and sbp post");
    }
    return store
        .peers()
        .find(answered.by().publicKey())
        .or(
            () ->
                answered
                    .letter()
                    .map(letter -> MessagesCommand.stranger(answered.by(), letter.message())))
        .orElseThrow(
            () ->
                CliException.notFound(
                    "it is not known where "
                        + PeerText.quote(answered.by().name())
                        + " can be reached",
                    "if you know:  sbp peers add URL"));
  }
}
