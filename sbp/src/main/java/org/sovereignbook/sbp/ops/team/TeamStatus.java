package org.sovereignbook.sbp.ops.team;

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
import org.sovereignbook.sbp.society.team.TeamRuns;
import org.sovereignbook.sbp.society.team.TeamSettings;

/**
 * A team at a glance.
 *
 * @param run its id
 * @param state running, stopping, ended, or interrupted: nobody watches over it any more; none
 *     where no team has worked yet
 * @param file its team.yaml
 * @param root the task that it is to do; of {@code team up} none
 * @param tasks how many are in which state; of {@code team up} none are counted
 */
public record TeamStatus(
    String run,
    String state,
    String file,
    Optional<String> root,
    SequencedMap<String, Integer> tasks,
    List<Member> members) {

  /**
   * One of its members.
   *
   * @param state what it is at: starting, idle, thinking, submitting, reviewing, held, asleep,
   *     stopped, silent, ended
   * @param title of the task that it is at
   * @param pid its process; 0 when none is alive here
   * @param secondsSinceBeat since it said that it lives
   * @param starts how many processes there were
   * @param hold why it asks nobody, when it is held
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

  /** Where no team has worked yet. */
  static final TeamStatus NONE =
      new TeamStatus("", "none", "", Optional.empty(), new LinkedHashMap<>(), List.of());

  /** So many heartbeats may be late. */
  private static final int SILENT_AFTER_BEATS = 6;

  /** What a member is at that is waiting for others. */
  private static final Set<String> AT_NOTHING = Set.of("idle", "held", "asleep", "stopped");

  /** The newest run; empty when there was none. */
  static Optional<TeamStatus> newest(Ledger ledger, Node node) {
    Optional<TeamRuns.Run> run = ledger.read(TeamRuns::newest);
    return run.map(found -> of(ledger, found, TeamSupervision.isAtWork(node)));
  }

  /**
   * A run.
   *
   * @param watched whether a supervisor is at work
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
      // A heartbeat that is yet to come was sent before the clock was set back.
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
    String state =
        run.state() != TeamRuns.State.ENDED && !watched ? "interrupted" : run.state().toString();
    return new TeamStatus(run.id(), state, run.file(), run.root(), counts, members);
  }

  /** Why the team stands still, and until when at least; empty while anybody is at something. */
  Optional<TeamRuns.TeamPause> standstill() {
    return members.stream().allMatch(member -> AT_NOTHING.contains(member.state()))
        ? members.stream()
            .flatMap(member -> member.hold().stream())
            .min(Comparator.comparing(TeamRuns.TeamPause::until))
        : Optional.empty();
  }

  /** For a person. */
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
          .map(hold -> member.name() + " asks nobody before " + hold.until() + ": " + hold.why())
          .map(PeerText::plain)
          .ifPresent(lines::add);
    }
    if (state.equals("interrupted") && root.isPresent()) {
      lines.add("go on:  sbp team run --resume");
    }
    return lines;
  }

  /** The same, with who starts again. */
  List<String> lines(List<ChildState> states) {
    List<String> lines = new ArrayList<>(lines());
    states.stream()
        .filter(state -> state.next().isPresent())
        .map(state -> state.child().name() + " " + state.last().orElse("") + "; starts again soon")
        .forEach(lines::add);
    return lines;
  }
}
