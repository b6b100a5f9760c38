package org.sovereignbook.sbp.cli.work;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.SocietyCommand;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.TaskCounts;
import org.sovereignbook.sbp.society.board.TaskFilter;
import org.sovereignbook.sbp.society.board.TaskState;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code sbp task count}: how many tasks are in each state. */
@Command(
    name = "count",
    description = "count tasks by state, and by run, role or label",
    footer = "A task with several labels counts in the group of each.")
@Example("sbp task count --by role")
@AgentAccess(data = DataAccess.RESTRICTED, usual = true)
final class TaskCount extends SocietyCommand<TaskCounts> {
  private static final int MOST_GROUPS = 1_000;

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      description = "also by run, role or label; for the owner")
  Optional<TaskCounts.By> by = Optional.empty();

  @Option(names = "--label", paramLabel = "LABEL", description = "only those with this label")
  Optional<String> label = Optional.empty();

  @Option(names = "--role", paramLabel = "ROLE", description = "only those that require this role")
  Optional<String> role = Optional.empty();

  @Option(
      names = "--title",
      paramLabel = "WORDS",
      description = "only those whose title contains these words")
  Optional<String> search = Optional.empty();

  @Option(names = "--limit", paramLabel = "N", description = "the most groups (default 200)")
  @Range.Of(min = 1, max = MOST_GROUPS)
  int limit = 200;

  @Override
  protected TaskCounts work(Transaction tx, Caller caller) {
    TaskFilter filter =
        new TaskFilter(
            Arrays.asList(TaskState.values()),
            label,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            role,
            search,
            Optional.empty());
    // The names of groups are texts of others, which are shown to an agent with their tasks only.
    return TaskCounts.of(tx, filter, by.filter(_ -> caller.isUnbounded()), limit);
  }

  @Override
  protected ExitCode show(Output output, TaskCounts counts) {
    Table table =
        Table.of("", "PENDING", "CLAIMED", "REVIEW", "COMPLETED", "FAILED", "CANCELLED").whole("");
    row(table, "all", counts.all());
    for (TaskCounts.Group group : counts.groups()) {
      row(table, group.name().isEmpty() ? "(none)" : PeerText.plain(group.name()), group.counts());
    }
    output.lines(table.lines());
    return output.done(counts);
  }

  private static void row(Table table, String name, TaskCounts.States counts) {
    table.row(
        List.of(
                name,
                counts.pending(),
                counts.claimed(),
                counts.review(),
                counts.completed(),
                counts.failed(),
                counts.cancelled())
            .toArray());
  }
}
