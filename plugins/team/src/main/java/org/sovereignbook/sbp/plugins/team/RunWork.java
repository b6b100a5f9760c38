package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;

/**
 * Work that is shown as a run: that of a team, or of agents with a label of their own.
 *
 * @param kind one word, such as {@code team}
 * @param root the task that it does
 * @param label of its tasks; empty when it takes any task
 * @param state one word
 * @param agents those that work on it, in the order of their lanes
 */
public record RunWork(
    String id,
    String kind,
    String title,
    Optional<String> root,
    Optional<String> label,
    Instant from,
    Optional<Instant> to,
    String state,
    List<Doer> agents) {
  static final String TEAM = "team";

  /**
   * An agent that works on it.
   *
   * @param agent its 64 hex digits
   * @param kind of member
   * @param starts how many processes of it were started
   */
  public record Doer(String name, String agent, String kind, int starts) {}

  public RunWork {
    agents = List.copyOf(agents);
  }

  TeamRunRecord.About about() {
    return new TeamRunRecord.About(id, kind, title, root, label);
  }

  /** Returns the work of features that is shown as a run. */
  static List<RunWork> ofFeatures(Transaction tx) {
    return tx.features().of(TeamFeature.class).stream()
        .flatMap(feature -> feature.works(tx).stream())
        .toList();
  }

  /**
   * Returns the work of a team's run; a feature whose label it has says what it is about.
   *
   * @param watched whether a supervisor is running
   */
  static RunWork of(Transaction tx, TeamRuns.Run run, boolean watched, List<RunWork> ofFeatures) {
    Optional<RunWork> about =
        ofFeatures.stream()
            .filter(work -> run.label().isPresent() && work.label().equals(run.label()))
            .findFirst();
    return new RunWork(
        run.id(),
        about.map(RunWork::kind).orElse(TEAM),
        about.map(RunWork::title).orElseGet(() -> title(tx, run)),
        run.root(),
        run.label(),
        Instant.ofEpochMilli(run.startedMs()),
        run.endedMs().map(Instant::ofEpochMilli),
        TeamStatus.state(run, watched),
        doers(tx, run.id()));
  }

  /** Returns what a run is about: its task, or all that is on the board. */
  private static String title(Transaction tx, TeamRuns.Run run) {
    return run.root()
        .flatMap(Board.in(tx)::find)
        .map(Task::title)
        .orElse(run.root().isPresent() ? "a task that is gone" : "whatever is on the board");
  }

  private static List<Doer> doers(Transaction tx, String run) {
    return tx.list(
        "SELECT name, agent, kind, starts FROM team_member WHERE run = ? ORDER BY name",
        row -> new Doer(row.text(1), row.text(2), row.text(3), Math.toIntExact(row.number(4))),
        run);
  }
}
