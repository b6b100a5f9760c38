package org.sovereignbook.sbp.cli.memory;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory edit}: writes the next version of an item. */
@Command(
    name = "edit",
    description = "change members of an item: its next version",
    footer = "--members is merged into the item's members; TEXT replaces its content.")
@Example("sbp memory edit tuesdays 'releases are cut on Mondays'")
@Exit(
    code = ExitCode.REFUSED,
    means = "you may not change it, or another version is there by now (conflict)")
@Tool(
    set = Toolset.MEMORY,
    shows = Tool.Text.OWN,
    reads = false,
    without = "TEXT",
    text =
        "Changes members of an item: data is merged into it, as its next version. With"
            + " expected_version a change by another is a conflict, and nothing is written.")
@AgentAccess(data = DataAccess.NONE, usual = true, own = true)
final class ItemEdit extends SocietyCommand<ItemAdd.Written> {
  private static final int MAX_INPUT_BYTES = 1 << 20;

  @Parameters(index = "0", paramLabel = "ID", description = "its id")
  @ToolArgument.Of(text = "its id")
  String id = "";

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "TEXT",
      description = "its new content; - reads standard input")
  List<String> words = List.of();

  @Option(names = "--members", paramLabel = "JSON", description = "members to change")
  @ToolArgument.Of(name = "data", isObject = true, required = true, text = "members to change")
  Optional<String> data = Optional.empty();

  @Option(
      names = "--expected-version",
      paramLabel = "NUMBER",
      description = "only in the place of this version")
  @Range.Of(min = 1)
  @ToolArgument.Of(text = "change only this version")
  Optional<Long> expected = Optional.empty();

  private JsonObject changes = JsonObject.empty();

  @Override
  protected void prepare(Session session) throws IOException {
    String text =
        words.equals(List.of(TextInput.STANDARD_INPUT))
            ? TextInput.standardInput(session.world(), MAX_INPUT_BYTES).strip()
            : String.join(" ", words);
    if (data.isPresent() != text.isEmpty()) {
      throw CliException.wrong(
          "memory edit needs a new text, or --members",
          "such as:  sbp memory edit %s 'what is true now'".formatted(id));
    }
    changes =
        data.isPresent()
            ? GivenJson.object(data.get())
            : JsonObject.builder().put("content", text).build();
  }

  @Override
  protected ItemAdd.Written work(Transaction tx, Caller caller) {
    return ItemAdd.Written.of(new ItemWriter(tx).edit(caller, id, changes, expected));
  }

  @Override
  protected ExitCode show(Output output, ItemAdd.Written written) {
    return written.print(output);
  }
}
