package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.CapabilityDenied;
import org.sovereignbook.sbp.authority.agents.Lifecycle;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.MailType;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.BoardSettings;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Sending;

/** When a member is needed, works, is held up, and ends. */
class MemberLifeTest {
  @TempDir private Path folder;
  private WorkingTeam team;

  @BeforeEach
  void open() throws Exception {
    team = WorkingTeam.in(folder);
  }

  @AfterEach
  void close() {
    team.close();
  }

  @Test
  void aMemberByItselfDoesWhatThereIsAndEnds() throws Exception {
    String id = team.add("a wall", Optional.empty());

    assertThat(team.once("builder")).isEqualTo(WorkEnd.DONE);
    assertThat(team.once("builder")).isEqualTo(WorkEnd.ASLEEP);
    assertThat(team.task(id).state()).isEqualTo(TaskState.REVIEW);
  }

  @Test
  void anOutageGivesTheTaskBackAndCountsAgainstNobody() throws Exception {
    String id = team.add("a wall", Optional.empty());
    FakeBackend down =
        new FakeBackend(
            _ -> {
              throw LlmException.provider("the service is down");
            });
    TeamMember member = team.member("builder");
    Incarnation begun = team.begin(member);
    TeamWork work = team.teamWork(down);

    assertThatThrownBy(
            () ->
                work.run(
                    team.now(),
                    member,
                    begun.token(),
                    MemberLoop.Terms.of(team.now()),
                    _ -> {
                      throw new InterruptedException();
                    }))
        .isInstanceOf(InterruptedException.class);

    assertThat(team.task(id).state()).isEqualTo(TaskState.PENDING);
    assertThat(team.ledger.<List<TaskAttempt>>read(tx -> Board.in(tx).attempts(id)))
        .singleElement()
        .satisfies(attempt -> assertThat(attempt.row().ending()).hasValue("released"));
    assertThat(team.log).anyMatch(line -> line.contains("the service is down"));
  }

  @Test
  void whoWasShutDownAtWorkStaysDownUntilTheTeamBeginsAgain() throws Exception {
    TeamMember member = team.member("builder");
    Incarnation begun = team.begin(member);
    shutDown("builder");
    team.add("a wall", Optional.empty());

    WorkEnd end =
        team.teamWork(FakeBackend.saying("x"))
            .run(team.now(), member, begun.token(), MemberLoop.Terms.of(team.now()), _ -> {});

    assertThat(end).isEqualTo(WorkEnd.STOPPED);
    assertThat(team.isNeeded("builder")).isFalse();
    assertThat(inRun("builder").doing().activity()).isEqualTo("stopped");
    assertThat(inRun("builder").process()).isEmpty();
    Incarnation _ = team.begin(member);
    assertThat(team.isNeeded("builder")).isTrue();
  }

  @Test
  void whoWasShutDownAsleepStaysDown() throws Exception {
    assertThat(team.work("builder", FakeBackend.saying("x"))).isEqualTo(WorkEnd.ASLEEP);
    team.add("a wall", Optional.empty());
    assertThat(team.isNeeded("builder")).isTrue();

    shutDown("builder");

    assertThat(team.isNeeded("builder")).isFalse();
    assertThat(inRun("builder").doing().activity()).isEqualTo("stopped");
  }

  @Test
  void aShutdownEndsTheIncarnationItIsForAndNoLaterOne() throws Exception {
    TeamMember member = team.member("builder");
    Incarnation _ = team.begin(member);
    shutDown("builder");

    assertThat(team.work("builder", FakeBackend.saying("x"))).isEqualTo(WorkEnd.ASLEEP);
  }

  private void shutDown(String name) {
    team.ledger.run(
        tx ->
            new Sending(
                    MailType.SHUTDOWN,
                    name,
                    Optional.empty(),
                    "",
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty())
                .send(tx, Caller.owner("team")));
  }

  private TeamRuns.Member inRun(String name) {
    return team
        .ledger
        .<List<TeamRuns.Member>>read(tx -> TeamRuns.members(tx, team.run.id()))
        .stream()
        .filter(member -> member.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void noProcessIsToldOfAMemberThatIsDead() throws Exception {
    team.work("builder", FakeBackend.saying("x"));
    team.ledger.run(
        tx -> tx.update("UPDATE team_member SET activity = 'thinking', beat_ms = 9000000000000"));
    assertThat(inRun("builder").process()).contains(ProcessHandle.current());

    team.ledger.run(tx -> tx.update("UPDATE team_member SET beat_ms = 1"));
    assertThat(inRun("builder").process()).as("another with its number").isEmpty();
    team.ledger.run(tx -> tx.update("UPDATE team_member SET pid = ?", Long.MAX_VALUE));
    assertThat(inRun("builder").process()).isEmpty();
  }

  @Test
  void whoIsSuspendedIsNotNeededAndHoldsNobodyUp() {
    team.add("a wall", Optional.empty());
    assertThat(team.isNeeded("builder")).isTrue();
    team.ledger.run(
        tx ->
            Lifecycle.suspend(
                tx, Caller.owner("team"), Agents.named(tx, "builder"), "for the night"));

    assertThat(team.isNeeded("builder")).isFalse();
  }

  @Test
  void theTokensOfARunAreGoodForNothingOnceItHasEnded() throws Exception {
    TeamMember member = team.member("builder");
    Incarnation begun = team.begin(member);

    team.ledger.run(tx -> Incarnation.end(tx, team.now()));

    assertThatThrownBy(
            () ->
                team.teamWork(WorkingTeam.reviewing(1))
                    .run(team.now(), member, begun.token(), MemberLoop.Terms.ONCE, _ -> {}))
        .isInstanceOf(CapabilityDenied.class);
  }

  @Test
  void aMemberThatMayAskNobodySaysWhyAndUntilWhen() throws Exception {
    team.change("daily_calls: 20", "daily_calls: 1");
    team.add("a wall", Optional.empty());
    team.add("a roof", Optional.empty());
    TeamMember member = team.member("builder");
    Incarnation begun = team.begin(member);

    WorkEnd end =
        team.teamWork(FakeBackend.saying("done"))
            .run(team.now(), member, begun.token(), MemberLoop.Terms.ONCE, _ -> {});

    assertThat(end).isEqualTo(WorkEnd.HELD);
    TeamRuns.TeamPause hold = inRun("builder").doing().hold().orElseThrow();
    assertThat(hold.why()).contains("agents.builder.limits.daily_calls");
    assertThat(hold.until().instant()).isAfter(team.node.clock().instant());
  }

  @Test
  void aLimitThatIsLiftedWakesAMemberThatWaitsForIt() throws Exception {
    team.node.configure(limited(1));
    List<String> tasks =
        List.of(team.add("a wall", Optional.empty()), team.add("a roof", Optional.empty()));
    TeamMember member = team.member("builder");
    Incarnation begun = team.begin(member);
    List<String> states = new ArrayList<>();

    WorkEnd end =
        team.teamWork(FakeBackend.saying("done"))
            .run(
                team.now(),
                member,
                begun.token(),
                MemberLoop.Terms.of(team.now()),
                _ -> {
                  // The clock stands still: nothing but the lifted limit can end the hold.
                  states.add(inRun("builder").doing().activity());
                  team.node.configure(limited(20));
                });

    assertThat(states).containsExactly("held");
    assertThat(end).as("a new process knows the new limit").isEqualTo(WorkEnd.CHANGED);
    assertThat(team.work("builder", FakeBackend.saying("done"))).isEqualTo(WorkEnd.ASLEEP);
    assertThat(tasks).allMatch(id -> team.task(id).state() == TaskState.REVIEW);
  }

  private static JsonObject limited(int calls) {
    return JsonObject.empty()
        .with("llm", JsonObject.builder().put("daily_call_limit", calls).build());
  }

  @Test
  void aChangedTeamIsTakenUpByANewProcessAndABrokenOneIsTold() throws Exception {
    team.add("a wall", Optional.empty());
    Path yaml = team.file;
    String before = Files.readString(yaml);
    List<String> texts = new ArrayList<>(List.of("agents: [", before + "# better\n"));

    WorkEnd end =
        team.work(
            "builder",
            new FakeBackend(
                _ -> {
                  write(yaml, texts.removeFirst());
                  team.add("another", Optional.empty());
                  return new LlmAnswer("done", "");
                }));

    assertThat(end).isEqualTo(WorkEnd.CHANGED);
    assertThat(texts).as("went on with the broken one").isEmpty();
    assertThat(team.log)
        .filteredOn(line -> line.startsWith("keeps the former configuration"))
        .hasSize(1);
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {3, 400, 3_650})
  void aClockThatWasAheadHoldsNoMemberAndNoTaskOnceItIsRight(long days) throws Exception {
    team.change("daily_calls: 20", "daily_calls: 1");
    String done = team.add("a wall", Optional.empty());
    String held = team.add("a roof", Optional.empty());
    team.node.clock().advance(Duration.ofDays(days));
    assertThat(team.once("builder")).isEqualTo(WorkEnd.HELD);
    Incarnation dead = team.begin(team.member("planner"));
    assertThat(claim(dead)).contains(held);
    team.node.clock().advance(Duration.ofDays(-days));

    assertThat(team.once("builder")).as("the lease of the dead one").isEqualTo(WorkEnd.ASLEEP);
    team.node.clock().advance(team.node.node().config().get(BoardSettings.LEASE).plusSeconds(1));
    assertThat(team.once("builder")).isEqualTo(WorkEnd.DONE);

    assertThat(List.of(team.task(done).state(), team.task(held).state()))
        .containsOnly(TaskState.REVIEW);
  }

  private Optional<String> claim(Incarnation incarnation) {
    return team.ledger
        .write(
            tx ->
                Board.in(tx)
                    .claim(
                        Worker.of(
                            Agents.caller(
                                tx, Optional.empty(), Optional.of(incarnation.token()), "team"))))
        .map(Claim::task);
  }
}
