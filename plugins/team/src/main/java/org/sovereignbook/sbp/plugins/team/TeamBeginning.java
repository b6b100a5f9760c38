package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.CliException;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.Worker;

/** The beginning of a team's runs. */
record TeamBeginning(Path file, Team team) {
  private static final String LABEL = "run:";

  /** Returns the principal on whose behalf a team works. */
  static Caller owner() {
    return Caller.owner("team");
  }

  /** Begins a run with one task, for the planner if there is one. */
  TeamRuns.Run of(Transaction tx, String task) {
    String label = LABEL + tx.newId();
    String title = title(task);
    PlannedTask root =
        PlannedTask.with(title)
            .description(Optional.of(task).filter(text -> !text.equals(title)))
            .labels(Optional.of(List.of(label)))
            .requiredRole(team.hasPlanner() ? Optional.of("planner") : Optional.empty())
            .build();
    String id =
        Board.in(tx).add(Plan.of(List.of(root)), Worker.of(owner()), Optional.empty()).getFirst();
    return TeamRuns.begin(tx, owner().authority(), Optional.of(label), Optional.of(id), file);
  }

  /** Returns its first line, cut to the length of a title. */
  private static String title(String task) {
    String line = task.strip().lines().findFirst().orElse("").strip();
    int end = Math.min(line.length(), PlannedTask.MAX_TITLE_CHARACTERS);
    return line.substring(0, end).strip();
  }

  /** Resumes the last run of one task from its state on the board. */
  TeamRuns.Run last(Transaction tx) {
    TeamRuns.Run last =
        TeamRuns.newestOfTask(tx)
            .orElseThrow(
                () ->
                    CliException.notFound(
                        "there is no run to go on with", "begin one:  sbp team run TASK"));
    TeamRuns.resume(tx, last.id());
    return TeamRuns.find(tx, last.id()).orElseThrow();
  }

  /** Begins a run on tasks that are on the board. */
  TeamRuns.Run ofTasks(Transaction tx, String label) {
    Optional<String> root = Board.in(tx).labelled(label).stream().map(Task::id).findFirst();
    return TeamRuns.begin(tx, owner().authority(), Optional.of(label), root, file);
  }

  /** Begins a run on all tasks of the board. */
  TeamRuns.Run ofAnything(Transaction tx) {
    return TeamRuns.begin(tx, owner().authority(), Optional.empty(), Optional.empty(), file);
  }
}
