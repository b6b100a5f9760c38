package org.sovereignbook.sbp.cli.talk;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.crypto.ContentHash;
import org.sovereignbook.sbp.base.protocol.MessageType;
import org.sovereignbook.sbp.base.protocol.Payloads;
import org.sovereignbook.sbp.cli.read.FoundText;
import org.sovereignbook.sbp.cli.read.MessagesCommand;
import org.sovereignbook.sbp.cli.read.ReadCommand;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.EditCommand;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Quoting;
import org.sovereignbook.sbp.peer.feed.Conversations;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.store.ChangeSet;
import org.sovereignbook.sbp.store.OutboxKind;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerNames;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * Writes a direct message of the operator's to one peer (PROTOCOL §6), queued in outbox/replies.
 */
public abstract class WriteCommand extends EditCommand {
  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "TEXT",
      description = "what to say, at most 32768 bytes; - reads standard input")
  @ToolArgument.Of(text = "the message, at most 32768 bytes")
  List<String> words = List.of();

  private String body = "";

  @Override
  protected void prepare(Session session, Node node) throws IOException {
    body = Outgoing.body(session, words);
  }

  /** Queues the words for a peer, with the references to the piece and to the answered message. */
  Outgoing queue(
      String what,
      Node node,
      Store store,
      Peer to,
      Optional<ContentHash> about,
      Optional<ContentHash> answers) {
    Outgoing message =
        Outgoing.to(
            node,
            to,
            OutboxKind.REPLIES,
            MessageType.DIRECT,
            Payloads.direct(body, about, answers));
    store.commit(message.queue(new ChangeSet(), node, to, what));
    return message;
  }

  @Command(description = "write to one peer")
  @Synonyms({"message", "msg", "dm"})
  @Prints(PeerView.Queued.class)
  @Exit(code = ExitCode.REFUSED, means = "the peer is blocked")
  @Tool(set = Toolset.PEERS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN)
  @Tool.Says(
      "Sends a message to another node, in this node's name. Use mail_send to write to an"
          + " agent. Returns the id of the message; it leaves with the next delivery. Answers"
          + " appear in messages.")
  @AgentAccess(data = DataAccess.NONE, dangerous = true)
  public static final class Send extends WriteCommand {
    @Parameters(index = "0", paramLabel = "PEER", description = PeerFinder.PEER)
    String peer = "";

    @Override
    protected ExitCode edit(Output output, Node node, Store store) {
      Peer to = PeerFinder.find(store.peers(), peer);
      return queue("message", node, store, to, Optional.empty(), Optional.empty())
          .told(output, store, to);
    }
  }

  /** {@code sbp reply}: answers a message, or writes to the author of a piece about it. */
  @Command(description = "answer a message or a piece")
  @Example("sbp reply a3f9 'you are right, and here is why'")
  @Prints(PeerView.Queued.class)
  @Exit(code = ExitCode.REFUSED, means = "the peer is blocked, or the piece is your own")
  @AgentAccess(data = DataAccess.NONE, dangerous = true)
  public static final class Reply extends WriteCommand {
    @Parameters(index = "0", paramLabel = "ID", description = ReadCommand.ID)
    String id = "";

    @Override
    protected ExitCode edit(Output output, Node node, Store store) {
      FoundText answered = found(store);
      Peer to = recipient(store, answered);
      Outgoing message =
          queue(
              "reply",
              node,
              store,
              to,
              answered.message().flatMap(one -> one.message().refs().contentRef()),
              answered
                  .message()
                  .flatMap(one -> one.message().refs().envelopeHash())
                  .or(() -> answered.piece().map(FeedPiece::hash)));
      new Conversations(store).markRead(answered.message().stream().toList());
      return message.told(output, store, to);
    }

    /**
     * Finds what is answered; a peer's name in its place leads to the command that writes to it.
     */
    private FoundText found(Store store) {
      try {
        return FoundText.find(store, id);
      } catch (CliException e) {
        boolean isPeer =
            e.exitCode() == ExitCode.NOT_FOUND
                && store.peers().peers().stream()
                    .anyMatch(peer -> PeerNames.lookAlike(id, peer.name()));
        if (!isPeer) {
          throw e;
        }
        throw CliException.notFound(
            e.getMessage() + "; a peer is called so",
            "write to it:  sbp send " + Quoting.shell(id) + " TEXT",
            "what it wrote:  sbp messages " + Quoting.shell(id));
      }
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
                      .message()
                      .map(found -> MessagesCommand.stranger(answered.by(), found.message())))
          .orElseThrow(
              () ->
                  CliException.notFound(
                      "it is not known where "
                          + PeerText.quote(answered.by().name())
                          + " can be reached",
                      "if you know:  sbp peers add URL"));
    }
  }
}
