package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskAttempt;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.mail.Sending;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Members die at every commit, before it and after it, and their next incarnations go on: nothing
 * is lost or done twice, and no call is paid that the ledger of calls does not tell of.
 */
class TeamCrashTest {
  private static final String LABEL = "run:test";
  private static final List<String> MEMBERS = List.of("planner", "builder", "judge");

  @TempDir private Path folder;
  private final AtomicInteger asked = new AtomicInteger();

  @ParameterizedTest
  @EnumSource
  void whereverAMemberDiesItsTaskIsAcceptedOnceAndEveryCallIsInTheLedger(CrashPoint.Moment moment)
      throws Exception {
    int at = 0;
    while (runs(folder.resolve("commit-" + at), at, moment)) {
      at = CrashSweep.next(at);
    }
    assertThat(at).as("commits of one run").isGreaterThan(20);
  }

  /** Whether there was such a commit. */
  private boolean runs(Path place, int at, CrashPoint.Moment moment) throws Exception {
    asked.set(0);
    TestNode node = TestNode.in(place);
    TeamFiles files = new TeamFiles(new LocalDisk(), place.resolve("team.yaml"));
    Files.writeString(
        files.file(),
        """
        max_idle_cycles: 1
        reputation: {peer_review_agents: [judge]}
        agents:
          - {id: planner, role: Plans.}
          - {id: builder, role: Builds.}
          - {id: judge, role: Judges.}
        """);
    Team team = files.read();
    try (Database database = new SqliteLedgerProvider().open(node.node());
        Ledger ledger = Ledger.open(node.node(), database)) {
      TeamRuns.Run run = begin(ledger, team, files);
      CrashingDatabase crashing = new CrashingDatabase(database, CrashPoint.of(at, moment));
      boolean well = false;
      for (int round = 0; round < 4 && !well; round++) {
        well = true;
        for (String name : MEMBERS) {
          Ledger its = crashing.point().isReached() ? ledger : Ledger.open(node.node(), crashing);
          well &=
              works(
                  new TeamWork(
                      its, run, files, _ -> model(), Map.of(), false, Optional.empty(), _ -> {}),
                  name);
        }
        well &= isOver(ledger);
      }
      verify(node, ledger, moment + " commit " + at);
      return crashing.point().isReached();
    }
  }

  private static TeamRuns.Run begin(Ledger ledger, Team team, TeamFiles files) {
    PlannedTask root =
        new PlannedTask(
            Optional.empty(),
            "a house",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(LABEL)),
            Optional.of("planner"),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    Caller owner = Caller.owner("team");
    return ledger.write(
        tx -> {
          Incarnation.enrol(tx, team);
          List<String> ids =
              Board.in(tx).add(Plan.of(List.of(root)), Worker.of(owner), Optional.empty());
          Sending.message("builder", "mind the neighbours").send(tx, owner);
          return TeamRuns.begin(
              tx, owner.authority(), Optional.of(LABEL), Optional.of(ids.getFirst()), files.file());
        });
  }

  /** Whether it came to its end. */
  private static boolean works(TeamWork work, String name) throws Exception {
    Team team = work.files().read();
    TeamMember member = team.member(name).orElseThrow();
    try {
      Incarnation begun = work.ledger().write(tx -> Incarnation.begin(tx, work.run(), member));
      WorkEnd _ = work.run(team, member, begun.token(), MemberLoop.Terms.of(team), _ -> {});
      return true;
    } catch (SimulatedCrash e) {
      return false;
    }
  }

  private FakeBackend model() {
    return new FakeBackend(
        request -> {
          asked.incrementAndGet();
          return new LlmAnswer(answer(request), "");
        });
  }

  private static String answer(LlmRequest request) {
    return switch (request.role()) {
      case "team:planner" -> "{\"tasks\": [{\"key\": \"a\", \"title\": \"a wall\"}]}";
      case "team:judge" -> "{\"score\": 90, \"comment\": \"straight\"}";
      default -> "built";
    };
  }

  private static boolean isOver(Ledger ledger) {
    return tasks(ledger).stream().noneMatch(task -> task.state().isOpen());
  }

  private static List<Task> tasks(Ledger ledger) {
    return ledger.read(tx -> Board.in(tx).labelled(LABEL));
  }

  private void verify(TestNode node, Ledger ledger, String where) {
    List<Task> tasks = tasks(ledger);
    assertThat(tasks).as(where).hasSize(2).allMatch(task -> task.state() == TaskState.COMPLETED);
    int attempts = 0;
    for (Task task : tasks) {
      List<TaskAttempt> all = ledger.read(tx -> Board.in(tx).attempts(task.id()));
      assertThat(all)
          .as(where)
          .filteredOn(one -> one.row().ending().equals(Optional.of("accepted")))
          .hasSize(1);
      attempts += all.size();
    }
    CallLedger calls = CallLedger.of(node.node());
    assertThat(calls.spentOn(LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC)).calls())
        .as(where + ": calls in the ledger")
        .isEqualTo(asked.get());
    assertThat(asked.get()).as(where + ": calls").isBetween(3, 4);
    assertThat(attempts).as(where + ": attempts").isBetween(2, 3);
    for (String name : MEMBERS) {
      assertThat(
              ledger.<Boolean>write(
                  tx ->
                      Mailboxes.isAnyFree(
                          tx, Agents.caller(tx, Optional.of(name), Optional.empty()))))
          .as(where + ": mail of " + name)
          .isFalse();
    }
  }
}
