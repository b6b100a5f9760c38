package org.sovereignbook.sbp.cli.memory;

import java.nio.file.Path;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.HotMemory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp memory bind}: binds a directory to a group in the caller's hot context. */
@Command(
    name = "bind",
    description = "in sessions below a directory, show the items of a group first")
@Example("sbp memory bind . our-team")
@Tool(
    name = "memory_bind_context",
    set = Toolset.MEMORY,
    shows = Tool.Text.OWN,
    reads = false,
    repeats = true,
    text =
        "Binds a directory to one of your groups: sessions that start there, or below, see its"
            + " items first. The longest bound directory counts. Without a group it ends the"
            + " binding.")
@AgentAccess(data = DataAccess.NONE, usual = true)
final class HotBind extends SocietyCommand<HotBind.Bound> {
  @Parameters(index = "0", paramLabel = "DIR", description = "where the sessions start")
  @ToolArgument.Of(name = "directory", text = "absolute path")
  String directory = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "GROUP",
      description = "a group of yours; none ends the binding")
  @ToolArgument.Of(name = "group_id", text = "a group of yours")
  Optional<String> group = Optional.empty();

  @Option(names = "--of", paramLabel = "ID", description = "whose: only your own is allowed")
  @ToolArgument.Of(name = "user_id", text = "you")
  Optional<String> user = Optional.empty();

  /** The outcome. */
  record Bound(boolean success, String updatedAt, String directory, Optional<String> group) {}

  private String place = "";

  @Override
  protected void prepare(Session session) {
    place = session.world().path(Path.of(directory)).toAbsolutePath().normalize().toString();
  }

  @Override
  protected Bound work(Transaction tx, Caller caller) {
    HotMemory.Shown shown = new HotMemory(tx).bind(caller, user, place, group);
    return new Bound(true, shown.updatedAt(), place, group);
  }

  @Override
  protected ExitCode show(Output output, Bound bound) {
    output.line(
        bound
            .group()
            .map(name -> "%s is bound to %s".formatted(bound.directory(), name))
            .orElse(bound.directory() + " is bound to no group"));
    return output.done(bound);
  }
}
