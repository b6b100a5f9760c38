package org.sovereignbook.sbp.cli.memory;

import java.math.BigDecimal;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.TrustTier;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.memory.ItemType;
import org.sovereignbook.sbp.society.memory.MemoryNumbers;
import org.sovereignbook.sbp.society.memory.PerMille;
import picocli.CommandLine.Command;

/** The numbers of what the caller remembers. */
abstract class MemoryReport extends SocietyCommand<MemoryReport.Status> {
  /**
   * The numbers of the caller.
   *
   * @param version of the tools, as CORDELIA counts
   * @param trust from 0 to 1
   * @param encryption how items are protected here: by the modes of the node's files
   */
  record Status(
      String status,
      String version,
      Layers layers,
      long groups,
      long waitingEvents,
      BigDecimal trust,
      int trustPerMille,
      TrustTier tier,
      String encryption) {}

  record Layers(Hot l1Hot, Warm l2Warm) {}

  record Hot(long bytes, long sessions) {}

  record Warm(long items, long entities, long sessions, long learnings, long notes, long hidden) {}

  @Override
  protected String tool() {
    return "memory_status";
  }

  @Override
  protected Status work(Transaction tx, Caller caller) {
    MemoryNumbers numbers = MemoryNumbers.of(tx, caller);
    return new Status(
        "ok",
        "0.3.0",
        new Layers(
            new Hot(numbers.hotBytes(), numbers.sessions()),
            new Warm(
                numbers.items(),
                numbers.ofType(ItemType.ENTITY),
                numbers.ofType(ItemType.SESSION),
                numbers.ofType(ItemType.LEARNING),
                numbers.ofType(ItemType.NOTE),
                numbers.hidden())),
        numbers.groups(),
        numbers.waitingEvents(),
        PerMille.share(numbers.score().perMille()),
        numbers.score().perMille(),
        numbers.score().tier(),
        "file modes");
  }

  @Override
  protected ExitCode show(Output output, Status status) {
    Warm warm = status.layers().l2Warm();
    output.line(
        "hot context  %d bytes, %d sessions"
            .formatted(status.layers().l1Hot().bytes(), status.layers().l1Hot().sessions()));
    output.line(
        "items        %d (%d entities, %d sessions, %d learnings, %d notes), %d hidden"
            .formatted(
                warm.items(),
                warm.entities(),
                warm.sessions(),
                warm.learnings(),
                warm.notes(),
                warm.hidden()));
    output.line("groups       " + status.groups());
    output.line("events       " + status.waitingEvents() + " wait");
    return output.done(status);
  }

  @Command(name = "status", description = "how much is remembered, and what is found of it")
  @Example("sbp memory status")
  @Tool(name = "memory_status", set = Toolset.MEMORY, shows = Tool.Text.OWN, reads = true)
  @Tool.Says("Counts what you remember: items by type, groups, waiting events. Changes nothing.")
  @AgentAccess(data = DataAccess.NONE, usual = true, own = true)
  static final class Counted extends MemoryReport {}
}
