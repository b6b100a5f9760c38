package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.testing.TestNode;

/** Team with a bad worker, {@code builder}, whose models are scripts. */
final class EvolvingTeam implements AutoCloseable {
  static final String GOOD = "Always name your sources.";
  static final String USELESS = "Think before you answer.";

  private final Path folder;
  TestNode node;
  Database database;
  Ledger ledger;
  TeamFiles files;
  String bullet = GOOD;
  String goodModel = "none";
  boolean judgesRave;
  final Map<String, Worker> workers = new HashMap<>();
  final List<LlmRequest> asked = new ArrayList<>();
  final List<String> log = new ArrayList<>();

  private EvolvingTeam(Path folder) {
    this.folder = folder;
    open(folder);
  }

  static EvolvingTeam in(Path folder) throws Exception {
    EvolvingTeam made = new EvolvingTeam(folder);
    made.enrol();
    return made;
  }

  private void enrol() throws Exception {
    configure("");
    ledger.run(tx -> Incarnation.enrol(tx, files.read()));
    for (String name : List.of("builder", "mate", "judge", "critic")) {
      workers.put(
          name,
          Worker.of(ledger.write(tx -> Agents.caller(tx, Optional.of(name), Optional.empty()))));
    }
  }

  void open(Path place) {
    node = TestNode.in(place.resolve("node"));
    node.configure(
        JsonObject.empty()
            .with("llm", JsonObject.empty().with("daily_call_limit", new JsonInteger(9_999))));
    database = new SqliteLedgerProvider().open(node.node());
    ledger = Ledger.open(node.node(), database);
    files = new TeamFiles(new LocalDisk(), place.resolve("team.yaml"));
  }

  @Override
  public void close() {
    ledger.close();
  }

  Team configure(String ofBuilder) throws Exception {
    Files.writeString(
        files.file(),
        """
        reputation: {peer_review_agents: [judge]}
        agents:
          - {id: builder, role: Builds.%s, model: small, fallback_models: [small, large]}
          - {id: mate, role: Builds.}
          - {id: judge, role: Judges.}
          - {id: critic, role: Judges.}
        """
            .formatted(ofBuilder));
    return files.read();
  }

  Principal builder() {
    return workers.get("builder").principal();
  }

  /** Lets an agent do a task, with these scores of its attempts in their order. */
  void does(Transaction tx, String name, int number, int... scores) {
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

  void past(int tasks) {
    ledger.run(
        tx -> {
          for (int i = 0; i < tasks; i++) {
            does(tx, "mate", i, i % 8 == 0 ? 85 : 65);
          }
        });
  }

  void failing(int first, int tasks) {
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
      boolean cites =
          (isAboutSelf && request.prompt().contains(GOOD)) || model(request).equals(goodModel);
      return new LlmAnswer(cites ? "a wall, with its sources" : "a wall", "");
    }
    if (request.prompt().contains("two results")) {
      if (judgesRave) {
        return new LlmAnswer("{\"a\": 900, \"b\": -1, \"comment\": \"so\"}", "");
      }
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

  static int score(LlmRequest request, String result) {
    return request.input(result).contains("with its sources") ? 80 : 50;
  }

  EvolutionWork work() {
    return work(ledger);
  }

  EvolutionWork work(Ledger its) {
    FakeBackend backend = new FakeBackend(this::answer);
    return new EvolutionWork(new MemberModels(its, _ -> backend, false), files, log::add);
  }

  EvolutionChange change() {
    return ledger.read(tx -> Evolution.in(tx).newest(builder())).orElseThrow();
  }

  Optional<String> steps() throws Exception {
    Optional<String> later = Optional.empty();
    while (later.isEmpty()) {
      later = work().step(files.read(), change().id());
    }
    return later;
  }

  String override() throws Exception {
    Path file = folder.resolve("skills/agent_overrides/builder.md");
    return Files.exists(file) ? Files.readString(file) : "";
  }

  String override(String name) throws Exception {
    return Files.readString(folder.resolve(name));
  }

  List<String> trail() {
    return ledger.read(tx -> Evolution.in(tx).trail(builder(), 1000)).stream()
        .map(TrailEvent::kind)
        .toList();
  }

  void adopted(String id) {
    ledger.run(
        tx -> {
          var _ = Evolution.in(tx).adopt(Evolution.in(tx).locked(id));
        });
  }

  void approve() {
    String id = change().id();
    ledger.run(
        tx -> {
          EvolutionChange change = Evolution.in(tx).locked(id);
          var _ =
              Evolution.in(tx)
                  .propose(change, EvolutionChange.State.PROPOSED, change.content().byOwner());
        });
  }

  List<LlmRequest> comparisons() {
    return asked.stream().filter(request -> request.prompt().contains("two results")).toList();
  }

  String plan() {
    return ledger.read(tx -> work().plan(tx, files.read(), change()));
  }

  /** Brings the agent to a change of its model: two prompts did not help. */
  void twoPromptsRefuted() {
    past(50);
    for (int i = 0; i < 2; i++) {
      failing(1000 + 100 * i, i == 0 ? 2 : 4);
      assertThat(change().path()).isEqualTo(EvolutionChange.Path.PROMPT);
      end(EvolutionChange.State.REFUTED);
    }
    failing(2000, 4);
  }

  void end(EvolutionChange.State state) {
    String id = change().id();
    ledger.run(
        tx -> {
          var _ = Evolution.in(tx).end(Evolution.in(tx).locked(id), state, "a test says so");
        });
  }

  Optional<String> model() {
    return files.read().member("builder").orElseThrow().backendSettings().string("model");
  }

  static String model(LlmRequest request) {
    return request.settings().json().string("model").orElse("");
  }

  /** Lets a model draft the open change, and ends it. */
  void tryInVain() throws Exception {
    bullet = USELESS + asked.size();
    while (change().state() == EvolutionChange.State.DRAFTING) {
      assertThat(work().step(files.read(), change().id())).isEmpty();
    }
    if (change().state().isOpen()) {
      end(EvolutionChange.State.REFUTED);
    }
  }

  Optional<EvolutionChange> pending() {
    return ledger.read(tx -> Evolution.in(tx).open(builder()));
  }

  List<TrailEvent> rests() {
    return ledger.<List<TrailEvent>>read(tx -> Evolution.in(tx).trail(builder(), 1000)).stream()
        .filter(event -> event.kind().equals("rests"))
        .toList();
  }

  List<String> told(String words) {
    return ledger
        .<List<String>>read(
            tx ->
                Mailboxes.ofOwner(tx, 1000).stream()
                    .map(mail -> tx.text(mail.letter().bodyId()).orElse(""))
                    .toList())
        .stream()
        .filter(text -> text.contains(words))
        .toList();
  }

  /** Brings the agent to a vote on its role: another model did not help, either. */
  void voting() throws Exception {
    twoPromptsRefuted();
    steps();
    end(EvolutionChange.State.REFUTED);
    failing(3000, 4);
    steps();
    assertThat(change().path()).isEqualTo(EvolutionChange.Path.ROLE);
  }

  boolean votes(String name) throws Exception {
    Team team = files.read();
    return work()
        .votes()
        .vote(team, team.member(name).orElseThrow(), workers.get(name).principal());
  }
}
