package org.sovereignbook.sbp.cli.read;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Pager;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.PeerFinder;
import org.sovereignbook.sbp.frontend.screen.PeerView;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.feed.Conversation;
import org.sovereignbook.sbp.peer.feed.Conversations;
import org.sovereignbook.sbp.peer.feed.Excerpt;
import org.sovereignbook.sbp.peer.feed.Feed;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.feed.Someone;
import org.sovereignbook.sbp.store.Message;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.PeerTable;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp messages}: personal messages and replies, as conversations. */
@Command(
    description = "personal messages, by peer",
    footer =
        "Without PEER all conversations; with one, what was written to and fro, which is read"
            + " then.")
@Example("sbp messages --unread")
@Prints({MessagesCommand.All.class, MessagesCommand.Shown.class})
@Tool(
    set = Toolset.READING,
    listed = Tool.Listed.FOR_OWNER,
    shows = Tool.Text.OTHERS,
    repeats = true)
@Tool.Says(
    "Lists personal messages from other nodes by sender; with a peer, the whole conversation,"
        + " which then counts as read. Answer with send.")
@AgentAccess(data = DataAccess.FULL)
public final class MessagesCommand extends NodeCommand {
  private static final int EXCERPT_CHARACTERS = 40;

  @Parameters(arity = "0..1", paramLabel = "PEER", description = PeerFinder.PEER)
  Optional<String> peer = Optional.empty();

  @Mixin PageOptions page = PageOptions.cut(1_000, "sbp messages PEER, sbp read ID");

  @Option(names = "--unread", description = "only conversations with unread messages")
  boolean unread;

  @Option(names = "--keep-unread", description = "show a conversation without marking it as read")
  @ToolArgument.Of(text = "leave the conversation unread")
  boolean keepUnread;

  /** Message with its state, as programs see it. */
  @Shape.Def("message")
  record ShownMessage(@Shape.Inline Message message, Conversation.State state) {
    static ShownMessage of(Conversation.MessageWithState one) {
      return new ShownMessage(one.message(), one.state());
    }
  }

  private record Brief(Someone peer, int messages, int unread, ShownMessage last) {
    static Brief of(Conversation talk) {
      return new Brief(
          talk.peer(), talk.messages().size(), talk.unread(), ShownMessage.of(talk.last()));
    }
  }

  record All(List<Brief> conversations, @Shape.Inline Page.End end) {}

  /** Messages with a peer, oldest first; the page before them has older ones. */
  record Shown(Someone peer, List<ShownMessage> messages, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    try (Store store = session.store(session.node())) {
      Conversations talks = new Conversations(store);
      return peer.isPresent()
          ? show(find(store.peers(), talks, peer.get()), talks, new Feed(store), session)
          : list(talks.all(), session);
    }
  }

  private ExitCode list(List<Conversation> all, Session session) {
    Page<Brief> listed =
        page.of(
            all.stream().filter(talk -> !unread || talk.unread() > 0).map(Brief::of),
            talk -> talk.peer().publicKey().toString());
    session.shows(listed.items().stream().map(Brief::peer));
    Table table = Table.of("PEER", "UNREAD", "MESSAGES", "LAST", "TEXT");
    for (Brief talk : listed.items()) {
      Message last = talk.last().message();
      table.row(
          FeedCommand.name(talk.peer()),
          talk.unread() == 0 ? "-" : Style.NEW.on(Integer.toString(talk.unread())),
          Integer.toString(talk.messages()),
          Wording.age(Optional.of(last.at()), session.now()),
          (last.way() == Message.Way.SENT ? "you: " : "")
              + PeerText.plain(Excerpt.of(last.body(), EXCERPT_CHARACTERS)));
    }
    session.output().table(table, unread ? "no unread messages" : "no messages yet");
    listed.end().print(session.output());
    return session.output().list(new All(listed.items(), listed.end()));
  }

  /** Shows one page and marks it as read: the newest messages, or those before the cursor. */
  private ExitCode show(Conversation talk, Conversations talks, Feed feed, Session session) {
    Page<Conversation.MessageWithState> messages =
        page.withWholeTexts()
            .of(talk.messages().reversed().stream(), one -> one.message().id())
            .reversed();
    Conversation shown = new Conversation(talk.peer(), messages.items());
    session.shows(Stream.concat(Stream.of(talk.peer()), abouts(shown, feed)));
    try (Pager pager = Pager.of(session)) {
      messages.end().print(pager.output());
      show(shown, messages.end(), feed, session, pager.output());
    }
    if (!keepUnread) {
      talks.markRead(shown.messages());
    }
    return ExitCode.DONE;
  }

  /** Returns the authors of the pieces that the messages are about, whose titles are shown. */
  private static Stream<Someone> abouts(Conversation talk, Feed feed) {
    return talk.messages().stream()
        .map(Conversation.MessageWithState::message)
        .flatMap(
            message ->
                Stream.concat(
                    message.refs().contentRef().stream(), message.refs().inReplyTo().stream()))
        .flatMap(hash -> feed.find(hash).stream())
        .map(FeedPiece::author);
  }

  /** Prints messages whole. */
  static void show(Conversation talk, Page.End end, Feed feed, Session session, Output output) {
    for (Conversation.MessageWithState one : talk.messages()) {
      output.line(heading(talk.peer(), one, session.now()));
      about(one.message(), feed).ifPresent(about -> output.line("  " + Style.QUIET.on(about)));
      output.markdown("  ", one.message().body());
      output.line("");
    }
    session
        .output()
        .json(new Shown(talk.peer(), talk.messages().stream().map(ShownMessage::of).toList(), end));
  }

  /** Returns the piece that a message is about, or answers. */
  private static Optional<String> about(Message message, Feed feed) {
    return message
        .refs()
        .contentRef()
        .or(() -> message.refs().inReplyTo().filter(hash -> feed.find(hash).isPresent()))
        .map(hash -> "about " + ReadCommand.named(hash, feed));
  }

  private static String heading(Someone peer, Conversation.MessageWithState one, Timestamp now) {
    Message message = one.message();
    String state = Words.of(one.state());
    return "%s, %s, %s  %s"
        .formatted(
            Style.HEADING.on(
                message.way() == Message.Way.SENT ? FeedCommand.YOU : FeedCommand.name(peer)),
            Wording.ago(message.at(), now),
            switch (one.state()) {
              case UNREAD -> Style.NEW.on(state);
              case FAILED, UNKNOWN -> Style.FAIL.on(state);
              default -> state;
            },
            Style.QUIET.on(message.id()));
  }

  /** Finds a conversation; its peer may be a stranger who has written to us. */
  private static Conversation find(PeerTable table, Conversations talks, String given) {
    PeerTable everybody =
        table.withAll(
            talks.peers().stream()
                .filter(one -> table.find(one.publicKey()).isEmpty())
                .map(one -> stranger(one, talks.with(one.publicKey()).last().message()))
                .toList());
    Peer found = PeerFinder.find(everybody, given);
    Conversation talk = talks.with(found.publicKey());
    if (talk.messages().isEmpty()) {
      throw CliException.notFound(
          "no messages of or to " + PeerView.brief(found),
          "write one:  sbp send -- " + found.publicKey() + " TEXT");
    }
    return talk;
  }

  /** Returns a row for a stranger who has written but is not in the peer table. */
  public static Peer stranger(Someone peer, Message message) {
    return Peer.met(
        peer.name(), peer.publicKey(), message.peerEndpoint(), TrustState.UNKNOWN, message.at());
  }
}
