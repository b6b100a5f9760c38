package org.sovereignbook.sbp.cli.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Style;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.PeerLabels;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.feed.Feed;
import org.sovereignbook.sbp.peer.feed.FeedPiece;
import org.sovereignbook.sbp.peer.feed.Someone;
import org.sovereignbook.sbp.store.Peer;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code sbp feed}: the pieces that this node has received and published. */
@Command(description = "pieces received and published, newest first")
@Example("sbp feed -n 50")
@Prints(FeedCommand.Shown.class)
@Tool(set = Toolset.READING, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OTHERS, reads = true)
@Tool.Says(
    "Lists the newest texts that this node has received or published. Long texts are cut; read"
        + " shows one whole.")
@AgentAccess(data = DataAccess.RESTRICTED)
public final class FeedCommand extends NodeCommand {
  static final String YOU = "you";

  @Mixin PageOptions page = PageOptions.cut(20, "sbp read ID");

  @Option(names = "--own", description = "only those of this node")
  @ToolArgument.Of(text = "only texts of this node")
  boolean own;

  record Shown(List<FeedPiece> pieces, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    try (Store store = session.store(session.node())) {
      Feed feed = new Feed(store);
      Stream<FeedPiece> all = own ? feed.published() : feed.newestFirst();
      Page<FeedPiece> shown = page.of(all, piece -> piece.hash().toString());
      session.shows(shown.items().stream().flatMap(FeedCommand::authors));
      String none =
          store.inbox().count() > 0
              ? "no pieces yet; something has come and is not read yet:  sbp inbox"
              : store.peers().count(Peer::subscribed) > 0
                  ? "no pieces yet of those you follow"
                  : "no pieces yet; follow somebody:  sbp follow URL";
      print(session.output(), shown.items(), feed, session.now(), none);
      shown.end().print(session.output());
      return session.output().list(new Shown(shown.items(), shown.end()));
    }
  }

  private static void print(
      Output output, List<FeedPiece> pieces, Feed feed, Timestamp now, String none) {
    Table table = Table.of("ID", "AGE", "AUTHOR", "TITLE").whole("ID");
    for (FeedPiece piece : pieces) {
      table.row(
          Abbreviation.of(piece.hash()),
          Wording.age(Optional.of(piece.at()), now),
          name(piece.author()),
          PeerText.plain(piece.title()));
      notes(piece, feed).forEach(line -> table.row("", "", "", Style.QUIET.on("  " + line)));
    }
    output.table(table, none);
  }

  /**
   * Returns the authors of the text shown with a piece: its own, and those of endorsements of it.
   */
  static Stream<Someone> authors(FeedPiece piece) {
    return Stream.concat(
        Stream.of(piece.author()), piece.endorsements().stream().map(FeedPiece.Praise::by));
  }

  /**
   * Returns the notes on a piece: the piece that it answers, and its endorsements, of which those
   * without a comment share a line.
   */
  static List<String> notes(FeedPiece piece, Feed feed) {
    List<String> lines = new ArrayList<>();
    piece.inReplyTo().ifPresent(parent -> lines.add("answers " + ReadCommand.named(parent, feed)));
    String silent =
        piece.endorsements().stream()
            .filter(one -> one.note().isEmpty())
            .map(one -> name(one.by()))
            .collect(Collectors.joining(", "));
    if (!silent.isEmpty()) {
      lines.add("endorsed by " + silent);
    }
    for (FeedPiece.Praise one : piece.endorsements()) {
      one.note()
          .ifPresent(
              note -> lines.add("endorsed by " + name(one.by()) + ": " + PeerText.quote(note)));
    }
    return lines;
  }

  /** Returns a peer's name for a table or a sentence. */
  static String name(Someone someone) {
    return someone.own()
        ? YOU
        : PeerLabels.of(someone.name(), someone.publicKey(), someone.ambiguous());
  }
}
