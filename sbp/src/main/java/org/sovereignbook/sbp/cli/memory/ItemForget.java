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
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.ItemRemoval;
import org.sovereignbook.sbp.society.memory.MemoryItem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp memory forget}: deletes an item. */
@Command(
    name = "forget",
    description = "delete an item; nobody finds it any more",
    footer = "Its texts stay in the versions until: sbp memory erase ID")
@Synonyms("clear")
@Example("sbp memory forget tuesdays")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such item for you")
@Tool(
    name = "memory_delete_warm",
    set = Toolset.MEMORY,
    listed = Tool.Listed.FOR_OWNER,
    shows = Tool.Text.OWN,
    reads = false,
    destroys = true,
    text =
        "Deletes an item of yours, or of a group in which you may. Nobody finds it any more."
            + " Returns its id.")
@AgentAccess(data = DataAccess.NONE, usual = true)
final class ItemForget extends SocietyCommand<ItemForget.Forgotten> {
  @Parameters(paramLabel = "ID", description = "its id")
  @ToolArgument.Of(text = "its id")
  String id = "";

  /** The outcome. */
  record Forgotten(boolean success, String id) {}

  @Override
  protected Forgotten work(Transaction tx, Caller caller) {
    MemoryItem _ = new ItemRemoval(tx).delete(caller, id);
    return new Forgotten(true, id);
  }

  @Override
  protected ExitCode show(Output output, Forgotten forgotten) {
    output.line("deleted");
    return output.done(forgotten);
  }
}
