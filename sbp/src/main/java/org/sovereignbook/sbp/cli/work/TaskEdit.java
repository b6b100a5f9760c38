package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskChange;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that change a task on the board, or add to it: edit, comment, release, dep. */
final class TaskEdit {
  private TaskEdit() {}

  @Command(name = "edit", description = "change what a task says, while it is on the board")
  @Example("sbp task edit 4f3a09c2d1e5b687 --title 'write the schema' --priority 5")
  @Exit(code = ExitCode.REFUSED, means = "it has ended, or somebody else added it")
  @Tool(set = Toolset.BOARD, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Changes a task that you added: its title, description, priority, role, deadline or"
          + " labels. Returns the task.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Edit extends BoardCommand.OfTask {
    @Option(names = "--title", paramLabel = "TEXT", description = "what is to be done")
    @ToolArgument.Of(text = "what to do, on one line")
    Optional<String> title = Optional.empty();

    @Option(names = "--description", paramLabel = "TEXT", description = "more about it; - reads it")
    @ToolArgument.Of(text = "all that a worker needs to know")
    Optional<String> description = Optional.empty();

    @Option(names = "--priority", paramLabel = "N", description = "the higher the sooner")
    @Range.Of(min = -PlannedTask.MAX_PRIORITY, max = PlannedTask.MAX_PRIORITY)
    @ToolArgument.Of(text = "higher comes first")
    Optional<Integer> priority = Optional.empty();

    @Option(names = "--required-role", paramLabel = "ROLE", description = "who may claim it")
    @ToolArgument.Of(text = "only workers with this role may claim it")
    Optional<String> requiredRole = Optional.empty();

    @Option(
        names = "--deadline",
        paramLabel = "TIME",
        description = "a time such as 2026-12-01, Friday, tomorrow, or from now on: 90m, 2h, 3d")
    @ToolArgument.Of(text = "2026-12-01T00:00:00Z, or from now: 90m, 2h, 3d")
    Optional<String> deadline = Optional.empty();

    @Option(
        names = "--label",
        paramLabel = "LABEL",
        description = "a label, in place of those it has; may be repeated")
    @ToolArgument.Of(name = "labels", also = "label", text = "its labels, in place of the present")
    List<String> labels = List.of();

    private TaskChange change = new TaskChange(none(), none(), none(), none(), none(), List.of());

    private static <T> Optional<T> none() {
      return Optional.empty();
    }

    @Override
    protected void prepare(Session session) throws Exception {
      Optional<String> text =
          description.isPresent() ? Optional.of(text(description.get(), session)) : description;
      change =
          new TaskChange(title, text, priority, requiredRole, deadline.map(this::time), labels);
      if (!change.isAny()) {
        throw CliException.wrong(
            "task edit: say what is to change", "its options:  sbp help task edit");
      }
    }

    private Timestamp time(String given) {
      return new Timestamp(
          SpokenTime.time(
              "--deadline", given, session().localTime(session().node()), SpokenTime.Side.FUTURE));
    }

    @Override
    List<String> understood(TaskView.Changed changed) {
      return deadline
          .flatMap(_ -> changed.task().row().deadline())
          .map(at -> "  deadline " + localTime(new Timestamp(at)))
          .stream()
          .toList();
    }

    @Override
    boolean change(Board board, Worker worker, String found) {
      board.edit(found, change, worker);
      return true;
    }
  }

  @Command(name = "comment", description = "comment on a task")
  @Example("sbp task comment 4f3a09c2d1e5b687 'the schema is in docs/schema.md'")
  @Exit(code = ExitCode.REFUSED, means = "the task has as many comments as it may have")
  @Tool(set = Toolset.BOARD, shows = Tool.Text.OWN)
  @Tool.Says(
      "Writes a comment on a task. Whoever added the task, its worker and its reviewers get"
          + " mail. Returns their names; task_show shows the comments.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Comment extends BoardCommand<Comment.Commented> {
    @Parameters(index = "0", paramLabel = "ID", description = TASK)
    @ToolArgument.Of(text = "id, or its beginning")
    String id = "";

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "TEXT",
        description = "what to say; - reads standard input")
    @ToolArgument.Of(text = "the comment")
    List<String> words = List.of();

    private String text = "";

    /** The outcome: who got mail. */
    record Commented(String task, List<String> mailed) {}

    @Override
    protected void prepare(Session session) throws Exception {
      String given = String.join(" ", words);
      text =
          given.equals(TextInput.STANDARD_INPUT)
              ? read(session, BoardSettings.MAX_COMMENT_BYTES)
              : given;
    }

    @Override
    Commented work(Board board, Worker worker) {
      String found = board.idOf(id);
      return new Commented(found, board.comment(found, text, worker));
    }

    @Override
    protected ExitCode show(Output output, Commented done) {
      String to = done.mailed().isEmpty() ? "" : "; mail to " + String.join(", ", done.mailed());
      output.line("commented on " + done.task() + to);
      return output.done(done);
    }
  }

  @Command(name = "release", description = "give a claim back; the attempt does not count")
  @Example("sbp task release 4f3a09c2d1e5b687 --fence 1 --as worker")
  @Exit(code = ExitCode.REFUSED, means = "the claim is over (stale-claim), or nobody has it")
  @Tool(set = Toolset.BOARD, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Gives back a task that you claimed and will not do, so that another agent can. Returns"
          + " the task.")
  @AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
  static final class Release extends TaskWork.Ending {
    @Override
    boolean change(Board board, Worker worker, String found) {
      board.release(found, fenceIfAny(), worker);
      return true;
    }
  }

  /** Whether a dependency comes or goes. */
  enum Dependency {
    ADD,
    RM;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  @Command(name = "dep", description = "let a task wait for another, or no more")
  @Example("sbp task dep add 4f3a09c2d1e5b687 9c2d1e5b6874f3a0")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it is so already")
  @Exit(code = ExitCode.REFUSED, means = "it would wait for itself, or it is not pending")
  @Tool(set = Toolset.BOARD, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Makes a task that you added wait for another task (add), or no longer (rm). Returns the"
          + " task.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Dep extends BoardCommand<TaskView.Changed> {
    @Parameters(index = "0", paramLabel = "ACTION", description = "what to do")
    @ToolArgument.Of(text = "add or rm")
    Dependency action = Dependency.ADD;

    @Parameters(index = "1", paramLabel = "ID", description = TASK)
    @ToolArgument.Of(text = "the task that waits")
    String id = "";

    @Parameters(index = "2", paramLabel = "ON", description = "the task that it waits for")
    @ToolArgument.Of(text = "the task that must be completed first")
    String on = "";

    @Override
    TaskView.Changed work(Board board, Worker worker) {
      String found = board.idOf(id);
      String other = board.idOf(on);
      boolean isNew =
          action == Dependency.ADD
              ? board.waitFor(found, other, worker)
              : board.waitNoMore(found, other, worker);
      return new TaskView.Changed(found, isNew, board.task(found));
    }

    @Override
    Stream<Task> tasks(TaskView.Changed changed) {
      return Stream.of(changed.task());
    }

    @Override
    protected ExitCode show(Output output, TaskView.Changed changed) {
      output.line(
          changed.id()
              + (action == Dependency.ADD ? " waits for " : " no longer waits for ")
              + on
              + (changed.changed() ? "" : ", as before"));
      return output.done(changed, changed.changed());
    }
  }
}
