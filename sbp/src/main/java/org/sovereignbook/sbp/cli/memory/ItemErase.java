package org.sovereignbook.sbp.cli.memory;

import java.util.ArrayList;
import java.util.List;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.StoredContent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Dialect;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.ItemRemoval;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code sbp memory erase}: erases every text of an item. */
@Command(
    name = "erase",
    description = "erase an item: all versions, copies, its place in the index",
    footer = {
      "The events that name it stay, without its text. What is elsewhere is not reached: backups,",
      "exported folders, files under version control, what other nodes were sent."
    })
@Example("sbp memory erase mistake")
@Exit(code = ExitCode.NOT_FOUND, means = "there is no such item for you")
@Tool(
    set = Toolset.MEMORY,
    shows = Tool.Text.OWN,
    reads = false,
    destroys = true,
    text =
        "Erases an item for good: every version and every shared copy on this node. Use it for what"
            + " should never have been written. Backups and exports are not reached.")
@AgentAccess(data = DataAccess.NONE, usual = true)
final class ItemErase extends SocietyCommand<ItemErase.Erased> {
  @Parameters(paramLabel = "ID", description = "its id")
  @ToolArgument.Of(text = "its id")
  String id = "";

  /**
   * The outcome.
   *
   * @param items how many items were erased, the copies included
   * @param unreached where texts of it may still be
   */
  record Erased(boolean success, String id, int items, List<String> unreached) {}

  private List<Subject> subjects = List.of();

  @Override
  protected Erased work(Transaction tx, Caller caller) {
    subjects = new ItemRemoval(tx).forErasure(caller, id);
    return new Erased(true, id, subjects.size(), unreached(tx.dialect(), caller.isUnbounded()));
  }

  private static List<String> unreached(Dialect dialect, boolean isOwner) {
    List<String> all =
        new ArrayList<>(List.of("backups", "exported folders", "version control", "other nodes"));
    if (!isOwner) {
      all.add("what others copied into their own memory");
    }
    if (dialect == Dialect.POSTGRES) {
      all.add("dead rows of PostgreSQL until its next VACUUM");
    }
    return List.copyOf(all);
  }

  @Override
  protected ExitCode show(Output output, Erased erased) {
    try (Ledger ledger = session().ledger(session().node())) {
      List<StoredContent> _ =
          ledger.erase(
              log -> subjects.stream().flatMap(one -> log.contents(one).stream()).toList(),
              Authority.SYSTEM);
    }
    output.line(
        "erased, with its copies: %d; not reached: %s"
            .formatted(erased.items(), String.join(", ", erased.unreached())));
    return output.done(erased);
  }
}
