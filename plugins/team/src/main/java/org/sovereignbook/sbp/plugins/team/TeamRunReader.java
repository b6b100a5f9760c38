package org.sovereignbook.sbp.plugins.team;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.Span;
import org.sovereignbook.sbp.model.judgment.CallTimes;
import org.sovereignbook.sbp.model.judgment.Costs;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.sessions.MemberTurns;

/**
 * Reads a run whose work is tasks of the board.
 *
 * @param calls those since its beginning
 */
record TeamRunReader(Transaction tx, RunWork work, CallTimes calls) {
  private static final int MOST_TASKS = 1_000;
  private static final int MOST_LETTERS = 1_000;

  private record Tried(Task task, TaskAttempt attempt) {
    Instant from() {
      return attempt.row().startedAt();
    }
  }

  TeamRunRecord read() {
    List<Tried> tried = tried();
    return new TeamRunRecord(
        work.about(),
        Span.of(work.from(), work.to()),
        work.state(),
        members(tried),
        tried.stream().flatMap(one -> reviews(tx, one.task(), one.attempt()).stream()).toList(),
        mail());
  }

  /** Returns the end of the run, or the present. */
  private Instant end() {
    return work.to().orElseGet(tx::now);
  }

  private List<Tried> tried() {
    return tasks().stream()
        .flatMap(task -> Board.in(tx).attempts(task.id()).stream().map(it -> new Tried(task, it)))
        .filter(tried -> work.label().isPresent() || isDuring(tried))
        .sorted(Comparator.comparing(Tried::from))
        .toList();
  }

  private boolean isDuring(Tried tried) {
    return !tried.from().isBefore(work.from()) && !tried.from().isAfter(end());
  }

  private List<Task> tasks() {
    if (work.label().isPresent()) {
      return Board.in(tx).labelled(work.label().get());
    }
    return tx
        .texts(
            "SELECT DISTINCT task FROM task_attempt WHERE started_ms >= ? AND started_ms <= ?"
                + " AND worker IN (SELECT 'agent:' || agent FROM team_member WHERE run = ?)"
                + " ORDER BY task LIMIT "
                + MOST_TASKS,
            work.from().toEpochMilli(),
            end().toEpochMilli(),
            work.id())
        .stream()
        .flatMap(id -> Board.in(tx).find(id).stream())
        .toList();
  }

  private List<TeamRunRecord.Member> members(List<Tried> all) {
    SequencedMap<String, List<Tried>> lanes = new LinkedHashMap<>();
    SequencedMap<String, RunWork.Doer> members = new LinkedHashMap<>();
    for (RunWork.Doer member : work.agents()) {
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

  private TeamRunRecord.Member member(
      String name, Optional<RunWork.Doer> member, List<Tried> tried) {
    Optional<String> session = new MemberTurns(tx).session(name, work.id());
    List<TeamRunRecord.Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < tried.size(); i++) {
      Tried one = tried.get(i);
      Instant next = i + 1 < tried.size() ? tried.get(i + 1).from() : after(end());
      attempts.add(
          attempt(
              one.task(),
              one.attempt(),
              session.flatMap(label -> turn(label, one)),
              cost(name, one.from(), next)));
    }
    return new TeamRunRecord.Member(
        name,
        member.map(RunWork.Doer::kind),
        member.map(RunWork.Doer::starts).orElse(0),
        session,
        cost(name, work.from(), after(end())),
        attempts);
  }

  private Optional<String> turn(String session, Tried tried) {
    return tried
        .attempt()
        .row()
        .submittedAt()
        .flatMap(at -> new MemberTurns(tx).endedAt(session, at));
  }

  /** Returns the next second, since calls have no parts of one. */
  static Instant after(Instant end) {
    return end.plusSeconds(1);
  }

  private Costs.Sum cost(String name, Instant from, Instant before) {
    return calls.sum(MemberPrompt.component(name), from, before);
  }

  static TeamRunRecord.Attempt attempt(
      Task task, TaskAttempt attempt, Optional<String> turn, Costs.Sum cost) {
    TaskAttempt.Row row = attempt.row();
    return new TeamRunRecord.Attempt(
        task.id(),
        task.title(),
        row.number(),
        Span.of(row.startedAt(), row.endedAt()),
        row.submittedAt().map(Instant::toEpochMilli),
        row.ending(),
        turn,
        cost);
  }

  private List<TeamRunRecord.Letter> mail() {
    if (work.agents().isEmpty()) {
      return List.of();
    }
    List<String> agents = work.agents().stream().map(RunWork.Doer::agent).toList();
    String members = "(" + String.join(", ", Collections.nCopies(agents.size(), "?")) + ")";
    List<Object> parameters = new ArrayList<>();
    parameters.add(work.from().toEpochMilli());
    parameters.add(end().toEpochMilli());
    parameters.addAll(agents);
    parameters.addAll(agents);
    return tx.list(
        "SELECT id, sender, recipient, type, created_ms FROM mail WHERE created_ms >= ? AND"
            + " created_ms <= ? AND (from_box IN "
            + members
            + " OR to_box IN "
            + members
            + ") ORDER BY number LIMIT "
            + MOST_LETTERS,
        row ->
            new TeamRunRecord.Letter(
                row.text(1),
                row.text(2),
                row.text(3),
                row.text(4),
                Instant.ofEpochMilli(row.number(5)),
                row.number(5)),
        parameters.toArray());
  }

  /** Returns the verdicts on an attempt. */
  static List<TeamRunRecord.Review> reviews(Transaction tx, Task task, TaskAttempt attempt) {
    return attempt.reviews().stream()
        .filter(review -> review.row().score().isPresent())
        .map(
            review ->
                new TeamRunRecord.Review(
                    task.id(),
                    task.title(),
                    attempt.row().number(),
                    Board.in(tx).name(review.row().reviewer()),
                    review.row().score().orElseThrow(),
                    review.comment(),
                    attempt.row().ending(),
                    review.row().at(),
                    review.row().at().map(Instant::toEpochMilli)))
        .toList();
  }
}
