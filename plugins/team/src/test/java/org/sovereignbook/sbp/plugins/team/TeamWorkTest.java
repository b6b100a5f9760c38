package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Mailboxes;

/** Tasks of a team on their way from a plan to a verdict, in this process, on a real database. */
class TeamWorkTest {
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
  void aPlanBecomesTasksThatAreDoneInTheirOrderReviewedAndAccepted() throws Exception {
    String root = team.add("build a house", Optional.of("planner"));
    FakeBackend planner =
        FakeBackend.saying(
            """
            {"tasks": [
              {"key": "roof", "title": "the roof", "description": "of tiles", "blocked_by": ["walls"]},
              {"key": "walls", "title": "the walls", "description": null, "blocked_by": null}],
             "answer": null}
            """);

    assertThat(team.work("planner", planner)).isEqualTo(WorkEnd.ASLEEP);
    assertThat(team.task(root).state()).isEqualTo(TaskState.COMPLETED);
    FakeBackend builder = new FakeBackend(request -> new LlmAnswer("done as asked", ""));
    team.work("builder", builder);
    team.work("judge", WorkingTeam.reviewing(90));
    team.work("builder", builder);
    team.work("judge", WorkingTeam.reviewing(90));

    List<Task> tasks = team.labelled();
    assertThat(tasks).hasSize(3).allMatch(task -> task.state() == TaskState.COMPLETED);
    assertThat(builder.requests())
        .extracting(request -> request.input("task.md").lines().skip(2).findFirst().orElse(""))
        .containsExactly("title: the walls", "title: the roof");
    assertThat(builder.requests().getLast().input("blockers.md")).contains("done as asked");
    assertThat(tasks).allMatch(task -> task.row().principal().equals(Principal.OWNER));
  }

  @Test
  void aPlanOfAnotherShapeBeyondTheLimitsOrInACircleIsNoTask() throws Exception {
    for (String plan :
        List.of(
            "TASK: do this\nTASK: do that",
            "{\"tasks\": [], \"answer\": null}",
            "{\"tasks\": [{\"key\": \"a\", \"title\": \"x\", \"blocked_by\": [\"a\"]}]}",
            "{\"tasks\": [{\"key\": \"a\", \"title\": \"x\", \"blocked_by\": [\"elsewhere\"]}]}",
            "{\"tasks\": [{\"key\": \"a\", \"title\": \"x\", \"required_role\": \"king\"}]}",
            "{\"tasks\": [{\"key\":\"a\",\"title\":\"a\"},{\"key\":\"b\",\"title\":\"b\"},"
                + "{\"key\":\"c\",\"title\":\"c\"},{\"key\":\"d\",\"title\":\"d\"}]}")) {
      FakeBackend planner = FakeBackend.saying(plan);
      String id = team.add("plan", Optional.of("planner"));

      team.work("planner", planner);

      assertThat(team.task(id).state()).as(plan).isEqualTo(TaskState.FAILED);
      assertThat(planner.requests()).as(plan).hasSize(2);
      assertThat(team.labelled()).as(plan).allMatch(task -> task.title().equals("plan"));
      team.ledger.run(tx -> Board.in(tx).cancel(id, "", Worker.of(Caller.owner("team"))));
      team.ledger.run(tx -> tx.update("DELETE FROM task_label"));
      team.ledger.run(tx -> tx.update("DELETE FROM agent_error"));
    }
  }

  @Test
  void plansWithinPlansEndAtTheirDepthAndAtTheirNumber() throws Exception {
    team.add("plan for ever", Optional.of("planner"));
    team.change("max_tasks: 3", "max_depth: 2");
    FakeBackend planner =
        FakeBackend.saying(
            """
            {"tasks": [{"key": "a", "title": "plan on", "required_role": "planner"}]}
            """);

    team.work("planner", planner);

    assertThat(team.labelled())
        .extracting(Task::state)
        .as("the third may make none, and fails")
        .containsExactly(TaskState.COMPLETED, TaskState.COMPLETED, TaskState.FAILED);
    assertThat(planner.requests()).hasSize(4);
    assertThat(planner.requests().getLast().repair().orElseThrow().error())
        .contains("more than the 0 that are left");
  }

  @Test
  void rejectedWorkComesBackToItsWorkerWithWhatTheReviewerSaid() throws Exception {
    String id = team.add("a wall", Optional.empty());
    FakeBackend builder =
        new FakeBackend(
            request ->
                new LlmAnswer(request.input("reviews.md").isEmpty() ? "crooked" : "straight", ""));
    team.work("builder", builder);
    team.work(
        "judge", FakeBackend.saying("{\"score\": 20, \"comment\": \"it leans to the left\"}"));

    assertThat(team.task(id).state()).as("kept for its worker").isEqualTo(TaskState.CLAIMED);
    team.work("builder", builder);
    assertThat(builder.requests().getLast().input("reviews.md"))
        .contains("it leans to the left", "crooked", "reviewer-1: 20 of 100")
        .as("its reviewers stay hidden")
        .doesNotContain("judge");
    team.work("judge", WorkingTeam.reviewing(60));

    assertThat(team.task(id).state()).isEqualTo(TaskState.COMPLETED);
    assertThat(team.ledger.<List<TaskAttempt>>read(tx -> Board.in(tx).attempts(id)))
        .extracting(attempt -> attempt.row().ending().orElse(""))
        .as("the second was for an incarnation that is gone")
        .containsExactly("rejected", "expired", "accepted");
  }

  @Test
  void aReviewThatCannotBeHadIsNoScoreAndIsAskedForAgain() throws Exception {
    String id = team.add("a wall", Optional.empty());
    team.work("builder", FakeBackend.saying("done"));
    FakeBackend judge = FakeBackend.saying("I would say it is fine");

    team.work("judge", judge);

    assertThat(judge.requests()).hasSize(6);
    assertThat(team.task(id).state()).isEqualTo(TaskState.REVIEW);
    team.node.clock().advance(Duration.ofMinutes(6));
    team.work("judge", WorkingTeam.reviewing(80));
    assertThat(team.task(id).state()).isEqualTo(TaskState.COMPLETED);
    assertThat(team.ledger.<Long>read(tx -> Board.in(tx).reviewCalls(id, 1)))
        .as("the unreadable answers are counted, too")
        .isEqualTo(7);
  }

  @Test
  void aReviewThatDiedWithItsProcessIsTheNextOnesAtOnce() throws Exception {
    String id = team.add("a wall", Optional.empty());
    team.work("builder", FakeBackend.saying("done"));
    team.ledger.run(
        tx -> {
          Incarnation died = Incarnation.begin(tx, team.run, team.member("judge"));
          Mailboxes.next(
              tx, Agents.caller(tx, Optional.empty(), Optional.of(died.token()), "team"));
        });

    team.work("judge", WorkingTeam.reviewing(90));

    assertThat(team.task(id).state()).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void aReviewOfAnotherRunIsLeftToThatRun() throws Exception {
    String id = team.add("a wall", Optional.empty());
    team.work("builder", FakeBackend.saying("done"));
    TeamRuns.Run first = team.run;
    team.run = team.beginRun("run:other");
    FakeBackend judge = WorkingTeam.reviewing(90);

    team.work("judge", judge);

    assertThat(judge.requests()).isEmpty();
    assertThat(team.task(id).state()).isEqualTo(TaskState.REVIEW);
    team.run = first;
    team.work("judge", judge);
    assertThat(team.task(id).state()).isEqualTo(TaskState.COMPLETED);
  }

  /** The team with a gate, a script that is given JSON. */
  private void gate(String key, String script) throws Exception {
    Path gate = Files.writeString(folder.resolve("gate.sh"), script);
    team.change("max_idle", "gates: {%s: [sh, %s]}\nmax_idle".formatted(key, gate));
  }

  @Test
  void aGateRefusesACompletionAndItsWordsReachTheModelAsData() throws Exception {
    gate("task_completed", "grep -q straight || { echo 'it leans' >&2; exit 2; }");
    String id = team.add("a wall", Optional.empty());
    FakeBackend builder =
        new FakeBackend(
            request -> new LlmAnswer(request.repair().isEmpty() ? "crooked" : "straight", ""));

    team.work("builder", builder);

    assertThat(builder.requests()).hasSize(2);
    assertThat(builder.requests().getLast().repair().orElseThrow().error())
        .isEqualTo("gates.task_completed refuses it: it leans");
    assertThat(team.task(id).state()).isEqualTo(TaskState.REVIEW);
  }

  @Test
  void aGateThatIsBrokenLetsNothingPassAndCostsNoSecondCall() throws Exception {
    gate("task_completed", "echo 'no such compiler' >&2; exit 1");
    String id = team.add("a wall", Optional.empty());
    FakeBackend builder = FakeBackend.saying("done");

    team.work("builder", builder);

    assertThat(builder.requests()).hasSize(1);
    assertThat(team.task(id).state()).isEqualTo(TaskState.FAILED);
    assertThat(team.log).anyMatch(line -> line.contains("no such compiler"));
  }

  @Test
  void aMemberThatIsIdleStaysAwakeAsLongAsItsGateWantsIt() throws Exception {
    gate("teammate_idle", "f=%s/asked; [ -e $f ] && exit 0; : > $f; exit 2".formatted(folder));
    List<Duration> pauses = new ArrayList<>();
    TeamMember member = team.member("builder");
    Incarnation begun = team.begin(member);

    WorkEnd end =
        team.teamWork(WorkingTeam.reviewing(1))
            .run(team.now(), member, begun.token(), MemberLoop.Terms.of(team.now()), pauses::add);

    assertThat(end).isEqualTo(WorkEnd.ASLEEP);
    assertThat(pauses).hasSize(1);
    assertThat(team.log).contains("stays awake: (no reason was given)");
  }
}
