package org.sovereignbook.sbp.cli.memory;

import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.automation.Embeddings;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.Domain;
import org.sovereignbook.sbp.society.memory.Folded;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.society.memory.TrustScores;
import org.sovereignbook.sbp.society.recall.QueryVector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory search}: items by words. */
@Command(name = "search", description = "find items by words; without words the newest")
@Synonyms({"list", "items"})
@Example("sbp memory search 'how do we release' --in our-team")
@Tool(
    set = Toolset.MEMORY,
    listed = Tool.Listed.FOR_ALL,
    shows = Tool.Text.OTHERS,
    repeats = true,
    without = "--hidden")
@Tool.Says(
    "Finds what you and your groups remember, best first, by words, or by a month"
        + " or day. Use it before you ask or guess. Then call memory_read_warm. Without a"
        + " query it lists the newest.")
@AgentAccess(data = DataAccess.RESTRICTED, usual = true, own = true)
final class ItemSearch extends SocietyCommand<ItemSearch.Found> {
  /** Results that a search ranks; pages are cut from them. */
  private static final int RANKED = 200;

  @Parameters(paramLabel = "QUERY", arity = "0..*", description = "words, a name, a month")
  @ToolArgument.Of(text = "words to find")
  List<String> query = List.of();

  @Option(names = "--type", description = "only of this type")
  @ToolArgument.Of(text = "only this type")
  Optional<ItemType> type = Optional.empty();

  @Option(names = "--tag", paramLabel = "TAG", description = "only with this tag; may be repeated")
  @ToolArgument.Of(name = "tags", also = "tag", text = "any of these tags")
  List<String> tags = List.of();

  @Option(names = "--in", paramLabel = "GROUP", description = "only of this group")
  @ToolArgument.Of(name = "group_id", also = "group")
  Optional<String> group = Optional.empty();

  @Option(names = "--domain", description = "only of this domain")
  @ToolArgument.Of(text = "only this domain")
  Optional<Domain> domain = Optional.empty();

  @Option(
      names = "--hidden",
      description = "without words: also items that their author doubts (confidence below 0.3)")
  boolean hidden;

  @Mixin PageOptions page = PageOptions.cut(20, "sbp memory read ID");

  private Optional<QueryVector> meaning = Optional.empty();

  /** The results, best first. */
  record Found(List<Result> results, int count, @Shape.Inline Page.End end) {}

  /**
   * An item found.
   *
   * @param score from 0 to 1
   * @param why which words were found
   * @param excerpt its best passage; how it begins in a list without words
   * @param judged how it was assessed, if it was found wrong
   * @param similar ids of items that say the same, and are not listed by themselves
   */
  @Shape.Def("memory_result")
  record Result(
      String id,
      ItemType type,
      Optional<String> subtype,
      String name,
      BigDecimal score,
      String why,
      Optional<String> group,
      Timestamp writtenAt,
      String author,
      List<String> tags,
      Domain domain,
      String excerpt,
      Optional<TrustScores.Correctness> judged,
      Optional<List<String>> similar,
      @Shape.Hidden List<String> keys) {
    static Result of(Transaction tx, Folded<MemorySearch.Result> folded) {
      MemorySearch.Result found = folded.first();
      MemoryItem item = found.item().item();
      List<MemoryItem> others = folded.similar().stream().map(one -> one.item().item()).toList();
      return new Result(
          item.shownId(),
          item.type(),
          item.text().subtype(),
          item.title(),
          BigDecimal.valueOf(found.perMille(), 3),
          found.why(),
          found.item().group(),
          Timestamp.ofMillis(item.life().updatedMs()),
          MemoryHolder.nameOf(tx, item.author()),
          found.item().tags(),
          item.domain(),
          found.text(),
          item.assessment().judged(),
          others.isEmpty() ? Optional.empty() : Optional.of(ids(item, others)),
          Stream.concat(Stream.of(item), others.stream()).map(MemoryItem::id).toList());
    }

    /** Returns ids that lead to these items, and not to one with the id of another. */
    private static List<String> ids(MemoryItem first, List<MemoryItem> others) {
      Set<String> taken = new HashSet<>(Set.of(first.shownId()));
      return others.stream()
          .map(other -> taken.add(other.shownId()) ? other.shownId() : other.id())
          .toList();
    }

    String key() {
      return keys.getFirst();
    }
  }

  @Override
  protected void prepare(Session session) {
    meaning =
        query.isEmpty()
            ? Optional.empty()
            : Embeddings.query(session, session.node(), String.join(" ", query));
  }

  @Override
  protected List<Authority> shown(Transaction tx, Found found) {
    return new Items(tx)
        .causes(found.results().stream().flatMap(one -> one.keys().stream()).toList());
  }

  @Override
  protected Found work(Transaction tx, Caller caller) {
    List<MemorySearch.Result> ranked =
        new MemorySearch(tx, meaning)
            .search(
                caller,
                String.join(" ", query),
                new ItemFilter(type, tags, group, domain, hidden),
                RANKED);
    Page<Result> shown =
        page.of(
            Folded.of(ranked, MemorySearch.Result::item).stream().map(one -> Result.of(tx, one)),
            Result::key);
    // What the page shows its owner changes nothing: it reads again after each event.
    if (!query.isEmpty() && !session().world().origin().channel().equals(ToolCall.WEB)) {
      new Items(tx).recalled(caller, shown.items().stream().map(Result::key).toList());
    }
    return new Found(shown.items(), shown.items().size(), shown.end());
  }

  @Override
  protected ExitCode show(Output output, Found found) {
    boolean isFolded = found.results().stream().anyMatch(one -> one.similar().isPresent());
    List<String> columns = List.of("ID", "SCORE", "TYPE", "NAME", "GROUP", "BY", "SIMILAR");
    int shown = isFolded ? columns.size() : columns.size() - 1;
    Table table = Table.of(columns.subList(0, shown).toArray(String[]::new)).whole("ID");
    for (Result result : found.results()) {
      List<String> cells =
          List.of(
              result.id(),
              result.score().toPlainString(),
              result.subtype().orElse(result.type().toString()),
              result.judged().map(how -> "(" + how + ") ").orElse("") + result.name(),
              result.group().orElse("-"),
              result.author(),
              result
                  .similar()
                  .map(ids -> "%d: %s".formatted(ids.size(), String.join(", ", ids)))
                  .orElse("-"));
      table.row(cells.subList(0, shown).toArray());
    }
    output.table(
        table, query.isEmpty() ? "nothing is remembered yet" : "nothing is remembered of this");
    found.end().print(output);
    return output.list(found);
  }
}
