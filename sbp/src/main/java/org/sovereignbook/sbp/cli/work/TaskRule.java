package org.sovereignbook.sbp.cli.work;

import java.util.Optional;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.ReviewGate;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands for decisions on a task: review, cancel, retry. */
public final class TaskRule {
  private TaskRule() {}

  @Command(name = "review", description = "review a submitted result; the last reviewer decides")
  @Example("sbp task review 4f3a09c2d1e5b687 --score 80 --comment 'no tests' --as rita")
  @Exit(
      code = ExitCode.REFUSED,
      means = "own work, a review not requested, or a task not in review")
  @Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_ALL, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Judges the submitted result of another agent, when you are one of its"
          + " reviewers. The last review decides by the median of all: the task is"
          + " completed, or returns to the board with your comment.")
  @AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
  static final class Review extends BoardCommand<Review.Judged> {
    record Judged(String id, ReviewGate.Verdict verdict, Task task) {}

    @Override
    Stream<Task> tasks(Judged judged) {
      return Stream.of(judged.task());
    }

    @Parameters(paramLabel = "ID", description = TASK)
    @ToolArgument.Of(text = "id, or its beginning")
    String id = "";

    @Option(
        names = "--score",
        required = true,
        paramLabel = "N",
        description = "how good it is; a verdict of board.least_score is enough")
    @Range.Of(min = 0, max = ReviewGate.BEST)
    @ToolArgument.Of(text = "0 is useless, 100 is perfect")
    int score;

    @Option(
        names = "--comment",
        paramLabel = "TEXT",
        description = "what the worker reads; - reads it")
    @ToolArgument.Of(text = "what the worker should know")
    String comment = "";

    @Option(
        names = "--attempt",
        paramLabel = "N",
        description = "which one was looked at; refused if there is a later one by now")
    @Range.Of(min = 1)
    @ToolArgument.Of(text = "the attempt that you looked at; refused if there is a newer one")
    Optional<Integer> attempt = Optional.empty();

    @Override
    protected void prepare(Session session) throws Exception {
      comment = text(comment, session);
    }

    @Override
    Judged work(Board board, Worker reviewer) {
      String found = board.idOf(id);
      if (attempt.isPresent()) {
        board.requireAttempt(found, attempt.get());
      }
      ReviewGate.Verdict verdict = board.review(found, score, comment, reviewer);
      return new Judged(found, verdict, board.task(found));
    }

    @Override
    protected ExitCode show(Output output, Judged judged) {
      output.line(
          "%s: %s, it is %s"
              .formatted(judged.id(), Words.of(judged.verdict()), TaskView.state(judged.task())));
      return output.done(judged);
    }
  }

  @Command(name = "cancel", description = "take a task off the board; what waits for it fails")
  @Example("sbp task cancel 4f3a09c2d1e5b687 --reason 'no need any more'")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it is cancelled already")
  @Tool(
      set = Toolset.BOARD,
      listed = Tool.Listed.FOR_OWNER,
      shows = Tool.Text.OTHERS,
      destroys = true)
  @Tool.Says(
      "Takes a task off the board for good. Tasks that wait for it fail. Returns the task;"
          + " task_retry undoes it.")
  @AgentAccess(data = DataAccess.NONE, usual = true, dangerous = true)
  static final class Cancel extends BoardCommand.OfTask {
    @Option(names = "--reason", paramLabel = "TEXT", description = "why")
    String reason = "";

    @Override
    boolean change(Board board, Worker caller, String found) {
      return board.cancel(found, reason, caller);
    }
  }

  @Command(
      name = "retry",
      description = "put a task that failed or was cancelled on the board again",
      footer = "What failed only because of it comes back, too.")
  @Example("sbp task retry 4f3a09c2d1e5b687")
  @Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_OWNER, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Puts a failed or cancelled task back on the board, with the tasks that failed because of"
          + " it. Returns the task.")
  @AgentAccess(data = DataAccess.NONE, usual = true)
  static final class Retry extends BoardCommand<Retry.Retried> {
    /** A retried task, with the number of other tasks reopened with it. */
    record Retried(String id, int others, Task task) {}

    @Override
    Stream<Task> tasks(Retried retried) {
      return Stream.of(retried.task());
    }

    @Parameters(paramLabel = "ID", description = TASK)
    @ToolArgument.Of(text = "id, or its beginning")
    String id = "";

    @Override
    Retried work(Board board, Worker caller) {
      String found = board.idOf(id);
      int others = board.retry(found, caller);
      return new Retried(found, others, board.task(found));
    }

    @Override
    protected ExitCode show(Output output, Retried retried) {
      String others = Wording.counted(retried.others(), "task") + " that failed with it";
      output.line(
          retried.id()
              + " is on the board again"
              + (retried.others() == 0 ? "" : ", and " + others));
      return output.done(retried);
    }
  }
}
