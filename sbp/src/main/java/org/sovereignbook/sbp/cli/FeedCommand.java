package org.sovereignbook.sbp.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.cli.command.CliException;
import org.sovereignbook.sbp.cli.command.ExitCode;
import org.sovereignbook.sbp.cli.command.NodeCommand;
import org.sovereignbook.sbp.cli.command.Output;
import org.sovereignbook.sbp.cli.command.Prints;
import org.sovereignbook.sbp.cli.command.Session;
import org.sovereignbook.sbp.cli.command.Table;
import org.sovereignbook.sbp.feed.Feed;
import org.sovereignbook.sbp.feed.FeedPiece;
import org.sovereignbook.sbp.feed.Someone;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.protocol.Timestamp;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp feed}: the pieces that this node has received and published. */
@Command(
    description = "pieces received and published, newest first",
    footer = {"", "example:", "  sbp feed -n 50"})
@Prints(FeedCommand.Shown.class)
final class FeedCommand extends NodeCommand {
  private static final int TITLE_COLUMNS = 46;
  private static final int NOTE_COLUMNS = 60;
  private static final String YOU = "you";

  @Option(
      names = "-n",
      paramLabel = "N",
      defaultValue = "20",
      description = "how many to show (default 20)")
  int pieces;

  @Option(names = "--own", description = "only those of this node")
  boolean own;

  record Shown(List<FeedPiece> pieces) {}

  @Override
  public ExitCode run(Session session) {
    if (pieces < 1) {
      throw CliException.wrong("-n needs a number from 1");
    }
    try (Store store = session.store(session.node())) {
      Feed feed = new Feed(store);
      Stream<FeedPiece> all = own ? feed.published() : feed.newestFirst();
      List<FeedPiece> shown = all.limit(pieces).toList();
      print(session.output(), shown, session.now());
      session.output().json(new Shown(shown));
      return ExitCode.DONE;
    }
  }

  private static void print(Output output, List<FeedPiece> pieces, Timestamp now) {
    Table table = Table.of("ID", "AGE", "AUTHOR", "TITLE");
    pieces.forEach(
        piece ->
            table.row(
                Abbreviation.of(piece.hash()),
                Age.of(Optional.of(piece.at()), now),
                name(piece.author()),
                Table.clip(PeerText.plain(piece.title()), TITLE_COLUMNS)));
    if (table.isEmpty()) {
      output.line("no pieces yet; follow somebody:  sbp follow URL");
      return;
    }
    List<String> lines = table.lines();
    output.line(lines.getFirst());
    for (int i = 0; i < pieces.size(); i++) {
      output.line(lines.get(i + 1));
      endorsements(pieces.get(i)).forEach(said -> output.line("          " + said));
    }
    output.line("");
    output.line("read one:  sbp read " + Abbreviation.of(pieces.getFirst().hash()));
  }

  /** Who endorsed a piece, and why, a line for each. */
  static List<String> endorsements(FeedPiece piece) {
    List<String> lines = new ArrayList<>();
    for (FeedPiece.Praise one : piece.endorsements()) {
      String why =
          one.note().map(note -> ": " + Table.clip(PeerText.plain(note), NOTE_COLUMNS)).orElse("");
      lines.add("endorsed by " + name(one.by()) + why);
    }
    return lines;
  }

  /** How somebody is called in a table or a sentence. */
  static String name(Someone someone) {
    return someone.own() ? YOU : PeerView.tableName(someone.name());
  }
}
