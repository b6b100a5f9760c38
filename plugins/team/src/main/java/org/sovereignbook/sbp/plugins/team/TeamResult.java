package org.sovereignbook.sbp.plugins.team;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskState;

/**
 * The result of a team's task.
 *
 * @param run the id of the run
 * @param accepted how many tasks were completed, each by one accepted attempt
 * @param tasks all tasks in the order of adding; the first is the team's own task
 */
public record TeamResult(String run, int accepted, List<Done> tasks) {
  /** Beginning of the line that says where the whole result is. */
  public static final String KEPT = "the result is kept on the board";

  private static final int SHOWN_LINES = 40;

  /**
   * One of its tasks.
   *
   * @param accepted how many of its attempts were accepted
   * @param result the last submitted result
   */
  public record Done(
      String id,
      String title,
      TaskState state,
      Optional<String> worker,
      int attempts,
      int accepted,
      Optional<String> result) {}

  public static TeamResult of(Ledger ledger, String run, String label) {
    return ledger.read(
        tx -> {
          List<Done> tasks = new ArrayList<>();
          for (Task task : Board.in(tx).labelled(label)) {
            List<TaskAttempt> attempts = Board.in(tx).attempts(task.id());
            long accepted =
                attempts.stream()
                    .filter(one -> one.row().ending().filter("accepted"::equals).isPresent())
                    .count();
            tasks.add(
                new Done(
                    task.id(),
                    task.title(),
                    task.state(),
                    task.worker(),
                    attempts.size(),
                    (int) accepted,
                    attempts.reversed().stream()
                        .flatMap(one -> one.result().stream())
                        .findFirst()));
          }
          return new TeamResult(
              run,
              (int) tasks.stream().filter(one -> one.state() == TaskState.COMPLETED).count(),
              tasks);
        });
  }

  public boolean isAllAccepted() {
    return tasks.stream().allMatch(task -> task.state() == TaskState.COMPLETED);
  }

  /** Returns the accepted result of the team's own task. */
  private Optional<String> result() {
    return tasks.stream()
        .findFirst()
        .filter(task -> task.state() == TaskState.COMPLETED)
        .flatMap(Done::result);
  }

  /** Adds the beginning of the result, and the command that shows all of it. */
  private void addResult(List<String> lines, String text) {
    lines.add("");
    List<String> all = text.lines().map(PeerText::harmless).toList();
    lines.addAll(all.subList(0, Math.min(all.size(), SHOWN_LINES)));
    lines.add("");
    String more =
        all.size() > SHOWN_LINES ? " (" + (all.size() - SHOWN_LINES) + " more lines)" : "";
    lines.add(KEPT + more + ":  sbp task show " + tasks.getFirst().id());
  }

  /**
   * Returns the findings of tasks without a task of the team's own: the whole results of those that
   * build on others and that no other builds on; of all where none builds on another.
   */
  public static List<String> findings(Ledger ledger, String label) {
    return ledger.<List<String>>read(
        tx -> {
          List<Task> all = Board.in(tx).labelled(label);
          Set<String> used = new HashSet<>();
          all.forEach(task -> used.addAll(task.blockedBy()));
          List<Task> last = all.stream().filter(task -> !used.contains(task.id())).toList();
          boolean isMerged = last.stream().anyMatch(task -> !task.blockedBy().isEmpty());
          return last.stream()
              .filter(task -> task.state() == TaskState.COMPLETED)
              .filter(task -> !isMerged || !task.blockedBy().isEmpty())
              .flatMap(task -> finding(Board.in(tx), task))
              .toList();
        });
  }

  private static Stream<String> finding(Board board, Task task) {
    return board.attempts(task.id()).reversed().stream()
        .flatMap(one -> one.result().stream())
        .findFirst()
        .stream()
        .flatMap(
            text ->
                Stream.concat(
                    Stream.of("", task.worker().map(PeerText::plain).orElse(task.id()) + ":"),
                    text.lines().map(PeerText::harmless)));
  }

  /** Returns lines for a person. */
  public List<String> lines() {
    List<String> lines = table();
    result().ifPresent(text -> addResult(lines, text));
    why(lines);
    return lines;
  }

  /** Returns the tasks, and the command that says why one was not accepted. */
  List<String> summary() {
    List<String> lines = table();
    why(lines);
    return lines;
  }

  private List<String> table() {
    Table table = Table.of("task", "state", "worker", "attempts", "title").whole("task");
    tasks.forEach(
        task ->
            table.row(
                task.id(),
                task.state().toString(),
                task.worker().map(PeerText::plain).orElse(""),
                Integer.toString(task.attempts()),
                PeerText.plain(task.title())));
    List<String> lines = new ArrayList<>(table.lines());
    lines.add("%d of %d accepted".formatted(accepted, tasks.size()));
    return lines;
  }

  private void why(List<String> lines) {
    tasks.stream()
        .filter(task -> task.state() != TaskState.COMPLETED)
        .findFirst()
        .ifPresent(task -> lines.add("why not:  sbp task show " + task.id()));
  }
}
