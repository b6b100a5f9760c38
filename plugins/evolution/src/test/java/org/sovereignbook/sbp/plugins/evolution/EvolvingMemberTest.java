package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.MemberLoop;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.plugins.team.TeamWork;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.TestNode;

/** Members of a team at work while their prompts, models and roles change. */
class EvolvingMemberTest {
  @TempDir private Path folder;
  private TestNode node;
  private Ledger ledger;
  private TeamFiles files;
  private Optional<TeamRuns.Run> run = Optional.empty();
  private final List<LlmRequest> asked = new ArrayList<>();

  private void begin(String ofBuilder) throws Exception {
    begin(ofBuilder, 1);
  }

  private void begin(String ofBuilder, int cycles) throws Exception {
    Files.writeString(
        files.file(),
        """
        max_idle_cycles: %d
        reputation: {peer_review_agents: [judge]}
        agents:
          - {id: builder, role: Builds., model: small%s}
          - {id: mate, role: Builds., model: small, fallback_models: [large]}
          - {id: judge, role: Judges.}
        """
            .formatted(cycles, ofBuilder));
    TeamRuns.Run begun =
        ledger.write(
            tx -> {
              Incarnation.enrol(tx, files.read());
              return TeamRuns.begin(
                  tx,
                  Authority.of(Principal.OWNER, "team"),
                  Optional.empty(),
                  Optional.empty(),
                  files.file());
            });
    run = Optional.of(begun);
  }

  @BeforeEach
  void open() {
    node = TestNode.in(folder.resolve("node"));
    ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
    files = new TeamFiles(new LocalDisk(), folder.resolve("team.yaml"));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private WorkEnd work(String name, FakeBackend.Behaviour model) throws Exception {
    Team team = files.read();
    TeamMember member = team.member(name).orElseThrow();
    Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run.orElseThrow(), member));
    FakeBackend backend =
        new FakeBackend(
            request -> {
              asked.add(request);
              return model.answer(request);
            });
    return new TeamWork(
            ledger,
            run.orElseThrow(),
            files,
            _ -> backend,
            Map.of(),
            false,
            Optional.empty(),
            _ -> {})
        .run(team, member, begun.token(), MemberLoop.Terms.of(team), node.clock()::advance);
  }

  private static LlmAnswer score(int score) {
    return new LlmAnswer("{\"score\": %d, \"comment\": \"so\"}".formatted(score), "");
  }

  private List<String> add(int tasks) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < tasks; i++) {
      Plan plan = Plan.read("[{title: 'wall %d'}]".formatted(i));
      ids.addAll(
          ledger.<List<String>>write(
              tx -> Board.in(tx).add(plan, Worker.of(Caller.owner("team")), Optional.empty())));
    }
    return ids;
  }

  private Agent agent(String name) {
    return ledger.read(tx -> Agents.named(tx, name));
  }

  @Test
  void aMemberGoesOverToItsNewModelAfterItsTaskAndStaysWhoItIs() throws Exception {
    begin(", fallback_models: [large]");
    add(2);
    EvolutionChange change = change("builder", EvolutionChange.Path.MODEL);
    Agent before = agent("builder");
    double reputation = composite();

    WorkEnd end =
        work(
            "builder",
            _ -> {
              ledger.run(
                  tx -> {
                    EvolutionChange _ =
                        Evolution.in(tx)
                            .adopt(
                                Evolution.in(tx)
                                    .propose(
                                        change,
                                        EvolutionChange.State.PROPOSED,
                                        change
                                            .content()
                                            .withSetup(model("small"), model("large"))
                                            .byOwner()));
                  });
              return new LlmAnswer("the first wall", "");
            });
    assertThat(end).isEqualTo(WorkEnd.CHANGED);
    assertThat(asked).as("the task it was at").hasSize(1);
    assertThat(asked.getFirst().settings().json().string("model")).contains("small");

    work("builder", _ -> new LlmAnswer("the second wall", ""));

    assertThat(asked.get(1).settings().json().string("model")).contains("large");
    assertThat(agent("builder").id()).isEqualTo(before.id());
    assertThat(composite()).isEqualTo(reputation);
    assertThat(asked.get(1).inputs())
        .as("it is shown what it did before")
        .anyMatch(input -> input.text().contains("the first wall"));
  }

  private static ChangeProposal.Setup model(String name) {
    return new ChangeProposal.Setup(Optional.of(name), Optional.empty(), Optional.empty());
  }

  private double composite() {
    Principal builder = agent("builder").principal();
    return ledger.read(tx -> Reputation.in(tx).standing(builder).scores().composite());
  }

  /** Begins changes of an agent until one is of this path. */
  private EvolutionChange change(String name, EvolutionChange.Path path) {
    Principal agent = agent(name).principal();
    return ledger.write(
        tx -> {
          EvolutionChange change = begun(tx, agent);
          while (change.path() != path) {
            if (path == EvolutionChange.Path.ROLE && change.path() == EvolutionChange.Path.MODEL) {
              change = Evolution.in(tx).turn(change, path, "no model is left");
              break;
            }
            EvolutionChange _ =
                Evolution.in(tx).end(change, EvolutionChange.State.REFUTED, "a test says so");
            change = begun(tx, agent);
          }
          return change;
        });
  }

  private static EvolutionChange begun(Transaction tx, Principal agent) {
    Optional<EvolutionChange> begun = Optional.empty();
    for (int attempt = 0; begun.isEmpty(); attempt++) {
      assertThat(attempt).isLessThan(40);
      Reputation.in(tx)
          .settle(
              new Reputation.Ended("past", attempt, agent, "", EndedAttempt.Ending.FAILED),
              Judgment.NONE);
      begun = Evolution.in(tx).afterVerdict(agent).begun();
    }
    return begun.get();
  }

  @Test
  void aDraftThatCannotBeUsedIsPaidForOnceAnHourAndHoldsUpNoOtherAgent() throws Exception {
    begin("", 200);
    EvolutionChange _ = change("builder", EvolutionChange.Path.PROMPT);
    EvolutionChange other = change("mate", EvolutionChange.Path.MODEL);

    assertThat(work("judge", _ -> new LlmAnswer("no bullets", ""))).isEqualTo(WorkEnd.ASLEEP);

    assertThat(asked).as("asked once more, and not again for an hour").hasSize(2);
    assertThat(ledger.<EvolutionChange>read(tx -> Evolution.in(tx).find(other.id()).orElseThrow()))
        .extracting(EvolutionChange::state)
        .isEqualTo(EvolutionChange.State.PROPOSED);
  }

  @Test
  void aSleepingMemberIsWokenToVoteAndAgainOnlyAfterAWhile() throws Exception {
    begin("");
    assertThat(work("judge", _ -> score(1))).isEqualTo(WorkEnd.ASLEEP);
    node.clock().advance(Duration.ofMinutes(1));
    EvolutionChange change = change("builder", EvolutionChange.Path.ROLE);
    assertThat(isNeeded("judge")).isFalse();
    ledger.run(
        tx -> {
          EvolutionChange _ =
              Evolution.in(tx)
                  .propose(
                      change,
                      EvolutionChange.State.VOTING,
                      change.content().withVoters(List.of("owner", "judge")));
        });
    assertThat(isNeeded("judge")).isTrue();
    assertThat(isNeeded("builder")).as("it has no vote").isFalse();

    ledger.run(
        tx -> {
          int _ = tx.update("UPDATE team_member SET beat_ms = ? WHERE name = 'judge'", tx.nowMs());
        });
    assertThat(isNeeded("judge")).as("it was awake, and could not vote").isFalse();
    node.clock().advance(Duration.ofMinutes(61));
    assertThat(isNeeded("judge")).isTrue();

    work("judge", _ -> new LlmAnswer("{\"approve\": true, \"reason\": \"so\"}", ""));
    assertThat(ledger.<Integer>read(tx -> Evolution.in(tx).ballot(change, 0.6).yes())).isOne();
    node.clock().advance(Duration.ofMinutes(61));
    assertThat(isNeeded("judge")).as("it has voted").isFalse();
  }

  private boolean isNeeded(String name) {
    TeamMember member = files.read().member(name).orElseThrow();
    return ledger.write(tx -> Incarnation.isNeeded(tx, run.orElseThrow(), member));
  }
}
