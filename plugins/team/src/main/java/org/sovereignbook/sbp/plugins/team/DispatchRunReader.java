package org.sovereignbook.sbp.plugins.team;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.Cut;
import org.sovereignbook.sbp.frontend.command.Span;
import org.sovereignbook.sbp.model.judgment.CallTimes;
import org.sovereignbook.sbp.model.judgment.Costs;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.sessions.AgentDispatch;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.MessageQueue;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnState;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/**
 * Reads the work that a turn of a conversation has handed out as a run: the conversation and each
 * worker is a lane, a turn of the former and a dispatch of the latter an attempt.
 */
final class DispatchRunReader {
  private static final String KIND = "dispatch";
  private static final int MOST_LISTED = 500;
  private static final int MOST_TURNS = 200;
  private static final int TITLE_CHARACTERS = 200;

  /** Part of a report's first line that says nothing to a person. */
  private static final Pattern DISPATCH_ID = Pattern.compile(" \\(dispatch [0-9A-Z]{26}\\)");

  private final Transaction tx;
  private final String run;
  private final List<AgentDispatch> all;
  private final Optional<AgentTurn> asking;
  private final CallTimes calls;
  private final SequencedMap<String, Lane> lanes = new LinkedHashMap<>();
  private final List<TeamRunRecord.Review> reviews = new ArrayList<>();

  /** Component of the ledger of calls in which a session's calls are. */
  private static String component(String session) {
    return "session:" + session;
  }

  private record Lane(String kind, List<String> sessions, List<TeamRunRecord.Attempt> attempts) {
    Lane(String kind) {
      this(kind, new ArrayList<>(), new ArrayList<>());
    }

    void uses(String session) {
      if (!sessions.contains(session)) {
        sessions.add(session);
      }
    }
  }

  private DispatchRunReader(Transaction tx, String run, List<AgentDispatch> all, CallTimes calls) {
    this.tx = tx;
    this.run = run;
    this.all = all;
    this.calls = calls;
    this.asking = all.getFirst().asked().askedIn().flatMap(new TurnThread(tx)::find);
  }

  /** Returns the runs that were begun within {@code teams.keep_days}, the newest first. */
  static List<DispatchRuns.Begun> list(Transaction tx) {
    Instant from = tx.now().minus(Duration.ofDays(tx.config().get(TeamSettings.KEEP_DAYS)));
    return new DispatchRuns(tx).since(from, MOST_LISTED);
  }

  /** Returns a run of the list. */
  static TeamRunsCommand.Brief brief(Transaction tx, String run) {
    return new DispatchRunReader(tx, run, new DispatchRuns(tx).of(run), new CallTimes(List.of()))
        .brief();
  }

  /** Returns a run; empty when no turn of this id has handed anything out. */
  static Optional<TeamRunRecord> read(Transaction tx, String run) {
    List<AgentDispatch> all = new DispatchRuns(tx).of(run);
    return all.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new DispatchRunReader(
                    tx, run, all, CallTimes.since(tx.node(), all.getFirst().asked().at()))
                .record());
  }

  private TeamRunsCommand.Brief brief() {
    long done = all.stream().filter(one -> one.state() == AgentDispatch.State.DONE).count();
    long workers = all.stream().map(one -> one.work().agent()).distinct().count();
    return new TeamRunsCommand.Brief(
        about(),
        from(),
        to(),
        state(),
        Math.toIntExact(workers) + (asking.isPresent() ? 1 : 0),
        all.size(),
        done);
  }

  private TeamRunRecord.About about() {
    return new TeamRunRecord.About(run, KIND, title(), Optional.empty(), Optional.empty());
  }

  private TeamRunRecord record() {
    asking.ifPresent(this::addConversation);
    Map<String, Integer> places = new HashMap<>();
    for (AgentDispatch one : all) {
      switch (one.work().kind()) {
        case SESSION -> addSession(one, places.merge(one.work().target(), 1, Integer::sum));
        case TASK -> addTask(one);
        case MAIL -> lane(one.work().agent(), "peer").attempts().add(attempt(one, 1));
      }
    }
    return new TeamRunRecord(
        about(), Span.of(from(), to()), state(), members(), reviews, letters());
  }

  /** Returns what the work is about: what the conversation was asked, or the work itself. */
  private String title() {
    return asking
        .flatMap(new TurnLog(tx)::firstInput)
        .flatMap(input -> tx.text(input.said().contentId()))
        .map(DispatchRunReader::line)
        .orElseGet(() -> title(all.getFirst()));
  }

  private static String line(String text) {
    String first = text.lines().findFirst().orElse("");
    return Cut.within(DISPATCH_ID.matcher(first).replaceFirst(""), TITLE_CHARACTERS);
  }

  private String title(AgentDispatch one) {
    return switch (one.work().kind()) {
      case SESSION ->
          one.work()
              .input()
              .flatMap(new MessageQueue(tx)::find)
              .flatMap(input -> tx.text(input.said().contentId()))
              .map(DispatchRunReader::line)
              .orElse("work of " + one.work().agent());
      case TASK ->
          Board.in(tx).find(one.work().target()).map(Task::title).orElse("a task that is gone");
      case MAIL -> "mail to " + one.work().agent();
    };
  }

  private Instant from() {
    Instant first = all.getFirst().asked().at();
    return asking.map(AgentTurn::startedAt).filter(first::isAfter).orElse(first);
  }

  /** Returns when the last work ended, and its report was answered. */
  private Optional<Instant> to() {
    return all.stream().anyMatch(AgentDispatch::isOpen)
        ? Optional.empty()
        : Stream.of(
                all.stream().flatMap(one -> one.end().endedAt().stream()),
                asking.stream().flatMap(turn -> turn.endedAt().stream()),
                all.stream().flatMap(one -> reported(one).stream()))
            .flatMap(times -> times)
            .max(Comparator.naturalOrder());
  }

  /** Returns when the turn ended that was told a result. */
  private Optional<Instant> reported(AgentDispatch one) {
    return one.end()
        .report()
        .flatMap(new MessageQueue(tx)::find)
        .flatMap(input -> input.taken().turn())
        .flatMap(new TurnThread(tx)::find)
        .flatMap(AgentTurn::endedAt);
  }

  private String state() {
    return to().isEmpty() ? "running" : "ended";
  }

  private Instant end() {
    return to().orElseGet(tx::now);
  }

  private Lane lane(String name, String kind) {
    return lanes.computeIfAbsent(name, _ -> new Lane(kind));
  }

  /** Adds the turns of the conversation in the time of the run. */
  private void addConversation(AgentTurn first) {
    String session = first.session();
    Lane lane = lane(agentOf(session), "conversation");
    lane.uses(session);
    new TurnThread(tx)
        .since(session, first.id()).stream()
            .filter(turn -> turn.type() == AgentTurn.Type.NORMAL)
            .filter(turn -> !turn.startedAt().isAfter(end()))
            .limit(MOST_TURNS)
            .forEach(turn -> lane.attempts().add(attempt(turn)));
  }

  private String agentOf(String session) {
    return new Sessions(tx).agentOf(session);
  }

  private TeamRunRecord.Attempt attempt(AgentTurn turn) {
    Optional<String> said =
        new TurnLog(tx).firstInput(turn).flatMap(input -> tx.text(input.said().contentId()));
    return new TeamRunRecord.Attempt(
        turn.id(),
        said.map(DispatchRunReader::line).orElse("a turn"),
        1,
        Span.of(turn.startedAt(), turn.endedAt()),
        Optional.empty(),
        turn.state() == TurnState.RUNNING
            ? Optional.empty()
            : Optional.of(
                turn.state() == TurnState.COMPLETED ? "answered" : turn.state().toString()),
        Optional.of(turn.id()),
        cost(turn.session(), turn.startedAt(), turn.endedAt()));
  }

  private Costs.Sum cost(String session, Instant from, Optional<Instant> to) {
    return calls.sum(component(session), from, TeamRunReader.after(to.orElseGet(tx::now)));
  }

  private void addSession(AgentDispatch one, int number) {
    Lane lane = lane(one.work().agent(), "worker");
    lane.uses(one.work().target());
    lane.attempts().add(attempt(one, number));
  }

  private TeamRunRecord.Attempt attempt(AgentDispatch one, int number) {
    boolean isSession = one.work().kind() == AgentDispatch.Kind.SESSION;
    String target = one.work().target();
    return new TeamRunRecord.Attempt(
        one.id(),
        title(one),
        number,
        Span.of(one.asked().at(), one.end().endedAt()),
        Optional.empty(),
        one.isOpen() ? Optional.empty() : Optional.of(one.state().toString()),
        isSession ? turn(target, one) : Optional.empty(),
        isSession ? cost(target, one.asked().at(), one.end().endedAt()) : Costs.Sum.NONE);
  }

  /** Returns the turn in which a worker said its result. */
  private Optional<String> turn(String session, AgentDispatch one) {
    return new TurnThread(tx)
        .newestOf(session, MOST_TURNS).stream()
            .filter(turn -> turn.type() == AgentTurn.Type.NORMAL)
            .filter(turn -> !turn.startedAt().isBefore(one.asked().at()))
            .filter(
                turn -> one.end().endedAt().map(at -> !turn.startedAt().isAfter(at)).orElse(true))
            .reduce((_, last) -> last)
            .map(AgentTurn::id);
  }

  private void addTask(AgentDispatch one) {
    Optional<Task> task = Board.in(tx).find(one.work().target());
    List<TaskAttempt> attempts =
        task.map(found -> Board.in(tx).attempts(found.id())).orElse(List.of());
    if (attempts.isEmpty()) {
      lane(one.work().agent(), "board").attempts().add(attempt(one, 1));
    }
    for (TaskAttempt attempt : attempts) {
      lane(attempt.worker(), "worker")
          .attempts()
          .add(
              TeamRunReader.attempt(
                  task.orElseThrow(),
                  attempt,
                  Optional.empty(),
                  calls.sum(
                      MemberPrompt.component(attempt.worker()),
                      attempt.row().startedAt(),
                      TeamRunReader.after(attempt.row().endedAt().orElseGet(tx::now)))));
      reviews.addAll(TeamRunReader.reviews(tx, task.orElseThrow(), attempt));
    }
  }

  private List<TeamRunRecord.Member> members() {
    List<TeamRunRecord.Member> members = new ArrayList<>();
    lanes.forEach(
        (name, lane) ->
            members.add(
                new TeamRunRecord.Member(
                    name,
                    Optional.of(lane.kind()),
                    0,
                    lane.sessions().isEmpty()
                        ? Optional.empty()
                        : Optional.of(lane.sessions().getLast()),
                    sum(lane),
                    lane.attempts())));
    return members;
  }

  private Costs.Sum sum(Lane lane) {
    return lane.sessions().isEmpty()
        ? lane.attempts().stream()
            .map(TeamRunRecord.Attempt::cost)
            .reduce(Costs.Sum.NONE, Costs.Sum::plus)
        : lane.sessions().stream()
            .map(session -> cost(session, from(), to()))
            .reduce(Costs.Sum.NONE, Costs.Sum::plus);
  }

  private List<TeamRunRecord.Letter> letters() {
    List<String> sessions =
        lanes.values().stream().flatMap(lane -> lane.sessions().stream()).distinct().toList();
    return new DispatchRuns(tx)
        .letters(sessions, from(), end()).stream()
            .map(
                one ->
                    new TeamRunRecord.Letter(
                        one.id(),
                        Board.in(tx).name(one.from()),
                        one.to(),
                        type(one.id()),
                        one.at(),
                        one.at().toEpochMilli()))
            .toList();
  }

  private String type(String letter) {
    Optional<String> id = Optional.of(letter);
    return all.stream().anyMatch(one -> one.work().input().equals(id))
        ? "work"
        : all.stream().anyMatch(one -> one.end().report().equals(id)) ? "report" : "message";
  }
}
