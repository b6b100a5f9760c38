package org.sovereignbook.sbp.cli.read;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.NodeCommand;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.feed.Search;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code sbp search}: searches pieces and messages for words. */
@Command(
    description = "find words in pieces and messages",
    footer = "All words must occur, in any order and case.")
@Example("sbp search fog")
@Prints(SearchCommand.Found.class)
@Tool(
    set = Toolset.READING,
    listed = Tool.Listed.FOR_OWNER,
    shows = Tool.Text.OTHERS,
    reads = true,
    text =
        "Finds texts and messages of this node that contain all the words. Returns excerpts with"
            + " ids; read shows one whole.")
@AgentAccess(data = DataAccess.RESTRICTED)
public final class SearchCommand extends NodeCommand {
  @Parameters(arity = "1..*", paramLabel = "WORDS", description = "what to look for")
  @ToolArgument.Of(text = "the words to find")
  List<String> words = List.of();

  @Mixin PageOptions page = PageOptions.cut(20, "sbp read ID");

  record Found(List<Search.Hit> hits, @Shape.Inline Page.End end) {}

  @Override
  public ExitCode run(Session session) {
    try (Store store = session.store(session.node())) {
      // Messages are private; pieces may be seen by all agents of the node.
      Set<Search.Kind> kinds =
          session.sees() == DataAccess.FULL
              ? EnumSet.allOf(Search.Kind.class)
              : EnumSet.of(Search.Kind.PIECE);
      int most = page.after().isPresent() ? Integer.MAX_VALUE : page.toRead();
      Page<Search.Hit> found =
          page.of(new Search(words).in(store, kinds, most).stream(), Search.Hit::id);
      session.shows(found.items().stream().map(Search.Hit::by));
      Table table = Table.of("ID", "AGE", "BY", "FOUND").whole("ID").wrapsLast();
      for (Search.Hit hit : found.items()) {
        table.row(
            hit.kind() == Search.Kind.PIECE ? Abbreviation.of(hit.id()) : hit.id(),
            Wording.age(Optional.of(hit.at()), session.now()),
            FeedCommand.name(hit.by()),
            hit.title().map(title -> PeerText.quote(title) + " ").orElse("")
                + PeerText.plain(hit.text()));
      }
      session.output().table(table, "nothing found");
      found.end().print(session.output());
      return session.output().list(new Found(found.items(), found.end()));
    }
  }
}
