package org.sovereignbook.sbp.plugins.swarm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Permissions;
import org.sovereignbook.sbp.authority.agents.ToolCall;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.MemberLoop;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.plugins.team.TeamWork;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.memory.GroupMemory;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashSweep;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestSociety;

/**
 * The process dies at every commit of a swarm's life, before it and after it: its creation, the
 * work of its members, the merge of their findings, its end. The next process goes on; nothing is
 * lost, doubled, or half there.
 */
class SwarmCrashTest {
  private static final String MANIFEST =
      """
      {"swarm_id": "s", "goal": "g", "strategy": "pipeline", "coordinator_slot": "lead",
       "agents": [{"slot": "scout", "agent_type": "swarm-worker"},
                  {"slot": "lead", "agent_type": "swarm-worker"}]}
      """;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource
  void whereverItDiesTheSwarmEndsWithItsFindingsMergedOnce(CrashPoint.Moment moment)
      throws Exception {
    int at = 0;
    while (lives(folder.resolve("commit-" + at), CrashPoint.of(at, moment))) {
      at = CrashSweep.next(at);
    }
    assertThat(at).as("commits of one life").isGreaterThan(15);
  }

  /** Returns whether there was such a commit. */
  private static boolean lives(Path place, CrashPoint point) throws Exception {
    try (TestSociety society = TestSociety.in(place);
        Database database = new SqliteLedgerProvider().open(society.node().node())) {
      CrashingDatabase crashing = new CrashingDatabase(database, point);
      for (int round = 0; round < 8 && !isOver(society.ledger()); round++) {
        try {
          live(
              point.isReached()
                  ? society.ledger()
                  : Ledger.open(society.node().node(), crashing)
                      .observedBy(List.of(new MemoryObserver(), new SwarmObserver())),
              place);
        } catch (SimulatedCrash e) {
          assertThat(point.isReached()).isTrue();
        }
        society.ledger().run(SwarmCrashTest::verifyWhole);
      }
      society.ledger().run(SwarmCrashTest::verifyEnd);
      return point.isReached();
    }
  }

  private static boolean isOver(Ledger ledger) {
    return ledger
        .<Optional<Swarm>>read(tx -> new Swarms(tx).find("s"))
        .filter(it -> it.state() == Swarm.State.DISBANDED)
        .isPresent();
  }

  private static void live(Ledger ledger, Path place) throws Exception {
    if (ledger.<Optional<Swarm>>read(tx -> new Swarms(tx).find("s")).isEmpty()) {
      Swarm _ =
          Permissions.run(
              ledger, call(), (tx, caller) -> new Swarms(tx).create(caller, manifest()));
    }
    Swarm swarm = ledger.<Optional<Swarm>>read(tx -> new Swarms(tx).find("s")).orElseThrow();
    if (swarm.state() == Swarm.State.OPEN) {
      work(ledger, swarm, place.resolve("team.yaml"));
    }
    boolean _ =
        Permissions.run(
            ledger,
            call(),
            (tx, caller) -> new Swarms(tx).disband(caller, "s", Optional.empty(), true, "over"));
  }

  private static ToolCall call() {
    return new ToolCall(
        "swarm_create", JsonObject.empty(), "command", Optional.empty(), Optional.empty());
  }

  private static SwarmManifest manifest() {
    try {
      return SwarmManifest.parse(
          (JsonObject) JsonReader.file(MANIFEST.getBytes(StandardCharsets.UTF_8)), 20);
    } catch (MalformedJson e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static void work(Ledger ledger, Swarm swarm, Path file) throws Exception {
    Files.writeString(
        file, "max_idle_cycles: 1\n" + ledger.<String>read(tx -> new SwarmFile(tx, swarm).text()));
    TeamFiles files = new TeamFiles(new LocalDisk(), file);
    Team team = files.read();
    TeamRuns.Run run =
        ledger.write(
            tx -> {
              Incarnation.enrol(tx, team);
              return TeamRuns.begin(
                  tx,
                  Caller.owner("team").authority(),
                  Optional.of(swarm.label()),
                  Optional.empty(),
                  file);
            });
    FakeBackend model =
        new FakeBackend(
            request ->
                new LlmAnswer(
                    request.role().equals("team:lead") ? "the findings, merged" : "a finding", ""));
    TeamWork work =
        new TeamWork(ledger, run, files, _ -> model, Map.of(), false, Optional.empty(), _ -> {});
    for (TeamMember member : team.members()) {
      Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run, member));
      WorkEnd _ = work.run(team, member, begun.token(), MemberLoop.Terms.of(team), _ -> {});
    }
  }

  /** Checks that a swarm has all of its parts, or none. */
  private static void verifyWhole(Transaction tx) {
    Optional<Swarm> swarm = new Swarms(tx).find("s");
    long parts = swarm.isPresent() ? 2 : 0;
    assertThat(tx.number("SELECT COUNT(*) FROM swarm_agent")).isEqualTo(parts);
    assertThat(tx.number("SELECT COUNT(*) FROM agent WHERE name IN ('scout', 'lead')"))
        .isEqualTo(parts);
    assertThat(tx.number("SELECT COUNT(*) FROM task")).isEqualTo(parts);
    assertThat(tx.number("SELECT COUNT(*) FROM memory_group")).isEqualTo(parts / 2);
    boolean isMerged = swarm.filter(it -> !it.findings().isEmpty()).isPresent();
    assertThat(tx.number("SELECT COUNT(*) FROM memory_item WHERE label LIKE 'swarm-s-%'"))
        .as("copies for the parent")
        .isEqualTo(isMerged ? 1 : 0);
    assertThat(swarm.filter(it -> it.state() == Swarm.State.DISBANDED).isPresent() && !isMerged)
        .as("an end without the findings")
        .isFalse();
  }

  private static void verifyEnd(Transaction tx) {
    Swarm swarm = new Swarms(tx).find("s").orElseThrow();
    assertThat(swarm.state()).isEqualTo(Swarm.State.DISBANDED);
    for (Task task : swarm.tasks(tx)) {
      assertThat(task.state()).isEqualTo(TaskState.COMPLETED);
      assertThat(Board.in(tx).attempts(task.id()))
          .filteredOn(one -> one.row().ending().equals(Optional.of("accepted")))
          .hasSize(1);
    }
    assertThat(new GroupMemory(tx, swarm.groupId()).item(swarm.findings().getFirst()).toString())
        .contains("the findings, merged");
    assertThat(
            tx.number(
                "SELECT COUNT(*) FROM agent WHERE name IN ('scout', 'lead') AND status ="
                    + " 'deactivated'"))
        .isEqualTo(2);
    assertThat(
            tx.number(
                "SELECT COUNT(*) FROM memory_member m JOIN agent a ON m.member = 'agent:' || a.id"
                    + " WHERE a.name IN ('scout', 'lead') AND m.left_ms IS NULL"))
        .isZero();
  }
}
