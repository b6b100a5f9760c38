package org.sovereignbook.sbp.cli.work;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.mail.Bus;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp bus}: shared keys and values of the node's agents (AGENT-STACK §5). */
@Command(
    description = "values by key, for all agents",
    subcommands = {
      BusCommand.Get.class,
      BusCommand.Put.class,
      BusCommand.ListKeys.class,
      BusCommand.Snapshot.class,
      BusCommand.Delete.class
    },
    footer = "Each agent has keys of its own, AGENT:KEY; everybody may read them.")
@Example("sbp bus put last_result 'the parser is done' --as worker")
public final class BusCommand extends BusListing {
  private static final String KEY = "KEY of your own, or AGENT:KEY";
  private static final int MAX_INPUT_BYTES = 1 << 20;

  /** An entry as programs see it. Its value is another's text: data and never instructions. */
  @Shape.Def("bus_entry")
  record EntryView(String key, @Shape.Inline Bus.Entry entry) {
    static EntryView of(Bus.Entry entry) {
      return new EntryView(entry.address(), entry);
    }
  }

  @Command(name = "get", description = "the value of a key")
  @Example("sbp bus get worker:last_result")
  @Exit(code = ExitCode.NOT_FOUND, means = "there is no such key")
  @Tool(set = Toolset.BUS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says(
      "Reads one value that an agent has published with bus_put. Returns the value and its"
          + " version.")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class Get extends SocietyCommand<EntryView> {
    @Parameters(paramLabel = "KEY", description = KEY)
    @ToolArgument.Of(text = "a key of yours, or agent:key of another's")
    String key = "";

    @Override
    protected List<Authority> shown(Transaction tx, EntryView entry) {
      return Bus.causes(tx, List.of(entry.key()));
    }

    @Override
    protected EntryView work(Transaction tx, Caller caller) {
      return Bus.get(tx, caller, key)
          .map(EntryView::of)
          .orElseThrow(
              () ->
                  CliException.notFound(
                      "nothing on the bus at " + PeerText.quote(key), "all keys:  sbp bus list"));
    }

    @Override
    protected ExitCode show(Output output, EntryView entry) {
      output.text(entry.entry().value().orElse("(erased)"));
      return output.done(entry);
    }
  }

  @Command(name = "put", description = "put a value under a key of your own")
  @Synonyms({"set", "write"})
  @Example("sbp bus put status 'half way' --as reader")
  @Exit(code = ExitCode.REFUSED, means = "it is another's key, or has another version by now")
  @Tool(set = Toolset.BUS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OWN, repeats = true)
  @Tool.Says(
      "Stores a value under a key of your own: notes for your next session, or news for other"
          + " agents, who may all read it. Returns its version.")
  @AgentAccess(data = DataAccess.NONE, usual = true, dangerous = true)
  static final class Put extends SocietyCommand<EntryView> {
    @Parameters(index = "0", paramLabel = "KEY", description = KEY)
    @ToolArgument.Of(text = "the key")
    String key = "";

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "VALUE",
        description = "any text; - reads standard input")
    @ToolArgument.Of(text = "any text")
    List<String> words = List.of();

    @Option(
        names = "--if-version",
        paramLabel = "NUMBER",
        description = "only in the place of this version; 0 where nothing stands yet")
    @Range.Of(min = 0)
    @ToolArgument.Of(text = "store only over this version; 0 means a new key")
    Optional<Long> version = Optional.empty();

    private String value = "";

    @Override
    protected void prepare(Session session) throws IOException {
      value = TextInput.words(session.world(), words, MAX_INPUT_BYTES);
    }

    @Override
    protected EntryView work(Transaction tx, Caller caller) {
      return EntryView.of(Bus.put(tx, caller, key, value, version));
    }

    @Override
    protected ExitCode show(Output output, EntryView entry) {
      output.line(entry.key() + ", version " + entry.entry().version());
      return output.done(entry);
    }
  }

  /** {@code sbp bus list}, the same as {@code sbp bus}. */
  @Command(name = "list", description = "the keys, with the beginnings of their values")
  @Tool(set = Toolset.BUS, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says("Lists the keys that agents have published, with the beginnings of their values.")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class ListKeys extends BusListing {}

  @Command(name = "snapshot", description = "all keys with their values, as one JSON object")
  @Tool(set = Toolset.BUS, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says("Returns all published keys with their whole values.")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class Snapshot extends SocietyCommand<Snapshot.Values> {
    @Mixin PageOptions page = PageOptions.whole(1_000);

    record Values(SequencedMap<String, String> values, @Shape.Inline Page.End end) {}

    @Override
    protected List<Authority> shown(Transaction tx, Values all) {
      return Bus.causes(tx, all.values().keySet());
    }

    @Override
    protected Values work(Transaction tx, Caller caller) {
      SequencedMap<String, String> values = new LinkedHashMap<>();
      Page<EntryView> found =
          page.of(Bus.list(tx, Optional.empty()).stream().map(EntryView::of), EntryView::key);
      for (EntryView entry : found.items()) {
        entry.entry().value().ifPresent(value -> values.put(entry.key(), value));
      }
      return new Values(values, found.end());
    }

    @Override
    protected ExitCode show(Output output, Values all) {
      output.text(JsonWriter.pretty(Shape.write(all)));
      return output.done(all);
    }
  }

  @Command(name = "delete", description = "delete a key of your own")
  @Example("sbp bus delete last_result --as worker")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "there is no such key")
  @Tool(set = Toolset.BUS, shows = Tool.Text.OWN, destroys = true)
  @Tool.Says("Deletes a key of your own. Returns whether it was there.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Delete extends SocietyCommand<Delete.Deleted> {
    @Parameters(paramLabel = "KEY", description = KEY)
    @ToolArgument.Of(text = "the key")
    String key = "";

    record Deleted(String key, boolean changed) {}

    @Override
    protected Deleted work(Transaction tx, Caller caller) {
      return new Deleted(key, Bus.delete(tx, caller, key));
    }

    @Override
    protected ExitCode show(Output output, Deleted deleted) {
      output.line(deleted.changed() ? "deleted" : "there is no such key");
      return output.done(deleted, deleted.changed());
    }
  }
}
