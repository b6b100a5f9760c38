package org.sovereignbook.sbp.plugins.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Bus;
import org.sovereignbook.sbp.testing.TestNode;

/** Members of a team at work: verdicts of the owner, the bus, their skills. */
class MemberChangesTest {
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

  private TaskState state(String id) {
    return ledger.read(tx -> Board.in(tx).task(id).state());
  }

  @Test
  void atLevelZeroEachVerdictWaitsForTheOwner() throws Exception {
    begin(", autonomy_level: 0");
    String id = add(1).getFirst();

    work("builder", _ -> new LlmAnswer("a wall", ""));
    work("judge", _ -> score(90));
    assertThat(state(id)).isEqualTo(TaskState.REVIEW);

    ledger.run(
        tx -> {
          var _ = Board.in(tx).review(id, 80, "yes", Worker.of(Caller.owner("task")));
        });
    assertThat(state(id)).isEqualTo(TaskState.COMPLETED);
  }

  @Test
  void aResultIsOnTheBusAfterItsVerdictOnly() throws Exception {
    begin("");
    add(2);

    work("builder", request -> new LlmAnswer("the first of two results", ""));
    assertThat(bus()).isEmpty();
    work("judge", _ -> score(20));
    assertThat(bus()).as("rejected").isEmpty();
    work("builder", request -> new LlmAnswer("a better result", ""));
    work("judge", _ -> score(90));

    assertThat(bus()).contains("a better result");
  }

  private Optional<String> bus() {
    return ledger.read(
        tx ->
            Bus.list(tx, Optional.of("builder")).stream()
                .filter(entry -> entry.key().equals("last_result"))
                .flatMap(entry -> entry.value().stream())
                .findFirst());
  }

  @Test
  void anOverrideThatIsEditedDuringATaskHoldsForTheNext() throws Exception {
    begin("");
    add(2);

    work(
        "builder",
        _ -> {
          override("Count your bricks.");
          return new LlmAnswer("a wall", "");
        });

    assertThat(asked).hasSize(2);
    assertThat(asked.getFirst().prompt()).doesNotContain("Count your bricks.");
    assertThat(asked.getLast().prompt()).contains("Count your bricks.");
  }

  private void override(String text) {
    Path file = folder.resolve("skills/agent_overrides/builder.md");
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
