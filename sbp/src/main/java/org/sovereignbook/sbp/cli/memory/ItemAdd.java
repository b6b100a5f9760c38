package org.sovereignbook.sbp.cli.memory;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.MemoryScope.Visibility;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.Domain;
import org.sovereignbook.sbp.society.memory.ItemDraft;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import org.sovereignbook.sbp.society.memory.Validity;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory add}: writes an item. */
@Command(
    name = "add",
    description = "remember something: for yourself, or for a group",
    footer = "An id that is there already gets its next version.")
@Example({
  "sbp memory add --id tuesdays 'releases are cut on Tuesdays'",
  "sbp memory add --id mistake 'this should not have been written'",
  "sbp memory add --as reader --id doubt --type learning 'it rains on Tuesdays'"
})
@Exit(
    code = ExitCode.REFUSED,
    means = "you may not write there, or another version is there by now (conflict)")
@Tool(
    name = "memory_write_warm",
    set = Toolset.MEMORY,
    listed = Tool.Listed.FOR_ALL,
    shows = Tool.Text.OWN,
    without = {"TEXT", "--valid-from", "--valid-to"})
@Tool.Says(
    "Remembers something: person, project, org or concept {name, summary}; pattern, insight or"
        + " principle {content, confidence}; session {date, focus, highlights}; note {title,"
        + " content}. Private, or for the members of group_id."
        + " Search first, so that nothing is written twice; an id that exists gets its next"
        + " version.")
@AgentAccess(data = DataAccess.NONE, usual = true, own = true)
final class ItemAdd extends SocietyCommand<ItemAdd.Written> {
  private static final int MAX_INPUT_BYTES = 1 << 20;

  @Parameters(
      paramLabel = "TEXT",
      arity = "0..*",
      description = "what to remember; - reads standard input")
  List<String> words = List.of();

  @Option(names = "--type", description = "what it is")
  @ToolArgument.Of(text = "kind of item")
  ItemKind type = ItemKind.NOTE;

  @Option(names = "--members", paramLabel = "JSON", description = "its members as a JSON object")
  @ToolArgument.Of(name = "data", isObject = true, required = true, text = "members of the type")
  Optional<String> data = Optional.empty();

  @Option(names = "--id", paramLabel = "ID", description = "what it is called, or is to be")
  @ToolArgument.Of(text = "its id; random if absent")
  Optional<String> id = Optional.empty();

  @Option(names = "--in", paramLabel = "GROUP", description = "for the members of this group")
  @Synonyms({"--group", "--for", "--to"})
  @ToolArgument.Of(name = "group_id", also = "group", text = "a group of yours")
  Optional<String> group = Optional.empty();

  @Option(names = "--visibility", description = "who may see it (default: private, or the group)")
  @ToolArgument.Of(text = "who may see it")
  Optional<Visibility> visibility = Optional.empty();

  @Option(
      names = "--entity",
      paramLabel = "ID",
      description = "whose memory it goes to (default: your own)")
  @ToolArgument.Of(name = "entity_id", text = "whose memory: yours (default)")
  Optional<String> entity = Optional.empty();

  @Option(names = "--domain", description = "how long it matters (default: by type)")
  @ToolArgument.Of(text = "value is kept; interrupt ends after days")
  Optional<Domain> domain = Optional.empty();

  @Option(names = "--tag", paramLabel = "TAG", description = "a tag; may be repeated")
  @ToolArgument.Of(name = "tags", also = "tag", text = "words to group by")
  List<String> tags = List.of();

  @Option(names = "--valid-from", paramLabel = "TIME", description = "since when it is true")
  Optional<String> validFrom = Optional.empty();

  @Option(names = "--valid-to", paramLabel = "TIME", description = "until when it is true")
  Optional<String> validTo = Optional.empty();

  @Option(
      names = "--expected-version",
      paramLabel = "NUMBER",
      description = "only in the place of this version; 0 for a new item")
  @Range.Of(min = 0)
  @ToolArgument.Of(text = "replace only this version")
  Optional<Long> expected = Optional.empty();

  /**
   * The outcome.
   *
   * @param error {@code conflict}
   * @param outcome {@code reinforced} for what only repeats a recalled item
   * @param ttlExpires when it ends by itself
   */
  record Written(
      boolean success,
      Optional<String> error,
      String id,
      ItemWriter.Effect outcome,
      long version,
      Optional<Timestamp> ttlExpires) {
    static Written of(ItemWriter.Written written) {
      boolean isConflict = written.outcome() == ItemWriter.Effect.CONFLICT;
      return new Written(
          !isConflict,
          isConflict ? Optional.of("conflict") : Optional.empty(),
          written.item().label().orElse(written.item().id()),
          written.outcome(),
          written.item().version(),
          written.item().life().expiresMs().map(Timestamp::ofMillis));
    }

    ExitCode print(Output output) {
      output.line("%s: %s, version %d".formatted(id, Words.of(outcome), version));
      output.json(this);
      return success ? ExitCode.DONE : ExitCode.REFUSED;
    }
  }

  private JsonObject body = JsonObject.empty();

  @Override
  protected void prepare(Session session) throws IOException {
    String text = TextInput.words(session.world(), words, MAX_INPUT_BYTES).strip();
    if (data.isPresent() != text.isEmpty()) {
      throw CliException.wrong(
          "memory add needs a text, or --members",
          "such as:  sbp memory add 'releases are cut on Tuesdays'");
    }
    body = data.isPresent() ? type.in(GivenJson.object(data.get())) : type.of(text);
  }

  @Override
  protected Written work(Transaction tx, Caller caller) {
    return Written.of(
        new ItemWriter(tx)
            .write(
                caller,
                new ItemDraft(
                    id,
                    type.type(),
                    body,
                    new ItemDraft.Where(entity, group, visibility),
                    domain,
                    tags,
                    new Validity(
                        validFrom.map(given -> millis("--valid-from", given, SpokenTime.Side.PAST)),
                        validTo.map(given -> millis("--valid-to", given, SpokenTime.Side.FUTURE))),
                    expected)));
  }

  private long millis(String option, String given, SpokenTime.Side side) {
    return SpokenTime.time(option, given, session().localTime(session().node()), side)
        .toEpochMilli();
  }

  @Override
  protected ExitCode show(Output output, Written written) {
    return written.print(output);
  }
}
