package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.sessions.AgentSession;
import org.sovereignbook.sbp.society.sessions.AgentTurn;
import org.sovereignbook.sbp.society.sessions.Sessions;
import org.sovereignbook.sbp.society.sessions.TurnLog;
import org.sovereignbook.sbp.society.sessions.TurnThread;

/** Members do what peers asked for, or work with a text of theirs in hand, and act for them. */
class WorkForPeersTest {
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
  void whatIsDoneForAPeerIsReviewedAndHandedInAndIsNotOnTheBus() throws Exception {
    String id = team.offered("bob");

    team.work("builder", FakeBackend.saying("done for a peer"));
    assertThat(team.task(id).state()).isEqualTo(TaskState.REVIEW);
    team.work("judge", WorkingTeam.reviewing(90));

    assertThat(team.task(id).state()).isEqualTo(TaskState.COMPLETED);
    assertThat(
            team.ledger.<List<String>>read(
                tx -> tx.list("SELECT key FROM bus", row -> row.text(1))))
        .isEmpty();
  }

  @Test
  void whatAMemberDoesAndPlansForAPeerSpeaksForThePeerAndMayDoNoMore() throws Exception {
    Principal bob = WorkingTeam.bob();
    String id =
        team.offered("bob", "[{title: a house of theirs, labels: [%s], required_role: planner}]");

    team.work(
        "planner", FakeBackend.saying("{\"tasks\": [{\"key\": \"a\", \"title\": \"a wall\"}]}"));
    team.work("builder", FakeBackend.saying("done for a peer"));
    team.work("judge", WorkingTeam.reviewing(90));

    assertThat(team.labelled()).hasSize(2).allMatch(task -> task.state() == TaskState.COMPLETED);
    String ofKind = "SELECT authority_id FROM event WHERE kind = ?";
    for (String kind : List.of("task.created", "task.submitted", "task.reviewed")) {
      List<Authority> turns = team.ledger.read(tx -> tx.authorities(ofKind, kind));
      assertThat(turns).as(kind).isNotEmpty();
      assertThat(turns)
          .as(kind)
          .allMatch(turn -> Access.beneficiaries(turn).equals(Set.of(bob)))
          .noneMatch(turn -> team.ledger.<Boolean>read(tx -> Access.permits(tx, turn, "post")));
    }
    assertThat(team.task(id).state()).isEqualTo(TaskState.COMPLETED);
  }

  /** Adds the owner's task whose blocker was done with a text of bob's in hand. Returns its id. */
  private String afterWorkForBob() {
    Plan plan =
        Plan.read(
            "[{key: w, title: walls, labels: [%1$s]}, {title: roof, labels: [%1$s], blocked_by: [w]}]"
                .formatted(WorkingTeam.LABEL));
    return team.ledger.write(
        tx -> {
          Board board = Board.in(tx);
          List<String> ids = board.add(plan, Worker.of(Caller.owner("team")), Optional.empty());
          Caller worker = Agents.caller(tx, Optional.of("planner"), Optional.empty());
          Claim claim = board.claim(ids.getFirst(), Worker.of(worker));
          List<Authority> shown =
              new ShownText(tx).ofPeers(List.of(WorkingTeam.bob().peerKey().orElseThrow()));
          boolean _ =
              board.submit(
                  claim.task(),
                  claim.fence(),
                  "the heron gets the keys",
                  List.of(),
                  Worker.of(worker.onBehalfOf(tx, shown)));
          return ids.getLast();
        });
  }

  private Set<Principal> actedFor(String task, String kind) {
    return team
        .ledger
        .<List<Authority>>read(
            tx ->
                tx.authorities(
                    "SELECT e.authority_id FROM event e JOIN event_subject s ON s.event_id = e.id"
                        + " WHERE s.kind = 'task' AND s.subject = ? AND e.kind = ?",
                    task,
                    kind))
        .stream()
        .flatMap(cause -> Access.beneficiaries(cause).stream())
        .collect(Collectors.toSet());
  }

  @Test
  void whoBuildsOnAResultActsForThoseWhoCausedItUntilTheAttemptEnds() throws Exception {
    String roof = afterWorkForBob();
    FakeBackend builder = FakeBackend.saying("as the heron wants it");
    team.work("builder", builder);

    assertThat(builder.onlyRequest().input("blockers.md")).contains("the heron gets the keys");
    assertThat(actedFor(roof, "task.submitted")).containsExactly(WorkingTeam.bob());
    AgentSession session =
        team.ledger.read(
            tx -> new Sessions(tx).require("agent:main:builder:team:" + team.run.id()));
    AgentTurn turn =
        team.ledger.read(tx -> new TurnThread(tx).newest(session.head(), 9)).getFirst();
    assertThat(
            team.ledger.<List<Authority>>read(tx -> new TurnLog(tx).causes(turn)).stream()
                .flatMap(cause -> Access.beneficiaries(cause).stream()))
        .contains(WorkingTeam.bob());

    String mine = team.add("a garden", Optional.empty());
    team.work("builder", FakeBackend.saying("roses"));
    assertThat(actedFor(mine, "task.submitted")).as("the next task").isEmpty();
  }

  @Test
  void whoReviewsActsForThoseWhoCausedTheResultsThatItIsShown() throws Exception {
    String roof = afterWorkForBob();
    team.ledger.run(
        tx -> {
          Worker builder = Worker.of(Agents.caller(tx, Optional.of("builder"), Optional.empty()));
          Claim claim = Board.in(tx).claim(roof, builder);
          boolean _ = Board.in(tx).submit(roof, claim.fence(), "tiles", List.of("judge"), builder);
        });
    FakeBackend judge = WorkingTeam.reviewing(90);
    team.work("judge", judge);

    assertThat(judge.onlyRequest().input("blockers.md")).contains("the heron gets the keys");
    assertThat(team.task(roof).state()).isEqualTo(TaskState.COMPLETED);
    assertThat(actedFor(roof, "task.submitted")).isEmpty();
    assertThat(actedFor(roof, "task.reviewed")).containsExactly(WorkingTeam.bob());
  }

  @Test
  void aStrangersTasksUseUpItsShareOfTheDayAndKeepNobodyElseWaiting() throws Exception {
    team.node.configure(
        JsonObject.builder()
            .put("llm", JsonObject.builder().put("daily_call_limit", 20).build())
            .put("reader", JsonObject.builder().put("stranger_budget_percent", 20).build())
            .build());
    for (int i = 0; i < 3; i++) {
      team.offered("eve");
    }
    List<String> others =
        List.of(team.add("a wall of ours", Optional.empty()), team.offered("mallory"));

    assertThat(team.once("builder")).isEqualTo(WorkEnd.HELD);

    assertThat(others).allMatch(id -> team.task(id).state() == TaskState.REVIEW);
    assertThat(team.labelled())
        .filteredOn(task -> task.state() == TaskState.REVIEW)
        .as("half of a fifth of 20 are eve's")
        .hasSize(4);
    assertThat(team.log)
        .anyMatch(line -> line.startsWith("leaves ") && line.contains("llm.stranger_percent"));
  }
}
