package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;
import org.sovereignbook.sbp.runtime.plugin.Extensions;

/** Records of teams at work: their runs and their members. */
public final class TeamRuns {
  private TeamRuns() {}

  /** The state of a run. */
  public enum State {
    RUNNING,
    STOPPING,
    ENDED;

    @Override
    public String toString() {
      return Words.of(this);
    }
  }

  /**
   * A run of a team.
   *
   * @param label the label of its tasks; empty for a run that takes any task
   * @param root the task that it was started for
   * @param file its {@code team.yaml}
   */
  public record Run(
      String id,
      Optional<String> label,
      Optional<String> root,
      String file,
      State state,
      long startedMs,
      Optional<Long> endedMs) {}

  /**
   * A run as the process that supervises it has it.
   *
   * @param owner who the run acts for
   * @param extensions those of the node
   * @param environment of the supervisor, with secrets that no member gets
   * @param log takes lines for the operator
   */
  public record AtWork(
      Ledger ledger,
      Team team,
      Run run,
      Caller owner,
      Extensions extensions,
      Map<String, String> environment,
      Consumer<String> log) {}

  /**
   * A member with its latest process.
   *
   * @param epoch the incarnation of the agent in that process
   * @param starts how many processes were started
   */
  public record Member(
      String name,
      String kind,
      long epoch,
      long pid,
      int starts,
      long startedMs,
      long beatMs,
      Doing doing) {
    static final String STOPPED = "stopped";

    /** Returns whether the member has reported that it has no process. */
    public boolean isAtRest() {
      return doing.activity().equals("asleep") || doing.activity().equals(STOPPED);
    }

    /**
     * Returns the member's process if it is alive. A process that started after the last heartbeat
     * has only reused the process id.
     */
    public Optional<ProcessHandle> process() {
      return ProcessHandle.of(pid)
          .filter(_ -> !isAtRest())
          .filter(ProcessHandle::isAlive)
          .filter(
              process ->
                  process
                      .info()
                      .startInstant()
                      .map(start -> start.toEpochMilli() <= beatMs)
                      .orElse(true));
    }
  }

  /**
   * A member's activity.
   *
   * @param activity one word: starting, idle, thinking, submitting, reviewing, held, asleep,
   *     stopped or ended
   * @param hold the pause of its model calls, when it is held
   */
  public record Doing(String activity, Optional<String> task, Optional<TeamPause> hold) {
    static Doing of(String activity) {
      return new Doing(activity, Optional.empty(), Optional.empty());
    }
  }

  /**
   * A pause of model calls.
   *
   * @param until its end
   */
  public record TeamPause(Timestamp until, String why) {
    /** Returns the end of the pause, judged against now. */
    Instant until(Instant now) {
      return TimeJudge.pause(until.instant(), LONGEST_HOLD, now);
    }
  }

  /** The channel of requests by members at work. */
  public static final String CHANNEL = "team";

  /** The longest pause: daily limits, and rests of a backend, last no longer. */
  static final Duration LONGEST_HOLD = Duration.ofDays(1);

  private static final Rows<Run> RUNS = new Rows<>("team_run", Run.class);

  private static final Rows<Member> MEMBERS =
      new Rows<>(
          "team_member",
          Member.class,
          Map.of("hold.until", "held_until_ms", "hold.why", "COALESCE(held_why, '')"));

  public static Run begin(
      Transaction tx, Authority by, Optional<String> label, Optional<String> root, Path file) {
    endInterrupted(tx);
    String id = tx.newId();
    LedgerEvent event = event(id, "started", by);
    tx.append(event);
    Run run =
        new Run(id, label, root, file.toString(), State.RUNNING, tx.nowMs(), Optional.empty());
    RUNS.insert(tx, run, tx.cause(by).from(Optional.of(event.id())));
    return run;
  }

  /** Sets the state of a run. */
  public static void become(Transaction tx, String run, State state) {
    tx.update(
        "UPDATE team_run SET state = ?, ended_ms = ? WHERE id = ? AND state <> ?",
        state.toString(),
        state == State.ENDED ? Optional.of(tx.nowMs()) : Optional.empty(),
        run,
        State.ENDED.toString());
    if (state == State.ENDED) {
      tx.append(event(run, "ended:" + tx.newId(), Authority.SYSTEM));
    }
  }

  /**
   * Ends running runs of this node that a dead process has left: only one team is at work at a
   * time.
   */
  private static void endInterrupted(Transaction tx) {
    for (Run left : RUNS.list(tx, "WHERE state <> ?", State.ENDED.toString())) {
      become(tx, left.id(), State.ENDED);
    }
  }

  /** Resumes a run that was stopped or interrupted. */
  public static void resume(Transaction tx, String run) {
    endInterrupted(tx);
    tx.update(
        "UPDATE team_run SET state = ?, ended_ms = NULL WHERE id = ?",
        State.RUNNING.toString(),
        run);
    tx.append(event(run, "resumed:" + tx.newId(), Authority.SYSTEM));
  }

  public static Optional<Run> find(Transaction tx, String id) {
    return RUNS.first(tx, "WHERE id = ?", id);
  }

  /** Returns the run that is at work on the tasks with a label. */
  static Optional<Run> running(Transaction tx, String label) {
    return RUNS.first(
        tx,
        "WHERE label = ? AND state <> ? ORDER BY started_ms DESC, id",
        label,
        State.ENDED.toString());
  }

  /** Returns all runs, the newest first. */
  static List<Run> all(Transaction tx) {
    return RUNS.list(tx, "ORDER BY started_ms DESC, id");
  }

  /** Returns the run that was started last. */
  public static Optional<Run> newest(Transaction tx) {
    return RUNS.first(tx, "ORDER BY started_ms DESC, id");
  }

  /** Returns the run that was started last among those with a root task. */
  public static Optional<Run> newestOfTask(Transaction tx) {
    return RUNS.first(tx, "WHERE root IS NOT NULL ORDER BY started_ms DESC, id");
  }

  /** Records that a new process of a member is about to start. */
  static void starts(Transaction tx, String run, TeamMember member, Agent agent, String token) {
    tx.update(
        "INSERT INTO team_member (run, name, agent, kind, epoch, token, pid, starts,"
            + " started_ms, beat_ms, activity) VALUES (?, ?, ?, ?, ?, ?, 0, 1, ?, ?,"
            + " 'starting') ON CONFLICT (run, name) DO UPDATE SET agent = excluded.agent, epoch"
            + " = excluded.epoch, token = excluded.token, pid = 0, starts = team_member.starts"
            + " + 1, started_ms = excluded.started_ms, beat_ms = excluded.beat_ms, activity ="
            + " 'starting', task = NULL, held_until_ms = NULL, held_why = NULL",
        run,
        member.id(),
        agent.id().hex(),
        member.kind().toString(),
        agent.epoch(),
        token,
        tx.nowMs(),
        tx.nowMs());
  }

  /** Returns the ids of the tokens issued to earlier processes of an agent. */
  static List<String> tokens(Transaction tx, Agent agent) {
    return tx.texts("SELECT token FROM team_member WHERE agent = ?", agent.id().hex());
  }

  /**
   * Records a heartbeat of a member with its activity.
   *
   * @return whether the run's present incarnation is this one
   */
  static boolean beat(Transaction tx, String run, Agent agent, Doing doing) {
    return tx.update(
            "UPDATE team_member SET beat_ms = ?, pid = ?, activity = ?, task = ?,"
                + " held_until_ms = ?, held_why = ? WHERE run = ? AND agent = ? AND epoch = ?",
            tx.nowMs(),
            ProcessHandle.current().pid(),
            doing.activity(),
            doing.task(),
            doing.hold().map(hold -> hold.until().instant().toEpochMilli()),
            doing.hold().map(TeamPause::why),
            run,
            agent.id().hex(),
            agent.epoch())
        > 0;
  }

  /** Records that a member was told to stop, so that this run starts no other process of it. */
  static void stopped(Transaction tx, String run, Agent agent) {
    tx.update(
        "UPDATE team_member SET activity = ?, pid = 0, task = NULL, held_until_ms = NULL,"
            + " held_why = NULL WHERE run = ? AND agent = ?",
        Member.STOPPED,
        run,
        agent.id().hex());
  }

  /** Returns when a member of the run gave its last heartbeat; 0 when it never did. */
  static long lastAwakeMs(Transaction tx, String run, Agent agent) {
    return tx.first(
            "SELECT beat_ms FROM team_member WHERE run = ? AND agent = ?",
            row -> row.number(1),
            run,
            agent.id().hex())
        .orElse(0L);
  }

  static boolean isStopped(Transaction tx, String run, Agent agent) {
    return tx.exists(
        "SELECT 1 FROM team_member WHERE run = ? AND agent = ? AND activity = ?",
        run,
        agent.id().hex(),
        Member.STOPPED);
  }

  /** Returns the members, by name. */
  public static List<Member> members(Transaction tx, String run) {
    return MEMBERS.list(tx, "WHERE run = ? ORDER BY name", run);
  }

  /** Emits the event that a member is idle: the hook TeammateIdle. */
  static void emitIdle(Transaction tx, String run, Agent agent, Authority by) {
    tx.append(
        LedgerEvent.of(
                "team:" + run + ":idle:" + agent.name() + ":" + agent.epoch(),
                "team.member_idle",
                by,
                new Subject("team", run),
                agent.subject())
            .with(JsonObject.builder().put("hook", "TeammateIdle").build()));
  }

  private static LedgerEvent event(String run, String what, Authority by) {
    String kind = "team." + what.split(":", 2)[0];
    return LedgerEvent.of("team:" + run + ":" + what, kind, by, new Subject("team", run));
  }
}
