package org.sovereignbook.sbp.society.team;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.LedgerEvent;
import org.sovereignbook.sbp.authority.ledger.Subject;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Rows;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Words;
import org.sovereignbook.sbp.base.protocol.Timestamp;
import org.sovereignbook.sbp.node.TimeJudge;

/** What the database knows of teams at work: their runs, their members, what these said. */
public final class TeamRuns {
  private TeamRuns() {}

  /** How far a run is. */
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
   * A team at work.
   *
   * @param label which tasks are its own; empty for one that takes any
   * @param root the task that it is to do
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
   * A member as its newest process is.
   *
   * @param epoch which incarnation of the agent that is
   * @param starts how many processes there were
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

    /** Whether it has no process, by its own word. */
    public boolean isAtRest() {
      return doing.activity().equals("asleep") || doing.activity().equals(STOPPED);
    }

    /**
     * Returns the process that it is, if that is alive: another that has its number by now began
     * after the last heartbeat.
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
   * What a member is at.
   *
   * @param activity one word: starting, idle, thinking, submitting, reviewing, held, asleep,
   *     stopped or ended
   * @param hold why it asks nobody, when it is held
   */
  public record Doing(String activity, Optional<String> task, Optional<TeamPause> hold) {
    static Doing of(String activity) {
      return new Doing(activity, Optional.empty(), Optional.empty());
    }
  }

  /**
   * Why nobody may be asked.
   *
   * @param until when that is over
   */
  public record TeamPause(Timestamp until, String why) {
    /** Returns when it is over, judged against now. */
    Instant until(Instant now) {
      return TimeJudge.pause(until.instant(), LONGEST_HOLD, now);
    }
  }

  /** Nobody is held for longer than the limits of a day, or a rest, last. */
  static final Duration LONGEST_HOLD = Duration.ofDays(1);

  private static final Rows<Run> RUNS = new Rows<>("team_run", Run.class);

  private static final Rows<Member> MEMBERS =
      new Rows<>(
          "team_member",
          Member.class,
          Map.of("hold.until", "held_until_ms", "hold.why", "COALESCE(held_why, '')"),
          Map.of(Timestamp.class, ms -> Timestamp.ofMillis(Long.parseLong(ms))));

  /** What a member was asked, and answered; empty texts once they were erased. */
  public record Turn(String task, int attempt, String asked, String answered) {}

  public static Run begin(
      Transaction tx, Authority by, Optional<String> label, Optional<String> root, Path file) {
    endInterrupted(tx);
    String id = tx.newId();
    LedgerEvent event = event(id, "started", by);
    tx.append(event);
    tx.update(
        "INSERT INTO team_run (id, label, root, file, state, started_ms, principal,"
            + " authority_id, source_event) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id,
        label,
        root,
        file.toString(),
        State.RUNNING.toString(),
        tx.nowMs(),
        by.principal().text(),
        tx.keep(by),
        event.id());
    return find(tx, id).orElseThrow();
  }

  /** Says how far a run is. */
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

  /** Of one node one team is at work at a time: what another run's process has left has ended. */
  private static void endInterrupted(Transaction tx) {
    for (Run left : RUNS.list(tx, "WHERE state <> ?", State.ENDED.toString())) {
      become(tx, left.id(), State.ENDED);
    }
  }

  /** A run that was stopped or interrupted goes on. */
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

  /** The one that began last. */
  public static Optional<Run> newest(Transaction tx) {
    return RUNS.first(tx, "ORDER BY started_ms DESC, id");
  }

  /** The one that began last of those that are to do one task. */
  public static Optional<Run> newestOfTask(Transaction tx) {
    return RUNS.first(tx, "WHERE root IS NOT NULL ORDER BY started_ms DESC, id");
  }

  /** A new process of a member is about to start. */
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

  /** The ids of the tokens that earlier processes of an agent were given. */
  static List<String> tokens(Transaction tx, Agent agent) {
    return tx.texts("SELECT token FROM team_member WHERE agent = ?", agent.id().hex());
  }

  /**
   * A member lives, and is at this.
   *
   * @return whether it is this incarnation that the run goes by
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

  /** Records that a member was told to stop: in this run no other process of it is started. */
  static void stopped(Transaction tx, String run, Agent agent) {
    tx.update(
        "UPDATE team_member SET activity = ?, pid = 0, task = NULL, held_until_ms = NULL,"
            + " held_why = NULL WHERE run = ? AND agent = ?",
        Member.STOPPED,
        run,
        agent.id().hex());
  }

  static boolean isStopped(Transaction tx, String run, Agent agent) {
    return tx.exists(
        "SELECT 1 FROM team_member WHERE run = ? AND agent = ? AND activity = ?",
        run,
        agent.id().hex(),
        Member.STOPPED);
  }

  /** The members, in the order of their names. */
  public static List<Member> members(Transaction tx, String run) {
    return MEMBERS.list(tx, "WHERE run = ? ORDER BY name", run);
  }

  /** Keeps what a member was asked and answered. */
  static void keep(Transaction tx, String run, String name, Turn turn) {
    Subject task = Subject.task(turn.task());
    tx.update(
        "INSERT INTO team_turn (run, name, task, attempt, at_ms, asked_id, answered_id)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?)",
        run,
        name,
        turn.task(),
        turn.attempt(),
        tx.nowMs(),
        tx.keep(task, "asked", turn.asked()),
        tx.keep(task, "answered", turn.answered()));
  }

  /** The newest turns of a member in a run, the oldest of them first. */
  static List<Turn> turns(Transaction tx, String run, String name, int most) {
    return tx.list(
            "SELECT t.task, t.attempt, a.text, b.text FROM team_turn t"
                + " JOIN content a ON a.id = t.asked_id JOIN content b ON b.id = t.answered_id"
                + " WHERE t.run = ? AND t.name = ? ORDER BY t.number DESC LIMIT ?",
            row ->
                new Turn(
                    row.text(1),
                    Math.toIntExact(row.number(2)),
                    row.maybeText(3).orElse(""),
                    row.maybeText(4).orElse("")),
            run,
            name,
            most)
        .reversed();
  }

  /** Nothing is left for a member to do: the hook TeammateIdle. */
  static void tellIdle(Transaction tx, String run, Agent agent, Authority by) {
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
