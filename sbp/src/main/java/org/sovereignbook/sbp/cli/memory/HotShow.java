package org.sovereignbook.sbp.cli.memory;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonArray;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonWriter;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.HotMemory;
import org.sovereignbook.sbp.society.memory.MemoryHolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory show}: a hot context (CORDELIA §3). */
@Command(name = "show", description = "a hot context, your own or that of an agent below you")
@Example("sbp memory show")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such entity (user_not_found)")
@Tool(
    name = "memory_read_hot",
    set = Toolset.MEMORY,
    listed = Tool.Listed.FOR_ALL,
    shows = Tool.Text.OTHERS,
    reads = true,
    text =
        "Reads your hot context: who you are, what you work on, open threads, events that wait."
            + " Call it first in a session.")
@AgentAccess(data = DataAccess.NONE, usual = true, own = true)
final class HotShow extends SocietyCommand<HotShow.Context> {
  @Parameters(paramLabel = "AGENT", arity = "0..1", description = "whose; your own if left out")
  @ToolArgument.Of(name = "user_id", text = "whose: you (default) or an agent below you")
  Optional<String> user = Optional.empty();

  @Option(names = "--apart", description = "also the parts that others caused, as data")
  @ToolArgument.Of(text = "also what others caused, for whom you act then")
  boolean apart;

  /** The members of the hot context. */
  record Context(@Shape.Inline JsonObject context, @Shape.Hidden MemoryHolder holder) {}

  @Override
  protected List<Authority> shown(Transaction tx, Context context) {
    HotMemory hot = new HotMemory(tx);
    return Stream.concat(
            hot.causes(context.holder()).stream(),
            apart ? hot.apartCauses(context.holder()).stream() : Stream.empty())
        .distinct()
        .toList();
  }

  @Override
  protected Context work(Transaction tx, Caller caller) {
    try {
      return context(tx, caller, MemoryHolder.named(tx, caller, user));
    } catch (SocietyException e) {
      // In the same words for everybody: they do not tell whom there is.
      if (!e.code().equals(MemoryHolder.UNKNOWN)) {
        throw e;
      }
      throw new SocietyException(
          e.kind(),
          e.code(),
          e.getMessage(),
          Stream.concat(e.hints().stream(), Stream.of("an item:  sbp memory read ID"))
              .toArray(String[]::new));
    }
  }

  private Context context(Transaction tx, Caller caller, MemoryHolder holder) {
    HotMemory hot = new HotMemory(tx);
    JsonObject text = hot.read(caller, holder).text();
    JsonObject parts = hot.apart(caller, holder);
    if (!parts.members().isEmpty()) {
      text =
          text.with(
              "apart_for",
              JsonArray.ofStrings(hot.apartFor(holder).stream().map(Principal::text).toList()));
    }
    return new Context(
        apart && !parts.members().isEmpty() ? text.with("apart", parts) : text, holder);
  }

  @Override
  protected ExitCode show(Output output, Context context) {
    output.text(JsonWriter.pretty(context.context()));
    return output.done(context);
  }
}
