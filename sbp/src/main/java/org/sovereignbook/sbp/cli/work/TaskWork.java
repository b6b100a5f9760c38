package org.sovereignbook.sbp.cli.work;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.Exit;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Prints;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.frontend.screen.ScreenNames;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskComment;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands of a worker on a task: claim, renew, submit, complete, fail. */
public final class TaskWork {
  private static final String FENCE = "which claim, as claim has said";
  private static final String STALE = "the claim is over (stale-claim)";

  private TaskWork() {}

  /**
   * A claimed task.
   *
   * @param fence the token for submit, complete and fail
   * @param before earlier attempts, with their reviews
   * @param waitedFor tasks for which it waited, with their results: also questions with the answers
   * @param comments the newest on the task
   */
  record Claimed(
      String id,
      int attempt,
      long fence,
      Timestamp leaseUntil,
      Task task,
      List<TaskAttempt> before,
      List<WaitedFor> waitedFor,
      List<TaskComment> comments) {}

  /**
   * A task that another one waited for.
   *
   * @param text its description, or else its title
   * @param addedBy who added it: of a question, who asked
   * @param worker who did it: of a question, who answered
   */
  @Shape.Def("waited_for")
  record WaitedFor(
      String id, String text, String addedBy, Optional<String> worker, Optional<String> result) {
    static WaitedFor of(Board board, String id) {
      Task task = board.task(id);
      return new WaitedFor(
          id,
          task.description().orElse(task.title()),
          board.name(task.row().principal()),
          task.worker(),
          board.attempts(id).reversed().stream().findFirst().flatMap(TaskAttempt::result));
    }
  }

  /**
   * The answer when no task is ready; TeammateIdle in the seed.
   *
   * @param open how many tasks have not ended: while there are some, more may become ready
   */
  record Idle(boolean idle, int open) {}

  @Command(
      name = "claim",
      description = "take the next task that is ready, or this one, for a while",
      footer = {
        "The claim holds for board.lease_seconds; renew it while you work. Whatever ends it says",
        "the fence that was printed: what comes too late is refused, with the code stale-claim."
      })
  @Example("sbp task claim --as worker --json")
  @Prints({Claimed.class, Idle.class})
  @Exit(
      code = ExitCode.NOTHING_TO_DO,
      means = "nothing is ready: count it, and end after as many as you like (TeammateIdle)")
  @Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_ALL, typed = true, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Claims the next ready task, or the one you name. Returns it and the fence, which proves your"
          + " claim. Call task_renew before lease_until; end with task_submit or task_fail. Idle:"
          + " nothing is ready.")
  @AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
  static final class Take extends BoardCommand<Take.TakenWork> {
    private static final int MOST = 20;

    /**
     * A claimed task, or none.
     *
     * @param writers the ids of the authorities of what is shown beside it
     */
    record TakenWork(Optional<Claimed> claimed, int open, List<String> writers) {}

    @Parameters(arity = "0..1", paramLabel = "ID", description = TASK)
    @ToolArgument.Of(text = "id, or its beginning; default the next")
    Optional<String> id = Optional.empty();

    @Override
    Stream<Task> tasks(TakenWork taken) {
      return taken.claimed().map(Claimed::task).stream();
    }

    @Override
    TakenWork work(Board board, Worker worker) {
      Optional<Claim> claim =
          id.isPresent()
              ? Optional.of(board.claim(board.idOf(id.get()), worker))
              : board.claim(worker);
      return claim.isPresent()
          ? taken(board, claimed(board, claim.get()))
          : new TakenWork(Optional.empty(), board.open(), List.of());
    }

    private static TakenWork taken(Board board, Claimed claimed) {
      Stream<String> tasks =
          Stream.concat(Stream.of(claimed.id()), claimed.waitedFor().stream().map(WaitedFor::id));
      Stream<String> added =
          claimed.waitedFor().stream().map(one -> board.task(one.id()).row().authorityId());
      Stream<String> said = claimed.comments().stream().map(one -> one.row().authorityId());
      return new TakenWork(
          Optional.of(claimed),
          0,
          Stream.of(tasks.flatMap(id -> board.writers(id).stream()), added, said)
              .flatMap(ids -> ids)
              .toList());
    }

    @Override
    Stream<String> authorities(TakenWork taken) {
      return Stream.concat(super.authorities(taken), taken.writers().stream());
    }

    private static <T> List<T> newest(List<T> all) {
      return all.subList(Math.max(0, all.size() - MOST), all.size());
    }

    private static Claimed claimed(Board board, Claim claim) {
      List<TaskAttempt> attempts = board.attempts(claim.task());
      Task task = board.task(claim.task());
      return new Claimed(
          claim.task(),
          claim.attempt(),
          claim.fence(),
          new Timestamp(claim.leaseUntil()),
          task,
          attempts.subList(0, attempts.size() - 1),
          newest(task.blockedBy()).stream().map(id -> WaitedFor.of(board, id)).toList(),
          newest(board.comments(claim.task())));
    }

    @Override
    protected ExitCode show(Output output, TakenWork outcome) {
      if (outcome.claimed().isEmpty()) {
        output.line("nothing is ready; " + Wording.counted(outcome.open(), "task") + " open");
        output.json(new Idle(true, outcome.open()));
        return ExitCode.NOTHING_TO_DO;
      }
      Claimed claimed = outcome.claimed().get();
      output.line(PeerText.plain(claimed.task().title()));
      output.line(
          "  %s, attempt %d, fence %d, lease ends %s"
              .formatted(
                  claimed.id(),
                  claimed.attempt(),
                  claimed.fence(),
                  Wording.ago(claimed.leaseUntil(), now())));
      claimed.task().description().ifPresent(text -> output.prose("  ", text));
      ScreenNames names = new ScreenNames(session());
      claimed.before().forEach(attempt -> TaskView.attempt(attempt, names, now(), output));
      claimed.waitedFor().forEach(one -> TaskView.waitedFor(one, names, output));
      claimed.comments().forEach(comment -> TaskView.comment(comment, names, now(), output));
      output.line(
          "then:  sbp task submit %s --fence %d --result TEXT"
              .formatted(claimed.id(), claimed.fence()));
      output.json(
          TaskView.json(claimed, "before", Optional.empty())
              .with("waited_for", TaskView.cut(claimed.waitedFor())));
      return ExitCode.DONE;
    }
  }

  @Command(name = "renew", description = "renew the lease of a claim")
  @Example("sbp task renew 4f3a09c2d1e5b687 --fence 1 --as worker")
  @Prints(Renew.Renewed.class)
  @Exit(code = ExitCode.REFUSED, means = STALE)
  @Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_ALL, shows = Tool.Text.OWN, repeats = true)
  @Tool.Says(
      "Extends your claim of a task. Call it well before lease_until. Returns the new"
          + " lease_until. An error stale-claim means that the task is no longer yours:"
          + " stop.")
  @AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
  static final class Renew extends BoardCommand<Claim> {
    /** A renewed lease. */
    record Renewed(String id, int attempt, long fence, Timestamp leaseUntil) {}

    @Parameters(paramLabel = "ID", description = TASK)
    @ToolArgument.Of(text = "id, or its beginning")
    String id = "";

    @Option(names = "--fence", required = true, paramLabel = "N", description = FENCE)
    @Range.Of(min = 1)
    @ToolArgument.Of(text = "the fence that task_claim returned")
    long fence;

    @Override
    Claim work(Board board, Worker worker) {
      return board.renew(board.idOf(id), fence, worker);
    }

    @Override
    protected ExitCode show(Output output, Claim claim) {
      Timestamp until = new Timestamp(claim.leaseUntil());
      output.line(claim.task() + " is yours until " + until);
      return output.done(new Renewed(claim.task(), claim.attempt(), claim.fence(), until));
    }
  }

  @Command(
      name = "submit",
      description = "submit a result; it is accepted, or goes to its reviewers")
  @Example("sbp task submit 4f3a09c2d1e5b687 --fence 1 --result - --as worker < result.md")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it was submitted already under this fence")
  @Exit(code = ExitCode.REFUSED, means = STALE)
  @Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_ALL, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Hands in the result of a task that you claimed. With reviewers it waits for"
          + " them, and returns to the board if they reject it. Returns the task. Then claim"
          + " the next.")
  @AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
  static final class Submit extends BoardCommand.OfTask {
    @Option(names = "--fence", required = true, paramLabel = "N", description = FENCE)
    @Range.Of(min = 1)
    @ToolArgument.Of(text = "the fence that task_claim returned")
    long fence;

    @Option(
        names = "--result",
        required = true,
        paramLabel = "TEXT",
        description = "what came of it; - reads it")
    @ToolArgument.Of(text = "the result, or where it is")
    String result = "";

    @Option(
        names = "--reviewer",
        paramLabel = "AGENT",
        description = "one more who judges it; may be repeated")
    @ToolArgument.Of(name = "reviewers", also = "reviewer", text = "more agents who judge it")
    List<String> reviewers = List.of();

    @Override
    protected void prepare(Session session) throws Exception {
      result = text(result, session);
    }

    @Override
    boolean change(Board board, Worker worker, String found) {
      return board.submit(found, fence, result, reviewers, worker);
    }
  }

  /** An end of a task that the owner may also order without a claim. */
  abstract static class Ending extends BoardCommand.OfTask {
    @Option(
        names = "--fence",
        paramLabel = "N",
        description = FENCE + "; the owner needs none, and overrules the worker")
    @Range.Of(min = 1)
    @ToolArgument.Of(text = "the fence that task_claim returned; the owner needs none")
    Optional<Long> fence = Optional.empty();

    OptionalLong fenceIfAny() {
      return fence.map(OptionalLong::of).orElse(OptionalLong.empty());
    }
  }

  @Command(
      name = "complete",
      description = "say that a task is done, once its reviewers let it pass")
  @Example("sbp task complete 4f3a09c2d1e5b687 --fence 1 --as worker")
  @Exit(code = ExitCode.NOTHING_TO_DO, means = "it is completed already")
  @Exit(code = ExitCode.REFUSED, means = "reviews are missing (TaskCompleted), or stale-claim")
  @Tool(set = Toolset.BOARD, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Closes a task that you claimed without a result; task_submit does it with one. Refused"
          + " while reviews are missing. Returns the task.")
  @AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
  static final class Complete extends Ending {
    @Override
    boolean change(Board board, Worker worker, String found) {
      return board.complete(found, fenceIfAny(), worker);
    }
  }

  @Command(name = "fail", description = "give a task up; what waits for it fails, too")
  @Example("sbp task fail 4f3a09c2d1e5b687 --fence 1 --reason 'no such file' --as worker")
  @Exit(code = ExitCode.REFUSED, means = STALE)
  @Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_ALL, shows = Tool.Text.OTHERS)
  @Tool.Says(
      "Gives up a task that you claimed and cannot do. Tasks that wait for it fail too. Returns"
          + " the task.")
  @AgentAccess(data = DataAccess.NONE, usual = true, handling = true)
  static final class Fail extends Ending {
    @Option(names = "--reason", paramLabel = "TEXT", description = "why; - reads it")
    @ToolArgument.Of(text = "why it cannot be done")
    String reason = "";

    @Override
    protected void prepare(Session session) throws Exception {
      reason = text(reason, session);
    }

    @Override
    boolean change(Board board, Worker worker, String found) {
      board.fail(found, fenceIfAny(), reason, worker);
      return true;
    }
  }
}
