package org.sovereignbook.sbp.cli.work;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.access.DataAccess;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.frontend.command.AgentAccess;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.frontend.command.Example;
import org.sovereignbook.sbp.frontend.command.ExitCode;
import org.sovereignbook.sbp.frontend.command.Output;
import org.sovereignbook.sbp.frontend.command.Range;
import org.sovereignbook.sbp.frontend.command.Session;
import org.sovereignbook.sbp.frontend.command.SpokenTime;
import org.sovereignbook.sbp.frontend.command.Synonyms;
import org.sovereignbook.sbp.frontend.command.TextInput;
import org.sovereignbook.sbp.frontend.command.Tool;
import org.sovereignbook.sbp.frontend.command.ToolArgument;
import org.sovereignbook.sbp.frontend.command.Toolset;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.Wording;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Worker;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code sbp task add}: adds one task, or a plan of dependent tasks. */
@Command(
    name = "add",
    description = "add a task, or with - all tasks of a plan",
    footer = {
      "A plan is YAML or JSON: a list of tasks, or an object whose tasks are one. A task has a"
          + " title,",
      "and may have: key (its name within the plan), description, blocked_by (keys, or ids of"
          + " tasks",
      "that are there), priority, labels, required_role, min_reputation, parent, deadline,",
      "keep_waiting, reviewers. All of it is added, or nothing."
    })
@Synonyms(whole = {"add", "task assign: task add --required-role ROLE TITLE"})
@Example({
  "sbp task add 'write the schema' --priority 5 --label db",
  "sbp task add 'test it' --blocked-by 4f3a09c2d1e5b687",
  "sbp task add - < plan.yaml"
})
@Tool(set = Toolset.BOARD, listed = Tool.Listed.FOR_ALL, typed = true, shows = Tool.Text.OWN)
@Tool.Says(
    "Adds a task to the board. Put everything that a worker needs into the"
        + " description. Returns its id.")
@AgentAccess(data = DataAccess.NONE, usual = true)
final class TaskAdd extends BoardCommand<TaskAdd.Added> {
  record AddedTask(Optional<String> key, String id, String title, Optional<Timestamp> deadline) {}

  /**
   * The added tasks.
   *
   * @param id of the only task, or of a plan's first
   */
  record Added(Optional<String> id, List<AddedTask> tasks) {}

  @Parameters(
      arity = "1..*",
      paramLabel = "TITLE",
      description = "what is to be done, in one or more words; - reads a plan")
  @ToolArgument.Of(name = "title", text = "what to do, on one line")
  List<String> words = List.of();

  @Option(names = "--description", paramLabel = "TEXT", description = "more about it; - reads it")
  @ToolArgument.Of(text = "all that a worker needs to know")
  Optional<String> description = Optional.empty();

  @Option(
      names = "--blocked-by",
      paramLabel = "ID",
      description = "waits for this; may be repeated")
  @ToolArgument.Of(text = "ids of tasks that must be completed first")
  List<String> blockedBy = List.of();

  @Option(names = "--priority", paramLabel = "N", description = "the higher the sooner (default 0)")
  @Range.Of(min = -PlannedTask.MAX_PRIORITY, max = PlannedTask.MAX_PRIORITY)
  @ToolArgument.Of(text = "higher comes first")
  int priority;

  @Option(names = "--label", paramLabel = "LABEL", description = "a label; may be repeated")
  @ToolArgument.Of(name = "labels", also = "label", text = "words to filter by")
  List<String> labels = List.of();

  @Option(names = "--required-role", paramLabel = "ROLE", description = "who may claim it")
  @ToolArgument.Of(text = "only workers with this role may claim it")
  Optional<String> requiredRole = Optional.empty();

  @Option(
      names = "--min-reputation",
      paramLabel = "N",
      description = "how much reputation it takes to claim it (default 0)")
  @Range.Of(min = 0, max = 100)
  @ToolArgument.Of(text = "reputation needed to claim it")
  int minReputation;

  @Option(names = "--parent", paramLabel = "ID", description = "the task that it is a part of")
  @ToolArgument.Of(text = "id of the task that this is a part of")
  Optional<String> parent = Optional.empty();

  @Option(
      names = "--deadline",
      paramLabel = "TIME",
      description = "a time such as 2026-12-01, Friday, tomorrow, or from now on: 90m, 2h, 3d")
  @ToolArgument.Of(text = "2026-12-01T00:00:00Z, or from now: 90m, 2h, 3d")
  Optional<String> deadline = Optional.empty();

  @Option(
      names = "--keep-waiting",
      description = "when what it waits for fails, wait for that to be tried again")
  @ToolArgument.Of(text = "when a blocking task fails, wait for its retry")
  boolean keepWaiting;

  @Option(
      names = "--reviewer",
      paramLabel = "AGENT",
      description = "an agent, or owner, that judges each result; may be repeated")
  @ToolArgument.Of(
      name = "reviewers",
      also = "reviewer",
      text = "agents, or owner, who judge the result")
  List<String> reviewers = List.of();

  private Plan plan = Plan.of(List.of());

  @Override
  protected void prepare(Session session) throws Exception {
    plan =
        words.equals(List.of(TextInput.STANDARD_INPUT))
            ? Plan.read(read(session, BoardSettings.MAX_PLAN_BYTES))
            : Plan.of(List.of(one(session)));
  }

  @Override
  Added work(Board board, Worker caller) {
    List<String> ids = board.add(plan, caller, Optional.empty());
    List<AddedTask> entries = new ArrayList<>();
    for (int i = 0; i < ids.size(); i++) {
      PlannedTask task = plan.tasks().get(i);
      entries.add(new AddedTask(task.key(), ids.get(i), task.title(), task.deadline()));
    }
    return new Added(ids.stream().findFirst(), entries);
  }

  @Override
  protected ExitCode show(Output output, Added added) {
    added.tasks().forEach(entry -> output.line(entry.id() + "  " + PeerText.plain(entry.title())));
    if (deadline.isPresent()) {
      added.tasks().stream()
          .flatMap(task -> task.deadline().stream())
          .forEach(at -> output.line("  deadline " + localTime(at)));
    }
    if (added.tasks().size() != 1) {
      output.line(Wording.counted(added.tasks().size(), "task") + " added");
    }
    output.json(added);
    return added.tasks().isEmpty() ? ExitCode.NOTHING_TO_DO : ExitCode.DONE;
  }

  private PlannedTask one(Session session) throws IOException {
    Optional<String> text =
        description.isPresent() ? Optional.of(text(description.get(), session)) : description;
    try {
      PlannedTask.Builder task =
          PlannedTask.with(String.join(" ", words))
              .description(text)
              .blockedBy(Optional.of(blockedBy))
              .priority(Optional.of(priority))
              .labels(Optional.of(labels))
              .requiredRole(requiredRole)
              .minReputation(minReputation)
              .keepWaiting(keepWaiting)
              .reviewers(reviewers);
      parent.ifPresent(task::parent);
      deadline.map(this::time).ifPresent(task::deadline);
      return task.build();
    } catch (IllegalArgumentException e) {
      throw CliException.wrong(String.valueOf(e.getMessage()));
    }
  }

  private Timestamp time(String given) {
    return new Timestamp(
        SpokenTime.time(
            "--deadline", given, session().localTime(session().node()), SpokenTime.Side.FUTURE));
  }
}
