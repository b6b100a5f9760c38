package org.sovereignbook.sbp.plugins.team;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.ops.up.ChildState;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskState;

/**
 * The state of a team's run.
 *
 * @param run its id
 * @param state running, stopping, ended, or interrupted when no supervisor is running; none before
 *     the first run
 * @param file its team.yaml
 * @param root the task that it does; empty for {@code team up}
 * @param tasks counts by state; empty for {@code team up}
 */
record TeamStatus(
    String run,
    String state,
    String file,
    Optional<String> root,
    SequencedMap<String, Integer> tasks,
    List<Member> members) {

  /**
   * One of its members.
   *
   * @param state its activity: starting, idle, thinking, submitting, reviewing, held, asleep,
   *     stopped, silent, ended
   * @param title of its present task
   * @param pid its process; 0 when none is alive here
   * @param secondsSinceBeat since its last heartbeat
   * @param starts how many processes were started
   * @param hold the pause of its model calls, when it is held
   */
  public record Member(
      String name,
      String kind,
      String state,
      Optional<String> task,
      @Shape.Hidden Optional<String> title,
      long pid,
      long epoch,
      int starts,
      long secondsSinceBeat,
      Optional<TeamRuns.TeamPause> hold) {}

  public static final String STOP = "Ctrl-C stops the team";

  /** The state before the first run. */
  static final TeamStatus NONE =
      new TeamStatus("", "none", "", Optional.empty(), new LinkedHashMap<>(), List.of());

  /** How many heartbeats may be missing. */
  private static final int SILENT_AFTER_BEATS = 6;

  /** Activities without work in progress. */
  private static final Set<String> AT_NOTHING = Set.of("idle", "held", "asleep", "stopped");

  /** Returns the newest run; empty when there was none. */
  static Optional<TeamStatus> newest(Ledger ledger, Node node) {
    Optional<TeamRuns.Run> run = ledger.read(TeamRuns::newest);
    return run.map(found -> of(ledger, found, TeamSupervision.isAtWork(node)));
  }

  /**
   * Returns the state of a run.
   *
   * @param watched whether a supervisor is running
   */
  public static TeamStatus of(Ledger ledger, TeamRuns.Run run, boolean watched) {
    return ledger.read(tx -> of(tx, run, watched));
  }

  private static TeamStatus of(Transaction tx, TeamRuns.Run run, boolean watched) {
    SequencedMap<String, Integer> counts = new LinkedHashMap<>();
    for (TaskState state : TaskState.values()) {
      counts.put(state.toString(), 0);
    }
    List<Task> tasks =
        run.label().isPresent() ? Board.in(tx).labelled(run.label().get()) : List.of();
    tasks.forEach(task -> counts.merge(task.state().toString(), 1, Integer::sum));
    boolean over = run.state() == TeamRuns.State.ENDED || !watched;
    Duration silence =
        tx.node().config().get(TeamSettings.HEARTBEAT).multipliedBy(SILENT_AFTER_BEATS);
    List<Member> members = new ArrayList<>();
    for (TeamRuns.Member member : TeamRuns.members(tx, run.id())) {
      TeamRuns.Doing doing = member.doing();
      Duration quiet = Duration.ofMillis(Math.max(0, tx.nowMs() - member.beatMs()));
      Optional<Task> task =
          doing.task().isPresent() ? Board.in(tx).find(doing.task().get()) : Optional.empty();
      // A heartbeat in the future was sent before the clock was set back.
      boolean isBeating = TimeJudge.isPausing(member.beatMs(), silence, tx.nowMs());
      boolean silent = !isBeating && !member.isAtRest();
      members.add(
          new Member(
              member.name(),
              member.kind(),
              over ? "ended" : silent ? "silent" : doing.activity(),
              doing.task(),
              task.map(Task::title),
              over ? 0 : member.process().map(ProcessHandle::pid).orElse(0L),
              member.epoch(),
              member.starts(),
              quiet.toSeconds(),
              over ? Optional.empty() : doing.hold()));
    }
    return new TeamStatus(run.id(), state(run, watched), run.file(), run.root(), counts, members);
  }

  /** Returns the state of a run, which is interrupted without its supervisor. */
  static String state(TeamRuns.Run run, boolean watched) {
    return run.state() != TeamRuns.State.ENDED && !watched ? "interrupted" : run.state().toString();
  }

  /**
   * Returns why the team makes no progress, and until when at least; empty while a member works.
   */
  Optional<TeamRuns.TeamPause> standstill() {
    return members.stream().allMatch(member -> AT_NOTHING.contains(member.state()))
        ? members.stream()
            .flatMap(member -> member.hold().stream())
            .min(Comparator.comparing(TeamRuns.TeamPause::until))
        : Optional.empty();
  }

  /** Returns lines for a person. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    StringBuilder head = new StringBuilder("team ").append(run).append(": ").append(state);
    tasks.forEach((word, count) -> head.append(count == 0 ? "" : ", %d %s".formatted(count, word)));
    lines.add(head.toString());
    Table table =
        Table.of("member", "kind", "state", "task", "beat", "pid", "starts")
            .whole("member", "state", "pid");
    for (Member member : members) {
      String task =
          member.task().map(id -> id + " " + PeerText.plain(member.title().orElse(""))).orElse("");
      table.row(
          member.name(),
          member.kind(),
          member.state(),
          task,
          member.secondsSinceBeat() + " s",
          member.pid() == 0 ? "" : Long.toString(member.pid()),
          Integer.toString(member.starts()));
    }
    lines.addAll(table.lines());
    for (Member member : members) {
      member
          .hold()
          .map(hold -> member.name() + " calls no model before " + hold.until() + ": " + hold.why())
          .map(PeerText::plain)
          .ifPresent(lines::add);
    }
    if (state.equals("interrupted") && root.isPresent()) {
      lines.add("go on:  sbp team run --resume");
    }
    return lines;
  }

  /** Returns the lines with those members that will be restarted. */
  List<String> lines(List<ChildState> states) {
    List<String> lines = new ArrayList<>(lines());
    states.stream()
        .filter(state -> state.next().isPresent())
        .map(state -> state.child().name() + " " + state.last().orElse("") + "; starts again soon")
        .forEach(lines::add);
    return lines;
  }
}
