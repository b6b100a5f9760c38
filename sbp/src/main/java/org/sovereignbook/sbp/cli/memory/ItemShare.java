package org.sovereignbook.sbp.cli.memory;

import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.ItemWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp memory share}: puts a copy of an own item into a group. */
@Command(name = "share", description = "put a copy of an item of yours into a group")
@Example("sbp memory share tuesdays our-team")
@Exit(code = ExitCode.REFUSED, means = "it is not yours, or you may not write in the group")
@Tool(
    name = "memory_share",
    set = Toolset.MEMORY,
    listed = Tool.Listed.FOR_OWNER,
    shows = Tool.Text.OWN,
    reads = false,
    repeats = true,
    text =
        "Puts a copy of an item of yours into a group of yours, for all its members. The copy never"
            + " changes; the item stays as it is. Returns the id of the copy.")
@AgentAccess(data = DataAccess.NONE, usual = true)
final class ItemShare extends SocietyCommand<ItemShare.Shared> {
  @Parameters(index = "0", paramLabel = "ID", description = "the item")
  @ToolArgument.Of(name = "item_id", text = "the item's id")
  String id = "";

  @Parameters(index = "1", paramLabel = "GROUP", description = "the group")
  @ToolArgument.Of(name = "target_group", text = "the group's id")
  String group = "";

  /** The outcome. */
  record Shared(boolean success, String copyId) {}

  @Override
  protected Shared work(Transaction tx, Caller caller) {
    return new Shared(true, new ItemWriter(tx).share(caller, id, group).id());
  }

  @Override
  protected ExitCode show(Output output, Shared shared) {
    output.line("shared as " + shared.copyId());
    return output.done(shared);
  }
}
