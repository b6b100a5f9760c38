package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory history}: earlier versions of an item, or of a hot context. */
@Command(
    name = "history",
    description = "earlier versions of an item, or of your hot context",
    footer = "Without an ID it lists the versions of the hot context; --show prints one whole.")
@Example("sbp memory history")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such item or version for you")
@Tool(set = Toolset.MEMORY, shows = Tool.Text.OTHERS, reads = true)
@Tool.Says(
    "Lists the versions of an item, or of your hot context without an id, newest first; with"
        + " show the text of one version.")
@AgentAccess(data = DataAccess.RESTRICTED, usual = true, own = true)
final class MemoryHistory extends SocietyCommand<MemoryHistory.Versions> {
  @Parameters(paramLabel = "ID", arity = "0..1", description = "an item; else your hot context")
  @ToolArgument.Of(text = "an item; your hot context if absent")
  Optional<String> id = Optional.empty();

  @Option(names = "--show", paramLabel = "VERSION", description = "show this version whole")
  @Range.Of(min = 1)
  @ToolArgument.Of(text = "a version to show whole")
  Optional<Long> shown = Optional.empty();

  @Mixin PageOptions page = PageOptions.whole(20);

  /**
   * The versions, newest first.
   *
   * @param text of the version that was asked for
   */
  record Versions(
      List<Version> versions,
      Optional<JsonObject> text,
      @Shape.Inline Page.End end,
      @Shape.Hidden List<Authority> causes) {}

  /** One version. */
  @Shape.Def("memory_version")
  record Version(long version, Timestamp at, String by, String cause) {}

  @Override
  protected List<Authority> shown(Transaction tx, Versions versions) {
    return versions.causes();
  }

  @Override
  protected Versions work(Transaction tx, Caller caller) {
    Items items = new Items(tx);
    HotMemory hot = new HotMemory(tx);
    MemoryHolder own = MemoryHolder.named(tx, caller, Optional.empty());
    List<Version> all =
        id.isPresent()
            ? items.history(caller, id.get()).stream()
                .map(
                    one ->
                        new Version(
                            one.version(),
                            Timestamp.ofMillis(one.atMs()),
                            MemoryHolder.nameOf(tx, one.author()),
                            "write"))
                .toList()
            : hot.history(caller, own).stream()
                .map(
                    one ->
                        new Version(
                            one.version(), Timestamp.ofMillis(one.atMs()), own.name(), one.cause()))
                .toList();
    Optional<JsonObject> text =
        shown.flatMap(
            version ->
                id.isPresent()
                    ? items.earlier(caller, id.get(), version)
                    : hot.earlier(caller, own, version));
    if (shown.isPresent() && text.isEmpty()) {
      throw CliException.notFound(
          "there is no version " + shown.get() + ", or it was erased",
          "all versions:  sbp memory history" + id.map(one -> " " + one).orElse(""));
    }
    Page<Version> some = page.of(all.stream(), one -> Long.toString(one.version()));
    return new Versions(
        some.items(),
        text,
        some.end(),
        id.isPresent()
            ? items.everCauses(List.of(items.find(caller, id.get()).item().id()))
            : hot.everCauses(own));
  }

  @Override
  protected ExitCode show(Output output, Versions versions) {
    if (versions.text().isPresent()) {
      output.text(JsonWriter.pretty(versions.text().get()));
    } else {
      Table table = Table.of("VERSION", "AT", "BY", "CAUSE");
      versions.versions().forEach(one -> table.row(one.version(), one.at(), one.by(), one.cause()));
      output.table(table, "no earlier versions");
      versions.end().print(output);
    }
    return output.list(versions);
  }
}
