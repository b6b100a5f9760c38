package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.frontend.command.Table;
import org.sovereignbook.sbp.model.judgment.CallTimes;
import org.sovereignbook.sbp.model.judgment.Costs;
import org.sovereignbook.sbp.node.PeerText;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.sessions.MemberTurns;

/**
 * Record of a run, at work or ended: the attempts of each member, reviews and mail. It is kept as
 * long as the run ({@code teams.keep_days}).
 *
 * @param title of the task that the run does
 * @param root the task; empty for {@code team up}
 * @param label of its tasks; empty for a run that takes any task
 * @param span without an end while the team is at work
 * @param state running, stopping, ended or interrupted
 * @param members in the order of their names; others who did tasks of the run come last
 * @param mail within this node, from or to a member
 */
record TeamRunRecord(
    String run,
    String title,
    Optional<String> root,
    Optional<String> label,
    @Shape.Inline Span span,
    String state,
    List<Member> members,
    List<Review> reviews,
    List<Letter> mail) {
  private static final int MOST_TASKS = 1_000;
  private static final int MOST_LETTERS = 1_000;

  /** A time from its beginning to its end, if it has one, also in milliseconds since 1970. */
  record Span(Instant from, Optional<Instant> to, long fromMs, Optional<Long> toMs) {
    static Span of(Instant from, Optional<Instant> to) {
      return new Span(from, to, from.toEpochMilli(), to.map(Instant::toEpochMilli));
    }
  }

  /**
   * A member.
   *
   * @param kind planner, worker or the like; empty for somebody who is no member
   * @param starts how many processes were started: each but the first replaces one that died
   * @param session of its turns in this run
   * @param cost of all its calls to models during the run
   */
  record Member(
      String name,
      Optional<String> kind,
      int starts,
      Optional<String> session,
      Costs.Sum cost,
      List<Attempt> attempts) {}

  /**
   * An attempt at a task.
   *
   * @param submittedMs when its result was handed in; reviews are later
   * @param outcome how it ended, such as accepted, rejected or expired; empty while it is under way
   * @param turn in which its result was said
   * @param cost of the member's calls from its beginning to that of the member's next attempt
   */
  record Attempt(
      String task,
      String title,
      int number,
      @Shape.Inline Span span,
      Optional<Long> submittedMs,
      Optional<String> outcome,
      Optional<String> turn,
      Costs.Sum cost) {}

  /**
   * A review of an attempt.
   *
   * @param outcome of the attempt
   */
  record Review(
      String task,
      String title,
      int number,
      String reviewer,
      int score,
      Optional<String> comment,
      Optional<String> outcome,
      Optional<Instant> at,
      Optional<Long> atMs) {}

  /** A mail, without its text. */
  record Letter(String id, String from, String to, String type, Instant at, long atMs) {}

  private record Tried(Task task, TaskAttempt attempt) {
    Instant from() {
      return attempt.row().startedAt();
    }
  }

  /** Reads a run. */
  private record Reader(Transaction tx, TeamRuns.Run run, CallTimes calls) {
    /** Returns the end of the run, or the present. */
    Instant end() {
      return run.endedMs().map(Instant::ofEpochMilli).orElseGet(tx::now);
    }

    List<Tried> tried() {
      return tasks().stream()
          .flatMap(task -> Board.in(tx).attempts(task.id()).stream().map(it -> new Tried(task, it)))
          .filter(tried -> run.label().isPresent() || isDuring(tried))
          .sorted(Comparator.comparing(Tried::from))
          .toList();
    }

    private boolean isDuring(Tried tried) {
      return tried.from().toEpochMilli() >= run.startedMs() && !tried.from().isAfter(end());
    }

    private List<Task> tasks() {
      if (run.label().isPresent()) {
        return Board.in(tx).labelled(run.label().get());
      }
      return tx
          .texts(
              "SELECT DISTINCT task FROM task_attempt WHERE started_ms >= ? AND started_ms <= ?"
                  + " AND worker IN (SELECT 'agent:' || agent FROM team_member WHERE run = ?)"
                  + " ORDER BY task LIMIT "
                  + MOST_TASKS,
              run.startedMs(),
              end().toEpochMilli(),
              run.id())
          .stream()
          .flatMap(id -> Board.in(tx).find(id).stream())
          .toList();
    }

    List<Member> members(List<Tried> all) {
      SequencedMap<String, List<Tried>> lanes = new LinkedHashMap<>();
      SequencedMap<String, TeamRuns.Member> members = new LinkedHashMap<>();
      for (TeamRuns.Member member : TeamRuns.members(tx, run.id())) {
        members.put(member.name(), member);
        lanes.put(member.name(), new ArrayList<>());
      }
      all.forEach(
          one -> lanes.computeIfAbsent(one.attempt().worker(), _ -> new ArrayList<>()).add(one));
      return lanes.entrySet().stream()
          .map(
              lane ->
                  member(
                      lane.getKey(),
                      Optional.ofNullable(members.get(lane.getKey())),
                      lane.getValue()))
          .toList();
    }

    private Member member(String name, Optional<TeamRuns.Member> member, List<Tried> tried) {
      Optional<String> session = new MemberTurns(tx).session(name, run.id());
      List<Attempt> attempts = new ArrayList<>();
      for (int i = 0; i < tried.size(); i++) {
        Instant next = i + 1 < tried.size() ? tried.get(i + 1).from() : after(end());
        attempts.add(attempt(tried.get(i), session, cost(name, tried.get(i).from(), next)));
      }
      return new Member(
          name,
          member.map(TeamRuns.Member::kind),
          member.map(TeamRuns.Member::starts).orElse(0),
          session,
          cost(name, Instant.ofEpochMilli(run.startedMs()), after(end())),
          attempts);
    }

    /** Returns the next second, since calls have no parts of one. */
    private static Instant after(Instant end) {
      return end.plusSeconds(1);
    }

    private Costs.Sum cost(String name, Instant from, Instant before) {
      return calls.sum(MemberPrompt.component(name), from, before);
    }

    private Attempt attempt(Tried tried, Optional<String> session, Costs.Sum cost) {
      TaskAttempt.Row row = tried.attempt().row();
      return new Attempt(
          tried.task().id(),
          tried.task().title(),
          row.number(),
          Span.of(row.startedAt(), row.endedAt()),
          row.submittedAt().map(Instant::toEpochMilli),
          row.ending(),
          session.flatMap(
              label -> row.submittedAt().flatMap(at -> new MemberTurns(tx).endedAt(label, at))),
          cost);
    }

    List<Letter> mail() {
      String members = "(SELECT agent FROM team_member WHERE run = ?)";
      return tx.list(
          "SELECT id, sender, recipient, type, created_ms FROM mail WHERE created_ms >= ? AND"
              + " created_ms <= ? AND (from_box IN "
              + members
              + " OR to_box IN "
              + members
              + ") ORDER BY number LIMIT "
              + MOST_LETTERS,
          row ->
              new Letter(
                  row.text(1),
                  row.text(2),
                  row.text(3),
                  row.text(4),
                  Instant.ofEpochMilli(row.number(5)),
                  row.number(5)),
          run.startedMs(),
          end().toEpochMilli(),
          run.id(),
          run.id());
    }
  }

  /**
   * Reads a run.
   *
   * @param watched whether a supervisor is running
   * @param calls those since its beginning
   */
  static TeamRunRecord of(Transaction tx, TeamRuns.Run run, boolean watched, CallTimes calls) {
    Reader reader = new Reader(tx, run, calls);
    List<Tried> tried = reader.tried();
    return new TeamRunRecord(
        run.id(),
        title(tx, run),
        run.root(),
        run.label(),
        Span.of(Instant.ofEpochMilli(run.startedMs()), run.endedMs().map(Instant::ofEpochMilli)),
        TeamStatus.state(run, watched),
        reader.members(tried),
        tried.stream().flatMap(one -> reviews(tx, one).stream()).toList(),
        reader.mail());
  }

  /** Returns what a run is about: its task, or all that is on the board. */
  static String title(Transaction tx, TeamRuns.Run run) {
    return run.root()
        .flatMap(Board.in(tx)::find)
        .map(Task::title)
        .orElse(run.root().isPresent() ? "a task that is gone" : "whatever is on the board");
  }

  private static List<Review> reviews(Transaction tx, Tried tried) {
    return tried.attempt().reviews().stream()
        .filter(review -> review.row().score().isPresent())
        .map(
            review ->
                new Review(
                    tried.task().id(),
                    tried.task().title(),
                    tried.attempt().row().number(),
                    Board.in(tx).name(review.row().reviewer()),
                    review.row().score().orElseThrow(),
                    review.comment(),
                    tried.attempt().row().ending(),
                    review.row().at(),
                    review.row().at().map(Instant::toEpochMilli)))
        .toList();
  }

  /** Returns lines for a person. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("run %s: %s, %s".formatted(run, state, PeerText.plain(title)));
    Table table =
        Table.of("member", "task", "attempt", "from", "to", "outcome", "cost", "title")
            .whole("member", "task", "outcome");
    for (Member member : members) {
      for (Attempt attempt : member.attempts()) {
        table.row(
            PeerText.plain(member.name()),
            attempt.task(),
            Integer.toString(attempt.number()),
            attempt.span().from().toString(),
            attempt.span().to().map(Instant::toString).orElse(""),
            attempt.outcome().orElse("under way"),
            attempt.cost().words(),
            PeerText.plain(attempt.title()));
      }
    }
    lines.addAll(table.lines());
    reviews.forEach(review -> lines.add(line(review)));
    lines.add("%d mails between members".formatted(mail.size()));
    return lines;
  }

  private static String line(Review review) {
    return "%s gave %d to attempt %d of %s%s"
        .formatted(
            PeerText.plain(review.reviewer()),
            review.score(),
            review.number(),
            review.task(),
            review.comment().map(said -> ": " + PeerText.plain(said)).orElse(""));
  }
}
