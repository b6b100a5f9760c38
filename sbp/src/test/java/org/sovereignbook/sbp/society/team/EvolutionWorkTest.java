package org.sovereignbook.sbp.society.team;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.evolution.Evolution;
import org.sovereignbook.sbp.society.evolution.EvolutionChange;
import org.sovereignbook.sbp.society.evolution.TrailEvent;
import org.sovereignbook.sbp.testing.TestNode;

/** Changes of a bad worker, from the diagnosis to the live test, with scripts for models. */
class EvolutionWorkTest {
  private static final String GOOD = "Always name your sources.";
  private static final String USELESS = "Think before you answer.";

  @TempDir private Path folder;
  private TestNode node;
  private Ledger ledger;
  private TeamFiles files;
  private String bullet = GOOD;
  private final Map<String, Worker> workers = new HashMap<>();
  private final List<LlmRequest> asked = new ArrayList<>();
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    node = TestNode.in(folder.resolve("node"));
    node.configure(
        JsonObject.empty()
            .with("llm", JsonObject.empty().with("daily_call_limit", new JsonInteger(9_999))));
    ledger = Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()));
    files = new TeamFiles(new LocalDisk(), folder.resolve("team.yaml"));
    team("");
    ledger.run(tx -> Incarnation.enrol(tx, files.read()));
    for (String name : List.of("builder", "mate", "judge", "critic")) {
      workers.put(
          name,
          Worker.of(ledger.write(tx -> Agents.caller(tx, Optional.of(name), Optional.empty()))));
    }
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private Team team(String ofBuilder) throws Exception {
    Files.writeString(
        files.file(),
        """
        reputation: {peer_review_agents: [judge, critic]}
        agents:
          - {id: builder, role: Builds.%s}
          - {id: mate, role: Builds.}
          - {id: judge, role: Judges.}
          - {id: critic, role: Judges.}
        """
            .formatted(ofBuilder));
    return files.read();
  }

  private Principal builder() {
    return workers.get("builder").principal();
  }

  /** Lets an agent do a task, with these scores of its attempts in their order. */
  private void does(Transaction tx, String name, int number, int... scores) {
    Board board = Board.in(tx);
    Plan plan =
        Plan.read(
            "[{title: 'wall %1$d', description: 'Build wall number %1$d.', reviewers: [judge]}]"
                .formatted(number));
    String id = board.add(plan, Worker.of(Caller.owner("team")), Optional.empty()).getFirst();
    for (int score : scores) {
      Claim claim = board.claim(id, workers.get(name));
      boolean _ = board.submit(id, claim.fence(), "a wall", List.of(), workers.get(name));
      var _ = board.review(id, score, "no sources", workers.get("judge"));
    }
  }

  private void past(int tasks) {
    ledger.run(
        tx -> {
          for (int i = 0; i < tasks; i++) {
            does(tx, "mate", i, i % 8 == 0 ? 85 : 65);
          }
        });
  }

  private void failing(int first, int tasks) {
    ledger.run(
        tx -> {
          for (int i = 0; i < tasks; i++) {
            does(tx, "builder", first + i, 20, 20, 20);
          }
        });
  }

  private LlmAnswer answer(LlmRequest request) {
    asked.add(request);
    boolean isAboutSelf = request.prompt().contains("You are builder");
    if (request.output().schema().isEmpty()) {
      boolean cites = isAboutSelf && request.prompt().contains(GOOD);
      return new LlmAnswer(cites ? "a wall, with its sources" : "a wall", "");
    }
    if (request.prompt().contains("two results")) {
      return new LlmAnswer(
          "{\"a\": %d, \"b\": %d, \"comment\": \"so\"}"
              .formatted(score(request, "result-a.md"), score(request, "result-b.md")),
          "");
    }
    if (request.prompt().contains("vote")) {
      return new LlmAnswer("{\"approve\": true, \"reason\": \"better\"}", "");
    }
    return new LlmAnswer(
        request.input("diagnosis.md").contains("Wanted: bullets")
            ? "{\"bullets\": [{\"text\": \"%s\", \"reason\": \"no sources\", \"prediction\": \"sources\"}], \"role\": null, \"skills\": null}"
                .formatted(bullet)
            : "{\"bullets\": [], \"role\": \"Sweeps.\", \"skills\": []}",
        "");
  }

  private static int score(LlmRequest request, String result) {
    return request.input(result).contains("with its sources") ? 80 : 50;
  }

  private EvolutionWork work() {
    FakeBackend backend = new FakeBackend(this::answer);
    return new EvolutionWork(ledger, files, _ -> backend, false, log::add);
  }

  private EvolutionChange change() {
    return ledger.read(tx -> Evolution.in(tx).newest(builder())).orElseThrow();
  }

  private Optional<String> steps() throws Exception {
    Optional<String> later = Optional.empty();
    while (later.isEmpty()) {
      later = work().step(files.read(), change().id());
    }
    return later;
  }

  private String override() throws Exception {
    Path file = folder.resolve("skills/agent_overrides/builder.md");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  private List<String> trail() {
    return ledger.read(tx -> Evolution.in(tx).trail(builder(), 1000)).stream()
        .map(TrailEvent::kind)
        .toList();
  }

  @Test
  void aBadWorkersPromptIsTriedOnPastTasksAndAdopted() throws Exception {
    past(50);
    failing(1000, 2);
    assertThat(change().path()).isEqualTo(EvolutionChange.Path.PROMPT);
    Files.createDirectories(folder.resolve("skills/agent_overrides"));
    Files.writeString(folder.resolve("skills/agent_overrides/builder.md"), "Mine.\n");

    assertThat(steps()).contains("waits for tasks of builder");

    assertThat(change().state()).isEqualTo(EvolutionChange.State.LIVE);
    assertThat(override()).startsWith("Mine.\n").contains("[b1] " + GOOD);
    assertThat(trail())
        .containsSubsequence("diagnosed", "begun", "proposed", "trial", "live", "written");
    assertThat(asked).noneMatch(request -> request.mode() != LlmRequest.Mode.ANSWER);

    EvolutionChange adopted = change();
    ledger.run(
        tx -> {
          var _ = Evolution.in(tx).rollBack(adopted, "by the owner");
        });
    work().write(files.read());
    assertThat(override()).isEqualTo("Mine.\n");
  }
}
