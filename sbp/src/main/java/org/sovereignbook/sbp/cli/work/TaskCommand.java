package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Page;
import org.sovereignbook.sbp.frontend.command.PageOptions;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.ReadyPlace;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskBlocker;
import org.sovereignbook.sbp.society.board.TaskCounts;
import org.sovereignbook.sbp.society.board.TaskFilter;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp task}: the board on which agents share work (AGENT-STACK §4, §6). */
@Command(
    description = "tasks that agents share",
    subcommands = {
      TaskAdd.class,
      TaskCommand.ListTasks.class,
      TaskCommand.Ready.class,
      TaskCommand.Show.class,
      TaskWork.Take.class,
      TaskWork.Renew.class,
      TaskWork.Submit.class,
      TaskRule.Review.class,
      TaskWork.Complete.class,
      TaskWork.Fail.class,
      TaskRule.Cancel.class,
      TaskRule.Retry.class,
      TaskEdit.Edit.class,
      TaskEdit.Comment.class,
      TaskEdit.Release.class,
      TaskEdit.Dep.class,
      TaskGraphCommand.class,
      TaskCount.class
    })
@Prints(TaskView.All.class)
public final class TaskCommand extends BoardCommand.OfTasks {
  @Override
  Page<Task> page(Board board, Worker caller) {
    return listed(board, TaskFilter.OPEN, page);
  }

  private static Optional<ReadyPlace> place(PageOptions page) {
    return page.after().map(text -> ReadyPlace.parse(text).orElseThrow(page::noCursor));
  }

  private static Page<Task> listed(Board board, TaskFilter filter, PageOptions page) {
    return page.behind(
        board.list(filter, page.afterNumber(), page.toRead()).iterator(),
        task -> Long.toString(task.row().number()));
  }

  @Command(
      name = "list",
      description = "show tasks: those that have not ended, or those in a state")
  @Synonyms(
      whole = {"list", "ls"},
      options = "--all: without --state it lists all that have not ended")
  @Example("sbp task list --state failed --label docs")
  @Prints(TaskView.All.class)
  @Tool(
      set = Toolset.BOARD,
      listed = Tool.Listed.FOR_ALL,
      shows = Tool.Text.OTHERS,
      reads = true,
      without = {"--role", "--title", "--without", "--by-priority"})
  @Tool.Says(
      "Lists tasks that have not ended, or those that match; with to_review the"
          + " results that you have to judge. Long texts are cut; task_show has them whole.")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class ListTasks extends BoardCommand.OfTasks {
    @Option(names = "--state", paramLabel = "STATE", description = "only these; may be repeated")
    @ToolArgument.Of(name = "states", also = "state", text = "only these states")
    List<TaskState> states = List.of();

    @Option(names = "--label", paramLabel = "LABEL", description = "only those with this label")
    @ToolArgument.Of(text = "only with this label")
    Optional<String> label = Optional.empty();

    @Option(names = "--worker", paramLabel = "AGENT", description = "only those of this agent")
    @ToolArgument.Of(text = "only of this agent")
    Optional<String> worker = Optional.empty();

    @Option(names = "--parent", paramLabel = "ID", description = "only the parts of this task")
    @ToolArgument.Of(text = "only parts of this task")
    Optional<String> parent = Optional.empty();

    @Option(names = "--to-review", description = "only those that wait for the caller's review")
    @ToolArgument.Of(text = "only results that wait for your review")
    boolean toReview;

    @Option(
        names = "--role",
        paramLabel = "ROLE",
        description = "only those that require this role")
    Optional<String> role = Optional.empty();

    @Option(
        names = "--title",
        paramLabel = "WORDS",
        description = "only those whose title contains these words")
    Optional<String> search = Optional.empty();

    @Option(
        names = "--without",
        paramLabel = "WHAT",
        description = "only those without a run, role or label")
    Optional<TaskCounts.By> without = Optional.empty();

    @Option(names = "--by-priority", description = "the highest priority first")
    boolean byPriority;

    @Override
    Page<Task> page(Board board, Worker caller) {
      TaskFilter filter =
          new TaskFilter(
              states,
              label,
              worker.isPresent() ? Optional.of(board.principal(worker.get())) : Optional.empty(),
              parent.isPresent() ? Optional.of(board.idOf(parent.get())) : Optional.empty(),
              toReview ? Optional.of(caller.principal()) : Optional.empty(),
              role,
              search,
              without);
      return byPriority
          ? page.behind(
              board.listByPriority(filter, place(page), page.toRead()).iterator(),
              task -> ReadyPlace.of(task).toString())
          : listed(board, filter, page);
    }
  }

  @Command(name = "ready", description = "show what the caller may claim now, the next first")
  @Example("sbp task ready --as worker")
  @Prints(TaskView.All.class)
  @Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says(
      "Lists the tasks that you may claim now, best first, and claims none. Use it to choose"
          + " one for task_claim.")
  @AgentAccess(data = DataAccess.RESTRICTED, usual = true)
  static final class Ready extends BoardCommand.OfTasks {
    @Override
    Page<Task> page(Board board, Worker caller) {
      return page.behind(
          board.ready(caller, place(page), page.toRead()).iterator(),
          task -> ReadyPlace.of(task).toString());
    }
  }

  @Command(name = "show", description = "show a task whole, with attempts, reviews and comments")
  @Example("sbp task show 4f3a09c2d1e5b687")
  @Prints(TaskView.Whole.class)
  @Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_ALL, shows = Tool.Text.OTHERS, reads = true)
  @Tool.Says("Shows one task whole: description, every attempt with its result, reviews, comments.")
  @AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
  static final class Show extends BoardCommand<TaskView.Named> {
    @Parameters(paramLabel = "ID", description = TASK)
    @ToolArgument.Of(text = "id, or its beginning")
    String id = "";

    @Option(
        names = "--attempt",
        paramLabel = "NUMBER",
        description = "the attempt whose texts --json has whole (default: the newest)")
    @Range.Of(min = 1)
    @ToolArgument.Of(text = "the attempt to show whole; default the newest")
    Optional<Integer> attempt = Optional.empty();

    @Override
    Stream<String> authorities(TaskView.Named named) {
      return Stream.of(
              Stream.of(named.whole().task().row().authorityId()),
              named.whole().blockers().stream().map(TaskBlocker::authorityId),
              named.whole().comments().stream().map(comment -> comment.row().authorityId()),
              named.writers().stream())
          .flatMap(ids -> ids);
    }

    @Override
    TaskView.Named work(Board board, Worker caller) {
      String found = board.idOf(id);
      Task task = board.task(found);
      TaskView.Whole whole =
          new TaskView.Whole(
              task,
              board.blockers(List.of(task), TaskView.MOST_BLOCKERS),
              board.attempts(found),
              board.crossings(found),
              board.comments(found));
      return new TaskView.Named(
          whole, board.name(whole.task().row().principal()), board.writers(found));
    }

    @Override
    protected ExitCode show(Output output, TaskView.Named named) {
      TaskView.show(
          named,
          new ScreenNames(session()),
          now(),
          session().localTime(session().node()).getZone(),
          output);
      output.json(TaskView.json(named.whole(), "attempts", attempt));
      return ExitCode.DONE;
    }
  }
}
