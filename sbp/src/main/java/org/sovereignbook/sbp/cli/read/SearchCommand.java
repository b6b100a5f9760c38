package org.sovereignbook.sbp.cli.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.ToolRights;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.Abbreviation;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.peer.feed.Search;
import org.sovereignbook.sbp.peer.feed.TextSource;
import org.sovereignbook.sbp.society.board.TaskTexts;
import org.sovereignbook.sbp.society.mail.MailTexts;
import org.sovereignbook.sbp.society.memory.ItemTexts;
import org.sovereignbook.sbp.store.Store;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp search}: searches the texts of all packages for words. */
@Command(
    description = "find words in pieces, messages, tasks, mail",
    footer =
        "All words must occur, in any order and case. One whole: sbp read, task show, mail read,"
            + " memory read.")
@Synonyms({"find", "grep"})
@Example({"sbp search fog", "sbp search --kind task --kind mail parser"})
@Tool(set = Toolset.READING, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OTHERS, reads = true)
@Tool.Says(
    "Finds texts, messages, tasks, mail and memories that contain all the words, as far as you"
        + " may see them. Returns excerpts with ids; read, task_show, mail_read and"
        + " memory_read_warm show one whole.")
@AgentAccess(data = DataAccess.RESTRICTED)
public final class SearchCommand extends SocietyCommand<SearchCommand.Found> {
  /** All that can be searched, one for each package with texts. */
  static final List<TextSource> SOURCES =
      List.of(Search.PIECES, Search.MESSAGES, TaskTexts.SOURCE, MailTexts.SOURCE, ItemTexts.SOURCE);

  @Parameters(arity = "1..*", paramLabel = "WORDS", description = "what to look for")
  @ToolArgument.Of(name = "query", also = "words", text = "words to find")
  List<String> words = List.of();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      description = "only piece, message, task, mail or memory; may be repeated")
  @ToolArgument.Of(name = "kinds", also = "kind", text = "only these kinds")
  List<Search.Kind> kinds = List.of();

  @Mixin PageOptions page = PageOptions.cut(20, "sbp read ID");

  record Found(
      List<Search.Hit> hits, @Shape.Inline Page.End end, @Shape.Hidden List<Authority> causes) {}

  @Override
  protected Found work(Transaction tx, Caller caller) {
    try (Store store = session().store(session().node())) {
      TextSource.Asked asked = new TextSource.Asked(new Search(words), tx, caller, store);
      int most = page.after().isPresent() ? Integer.MAX_VALUE : page.toRead();
      List<TextSource> sources = sources(tx, caller);
      List<Search.Hit> hits = new ArrayList<>();
      sources.forEach(source -> source.finds().apply(asked).limit(most).forEach(hits::add));
      hits.sort(Comparator.comparing(Search.Hit::at).reversed());
      Page<Search.Hit> found = page.of(hits.stream(), hit -> Words.of(hit.kind()) + ":" + hit.id());
      List<Authority> causes = new ArrayList<>();
      for (TextSource source : sources) {
        List<Search.Hit> shown =
            found.items().stream().filter(hit -> hit.kind() == source.kind()).toList();
        causes.addAll(source.shows().apply(asked, shown));
      }
      return new Found(found.items(), found.end(), causes);
    }
  }

  /** Returns what the caller may search; refuses a kind that it names and may not. */
  private List<TextSource> sources(Transaction tx, Caller caller) {
    List<TextSource> all = new ArrayList<>();
    for (TextSource source : SOURCES) {
      boolean may = source.tool().equals(tool()) || ToolRights.mayNow(tx, caller, source.tool());
      if (may && (kinds.isEmpty() || kinds.contains(source.kind()))) {
        all.add(source);
      }
      if (!may && kinds.contains(source.kind())) {
        throw SocietyException.refused(
            "not-permitted",
            "searching kind %s needs the tool %s, which the caller may not use now"
                .formatted(Words.of(source.kind()), source.tool()),
            "what it may:  sbp access check");
      }
    }
    return all;
  }

  @Override
  protected List<Authority> shown(Transaction tx, Found found) {
    return found.causes();
  }

  @Override
  protected ExitCode show(Output output, Found found) {
    Table table = Table.of("ID", "KIND", "AGE", "BY", "FOUND").whole("ID").wrapsLast();
    for (Search.Hit hit : found.hits()) {
      boolean isOfPeers = hit.kind() == Search.Kind.PIECE || hit.kind() == Search.Kind.MESSAGE;
      table.row(
          hit.kind() == Search.Kind.PIECE ? Abbreviation.of(hit.id()) : hit.id(),
          Words.of(hit.kind()),
          Wording.age(Optional.of(hit.at()), session().now()),
          isOfPeers || !hit.by().own()
              ? FeedCommand.name(hit.by())
              : PeerText.plain(hit.by().name()),
          hit.title().map(title -> PeerText.quote(title) + " ").orElse("")
              + PeerText.plain(hit.text()));
    }
    return output.list(found, found.end(), table, "nothing found");
  }
}
