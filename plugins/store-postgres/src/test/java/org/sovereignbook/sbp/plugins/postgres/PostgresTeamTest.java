package org.sovereignbook.sbp.plugins.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.base.crypto.KeyPair;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.KeyFile;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.MemberLoop;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.plugins.team.TeamWork;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.PlannedTask;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.testing.SimulatedCrash;

/** A team whose board is in PostgreSQL, one of whose workers dies at its work. */
@Tag("trial")
@ExtendWith(PostgresServer.class)
class PostgresTeamTest {
  private static final String LABEL = "run:test";

  private final PostgresServer.Database server;
  @TempDir private Path folder;

  PostgresTeamTest(PostgresServer.Database server) {
    this.server = server;
  }

  /** Model of a process that dies at its first answer. */
  private record Model(AtomicInteger asked) implements LlmBackend {
    @Override
    public String name() {
      return "model";
    }

    @Override
    public String description() {
      return "builds, and judges well of it";
    }

    @Override
    public Set<LlmRequest.Mode> modes() {
      return Set.of(LlmRequest.Mode.ANSWER);
    }

    @Override
    public LlmAnswer answer(LlmRequest request) {
      if (asked.getAndIncrement() == 0) {
        throw new SimulatedCrash("at the first answer");
      }
      return new LlmAnswer(
          request.role().equals("team:judge")
              ? "{\"score\": 90, \"comment\": \"straight\"}"
              : "built",
          "");
    }
  }

  @Test
  void aTaskWhoseWorkerDiedIsAcceptedOnce() throws Exception {
    Node node = Node.at(folder);
    KeyFile.save(node.disk(), node.home().keypair(), KeyPair.generate(node.random()), node.now());
    node.writeJson(
        node.home().schedulerConfig(),
        JsonObject.builder().put("store", server.withTables()).build());
    TeamFiles files = new TeamFiles(node.disk(), folder.resolve("team.yaml"));
    Files.writeString(
        files.file(),
        """
        max_idle_cycles: 1
        reputation: {peer_review_agents: [judge]}
        agents:
          - {id: builder, role: Builds.}
          - {id: judge, role: Judges.}
        """);
    Team team = files.read();
    Model model = new Model(new AtomicInteger());
    try (Ledger ledger = Ledger.open(node, new PostgresLedgerProvider(Map.of()).open(node))) {
      TeamRuns.Run run = begin(ledger, team, files);
      TeamWork work =
          new TeamWork(ledger, run, files, _ -> model, Map.of(), false, Optional.empty(), _ -> {});
      int deaths = 0;
      for (String name : List.of("builder", "builder", "judge")) {
        TeamMember member = team.member(name).orElseThrow();
        Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run, member));
        try {
          WorkEnd _ = work.run(team, member, begun.token(), MemberLoop.Terms.of(team), _ -> {});
        } catch (SimulatedCrash e) {
          deaths++;
        }
      }

      assertThat(deaths).isOne();
      Task task = ledger.<List<Task>>read(tx -> Board.in(tx).labelled(LABEL)).getFirst();
      assertThat(task.state()).isEqualTo(TaskState.COMPLETED);
      assertThat(task.row().attempt()).isEqualTo(2);
    }
  }

  private static TeamRuns.Run begin(Ledger ledger, Team team, TeamFiles files) {
    PlannedTask task =
        new PlannedTask(
            Optional.empty(),
            "a wall",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.of(List.of(LABEL)),
            Optional.empty(),
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
              Board.in(tx).add(Plan.of(List.of(task)), Worker.of(owner), Optional.empty());
          return TeamRuns.begin(
              tx, owner.authority(), Optional.of(LABEL), Optional.of(ids.getFirst()), files.file());
        });
  }
}
