package org.sovereignbook.sbp.society.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.access.ShownText;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.AuditRow;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.Shape;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmException;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.evolution.ChangeCost;
import org.sovereignbook.sbp.society.evolution.ChangeProposal;
import org.sovereignbook.sbp.society.evolution.Evolution;
import org.sovereignbook.sbp.society.evolution.EvolutionChange;
import org.sovereignbook.sbp.society.evolution.TrailEvent;
import org.sovereignbook.sbp.society.evolution.TrialPair;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestNode;

/** Changes of a bad worker, from the diagnosis to the live test, with scripts for models. */
class EvolutionWorkTest {
  private static final String GOOD = "Always name your sources.";
  private static final String USELESS = "Think before you answer.";

  @TempDir private Path folder;
  private TestNode node;
  private Database database;
  private Ledger ledger;
  private TeamFiles files;
  private String bullet = GOOD;
  private String goodModel = "none";
  private boolean judgesRave;
  private final Map<String, Worker> workers = new HashMap<>();
  private final List<LlmRequest> asked = new ArrayList<>();
  private final List<String> log = new ArrayList<>();

  @BeforeEach
  void open() throws Exception {
    open(folder);
    team("");
    ledger.run(tx -> Incarnation.enrol(tx, files.read()));
    for (String name : List.of("builder", "mate", "judge", "critic")) {
      workers.put(
          name,
          Worker.of(ledger.write(tx -> Agents.caller(tx, Optional.of(name), Optional.empty()))));
    }
  }

  private void open(Path place) {
    node = TestNode.in(place.resolve("node"));
    node.configure(
        JsonObject.empty()
            .with("llm", JsonObject.empty().with("daily_call_limit", new JsonInteger(9_999))));
    database = new SqliteLedgerProvider().open(node.node());
    ledger = Ledger.open(node.node(), database);
    files = new TeamFiles(new LocalDisk(), place.resolve("team.yaml"));
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private Team team(String ofBuilder) throws Exception {
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

  private static int score(LlmRequest request, String result) {
    return request.input(result).contains("with its sources") ? 80 : 50;
  }

  private EvolutionWork work() {
    return work(ledger);
  }

  private EvolutionWork work(Ledger its) {
    FakeBackend backend = new FakeBackend(this::answer);
    return new EvolutionWork(new MemberModels(its, _ -> backend, false), files, log::add);
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

  private void adopted(String id) {
    ledger.run(
        tx -> {
          var _ = Evolution.in(tx).adopt(Evolution.in(tx).locked(id));
        });
  }

  private void approve() {
    String id = change().id();
    ledger.run(
        tx -> {
          EvolutionChange change = Evolution.in(tx).locked(id);
          var _ =
              Evolution.in(tx)
                  .propose(change, EvolutionChange.State.PROPOSED, change.content().byOwner());
        });
  }

  private List<LlmRequest> comparisons() {
    return asked.stream().filter(request -> request.prompt().contains("two results")).toList();
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
    assertThat(asked).allMatch(request -> request.mode() == LlmRequest.Mode.ANSWER);
    assertThat(ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(change())))
        .as("no task twice, none that the author saw")
        .extracting(TrialPair::task)
        .doesNotHaveDuplicates()
        .doesNotContainAnyElementsOf(change().content().seen());

    EvolutionChange adopted = change();
    ledger.run(
        tx -> {
          var _ = Evolution.in(tx).rollBack(adopted, "by the owner");
        });
    work().write(files.read());
    assertThat(override()).isEqualTo("Mine.\n");
  }

  @Test
  void reviewersJudgeBlindAndInRandomOrder() throws Exception {
    past(50);
    failing(1000, 2);
    steps();

    assertThat(comparisons()).hasSize(40 + 5);
    assertThat(comparisons())
        .as("neither the agent nor the bullets are shown")
        .noneMatch(
            request ->
                request.inputs().stream()
                    .anyMatch(
                        input ->
                            input.text().contains("builder")
                                || input.text().contains(GOOD)
                                || input.text().contains("evolution")));
    assertThat(comparisons())
        .as("both orders")
        .anyMatch(request -> score(request, "result-a.md") > score(request, "result-b.md"))
        .anyMatch(request -> score(request, "result-a.md") < score(request, "result-b.md"));
  }

  @Test
  void aPromptThatIsNotBetterIsRefutedAndNothingIsWritten() throws Exception {
    bullet = USELESS;
    past(50);
    failing(1000, 2);

    assertThat(steps()).contains("the change is refuted");

    assertThat(change().content().note()).startsWith("held_out: +0.0 points on 20 tasks");
    assertThat(comparisons()).as("the confirmation is saved").hasSize(20);
    assertThat(override()).isEmpty();
  }

  @Test
  void aComparisonThatCannotBeReadIsNoReviewAndEndsATrial() throws Exception {
    judgesRave = true;
    past(50);
    failing(1000, 2);

    assertThat(steps()).contains("the change is refuted");

    assertThat(ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(change())))
        .filteredOn(pair -> pair.judgedAt().isPresent())
        .hasSize(20)
        .allMatch(pair -> pair.reviews() == 0);
    assertThat(comparisons()).as("each is asked for once more").hasSize(40);
    assertThat(override()).isEmpty();
  }

  @Test
  void theCostIsShownBeforeATrialAndBeforeALiveTest() throws Exception {
    past(12);
    failing(1000, 2);
    steps();
    assertThat(plan()).endsWith("42 are needed; the live test, at most 60 calls");
    past(50);
    assertThat(plan())
        .isEqualTo(
            "a trial on 45 past tasks, at most 135 calls of models; the live test, at most 60"
                + " calls");
  }

  private String plan() {
    return ledger.read(tx -> work().plan(tx, files.read(), change()));
  }

  @Test
  void withTooFewPastTasksTheOwnerDecidesAndThenTheLiveTest() throws Exception {
    past(12);
    failing(1000, 2);

    assertThat(steps())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .isEqualTo(
                        "not enough evidence: 12 past tasks of this role can be tried again, 42 are"
                            + " needed"));
    assertThat(change().state()).isEqualTo(EvolutionChange.State.PROPOSED);
    assertThat(override()).isEmpty();

    approve();
    assertThat(steps()).contains("waits for tasks of builder");
    assertThat(change().state()).isEqualTo(EvolutionChange.State.LIVE);
    node.clock().advance(Duration.ofMinutes(1));
    failing(2000, 20);
    assertThat(steps()).contains("the change is kept");
    assertThat(comparisons()).hasSize(20);
    assertThat(override()).contains(GOOD);
  }

  @Test
  void aChangeThatDoesNotHelpOnLiveTasksIsTakenBackByItself() throws Exception {
    bullet = USELESS;
    past(3);
    failing(1000, 2);
    steps();
    approve();
    steps();
    assertThat(override()).contains(USELESS);

    node.clock().advance(Duration.ofMinutes(1));
    failing(2000, 20);
    assertThat(steps()).contains("the change is rolled_back");

    assertThat(override()).doesNotContain(USELESS);
    assertThat(ledger.<Integer>read(tx -> Evolution.in(tx).version(builder()))).isZero();
  }

  @Test
  void onlyTheOwnersTasksWithoutToolsAreTriedAgain() {
    past(50);
    failing(1000, 1);
    PastTasks.Sample before = ledger.write(tx -> new PastTasks(tx, builder()).sample(none()));
    assertThat(before.missing()).isEmpty();

    Principal mate = workers.get("mate").principal();
    ledger.run(
        tx -> {
          String _ =
              tx.audit(
                  new AuditRow(
                      Authority.of(mate, "mcp"),
                      mate.agentId(),
                      "send",
                      JsonObject.empty(),
                      true,
                      "may"));
        });
    PastTasks.Sample after = ledger.write(tx -> new PastTasks(tx, builder()).sample(none()));

    assertThat(after.missing()).isPresent();
  }

  private List<String> examples() {
    return ledger.read(tx -> new PastTasks(tx, builder()).examples());
  }

  private Optional<String> missing() {
    return ledger.write(tx -> new PastTasks(tx, builder()).sample(none())).missing();
  }

  /** A change is made from these texts, and becomes a part of the agent's prompt. */
  @Test
  void aTaskThatOthersCausedOrWroteInIsNeitherAnExampleNorTriedAgain() {
    past(45);
    failing(1000, 2);
    List<String> own = examples();
    assertThat(own).hasSize(2);
    assertThat(missing()).isEmpty();

    Authority peer =
        ledger.write(
            tx ->
                new ShownText(tx).ofPeers(List.of(TestKeys.named("carol").publicKey())).getFirst());
    ledger.run(
        tx -> {
          Caller builder = Agents.caller(tx, Optional.of("builder"), Optional.empty());
          workers.put("bound", Worker.of(builder.onBehalfOf(tx, List.of(peer))));
          does(tx, "bound", 2000, 10);
        });
    assertThat(examples()).as("its result has the peer's words").isEqualTo(own);
    ledger.run(
        tx ->
            tx.update(
                "UPDATE task SET authority_id = ? WHERE id = ?", tx.keep(peer), own.getFirst()));
    assertThat(examples()).as("the peer asked for it").containsExactly(own.getLast());
    ledger.run(tx -> tx.update("UPDATE task SET authority_id = ?", tx.keep(peer)));
    assertThat(examples()).isEmpty();
    assertThat(missing()).isPresent();
  }

  private static EvolutionChange none() {
    Instant now = Instant.EPOCH;
    return new EvolutionChange(
        0,
        "none",
        Principal.OWNER,
        EvolutionChange.Path.PROMPT,
        EvolutionChange.State.PROPOSED,
        "",
        Shape.write(
            new ChangeProposal(
                List.of(), 0, Optional.empty(), Optional.empty(), List.of(), List.of(), false, "")),
        0,
        true,
        now,
        now,
        Optional.empty(),
        ChangeCost.NONE);
  }

  @Test
  void aBulletThatCopiesATaskIsAskedForOnceMoreAndThenRefused() {
    bullet = "Of wall 7: build wall number 7 well.";
    past(50);
    failing(1000, 2);

    assertThatThrownBy(this::steps)
        .isInstanceOf(LlmException.class)
        .hasMessageContaining("a bullet copies the words 'wall 7 build wall number");
    assertThat(change().state()).isEqualTo(EvolutionChange.State.DRAFTING);
  }

  @Test
  void atLevelZeroNothingIsTriedBeforeTheOwnerAgrees() throws Exception {
    team(", autonomy_level: 0");
    past(50);
    failing(1000, 2);

    assertThat(steps()).contains("waits for you");
    assertThat(comparisons()).isEmpty();
    approve();
    assertThat(steps()).contains("waits for tasks of builder");
    assertThat(comparisons()).hasSize(45);
  }

  /** Brings the agent to a change of its model: two prompts did not help. */
  private void twoPromptsRefuted() {
    past(50);
    for (int i = 0; i < 2; i++) {
      failing(1000 + 100 * i, i == 0 ? 2 : 4);
      assertThat(change().path()).isEqualTo(EvolutionChange.Path.PROMPT);
      end(EvolutionChange.State.REFUTED);
    }
    failing(2000, 4);
  }

  private void end(EvolutionChange.State state) {
    String id = change().id();
    ledger.run(
        tx -> {
          var _ = Evolution.in(tx).end(Evolution.in(tx).locked(id), state, "a test says so");
        });
  }

  @Test
  void anotherModelIsProposedWrittenOnConsentAndTakenBack() throws Exception {
    twoPromptsRefuted();
    assertThat(change().path()).isEqualTo(EvolutionChange.Path.MODEL);
    byte[] before = Files.readAllBytes(files.file());

    assertThat(steps()).contains("waits for you");
    assertThat(change().content().after().flatMap(ChangeProposal.Setup::model)).contains("large");
    assertThat(model()).contains("small");

    EvolutionChange proposed = change();
    adopted(proposed.id());
    work().write(files.read());
    assertThat(model()).contains("large");
    assertThat(Files.readAllBytes(files.file())).isEqualTo(before);
    assertThat(override("team.override.yaml")).contains("large");

    EvolutionChange kept = change();
    ledger.run(
        tx -> {
          var _ = Evolution.in(tx).rollBack(kept, "by the owner");
        });
    work().write(files.read());
    assertThat(model()).contains("small");
  }

  private String override(String name) throws Exception {
    return Files.readString(folder.resolve(name));
  }

  private Optional<String> model() {
    return files.read().member("builder").orElseThrow().backendSettings().string("model");
  }

  @Test
  void fromLevelTwoTheModelChangesByItself() throws Exception {
    team(", autonomy_level: 2");
    twoPromptsRefuted();

    assertThat(steps()).contains("waits for tasks of builder");
    assertThat(change().state()).isEqualTo(EvolutionChange.State.LIVE);
    assertThat(model()).contains("large");
  }

  /** A model that answers no better than the one before it. */
  @Test
  void aModelThatIsNoBetterOnLiveTasksIsTakenBack() throws Exception {
    team(", autonomy_level: 2");
    twoPromptsRefuted();
    steps();
    node.clock().advance(Duration.ofMinutes(1));
    failing(3000, 20);

    assertThat(steps()).contains("the change is rolled_back");

    assertThat(model()).contains("small");
    assertThat(comparisons()).as("both models answered each task").hasSize(20);
    assertThat(answers("small")).isEqualTo(20);
    assertThat(answers("large")).isEqualTo(20);
    assertThat(change().cost().calls()).isEqualTo(60);
  }

  @Test
  void aModelThatIsBetterOnLiveTasksStays() throws Exception {
    goodModel = "large";
    team(", autonomy_level: 2");
    twoPromptsRefuted();
    steps();
    node.clock().advance(Duration.ofMinutes(1));
    failing(3000, 20);

    assertThat(steps()).contains("the change is kept");
    assertThat(model()).contains("large");
  }

  private long answers(String model) {
    return asked.stream()
        .filter(request -> request.output().schema().isEmpty())
        .filter(request -> model(request).contains(model))
        .count();
  }

  private static String model(LlmRequest request) {
    return request.settings().json().string("model").orElse("");
  }

  @Test
  void withoutAnotherModelTheRoleFollowsAtOnce() throws Exception {
    String noModels = Files.readString(files.file()).replace("[small, large]", "[small]");
    Files.writeString(files.file(), noModels);
    twoPromptsRefuted();
    String id = change().id();

    assertThat(steps()).contains("waits for votes");

    assertThat(change().id()).as("an empty round is no step").isEqualTo(id);
    assertThat(change().path()).isEqualTo(EvolutionChange.Path.ROLE);
    assertThat(trail()).contains("turned");
  }

  /** 36 attempts between two steps: the steps are counted, not a window of 50 attempts. */
  @Test
  void aBusyTeamReachesTheRoleAndThenTheAgentRests() throws Exception {
    past(50);
    List<String> begun = new ArrayList<>();
    int number = 1000;
    while (rests().isEmpty()) {
      failing(number += 100, 12);
      if (pending().isPresent()) {
        tryInVain();
        begun.add(change().path().toString());
      }
      assertThat(begun).as("it ends").hasSizeLessThan(6);
    }
    assertThat(begun).containsExactly("prompt", "prompt", "model", "role");

    assertThat(told("builder is to get better by another prompt")).hasSize(2);
    assertThat(told("Nothing has helped builder")).hasSize(1);
    assertThat(told("Nothing has helped builder").getFirst())
        .contains(
            "another prompt, refuted; another prompt, refuted; another model (large), refuted;"
                + " another role, refuted",
            "It cost 3 calls of models",
            "after 50 more attempts");
    failing(5000, 7);
    assertThat(pending()).as("rests").isEmpty();
    failing(5100, 2);
    assertThat(change().state()).isEqualTo(EvolutionChange.State.DRAFTING);

    number = 6000;
    while (rests().size() < 2) {
      if (pending().isPresent()) {
        tryInVain();
      }
      failing(number += 100, 4);
    }
    assertThat(rests().getLast().detail().integer("lasts")).hasValue(100);
    assertThat(told("Nothing has helped builder")).as("once").hasSize(1);
  }

  /** Lets a model draft the open change, and ends it. */
  private void tryInVain() throws Exception {
    bullet = USELESS + asked.size();
    while (change().state() == EvolutionChange.State.DRAFTING) {
      assertThat(work().step(files.read(), change().id())).isEmpty();
    }
    if (change().state().isOpen()) {
      end(EvolutionChange.State.REFUTED);
    }
  }

  private Optional<EvolutionChange> pending() {
    return ledger.read(tx -> Evolution.in(tx).open(builder()));
  }

  private List<TrailEvent> rests() {
    return ledger.<List<TrailEvent>>read(tx -> Evolution.in(tx).trail(builder(), 1000)).stream()
        .filter(event -> event.kind().equals("rests"))
        .toList();
  }

  private List<String> told(String words) {
    return ledger
        .<List<String>>read(
            tx ->
                Mailboxes.ofOwner(tx, 1000).stream()
                    .map(mail -> tx.text(mail.bodyId()).orElse(""))
                    .toList())
        .stream()
        .filter(text -> text.contains(words))
        .toList();
  }

  @Test
  void aPromptThatWasRefutedIsNotTriedAgain() throws Exception {
    bullet = USELESS;
    past(50);
    failing(1000, 2);
    assertThat(steps()).contains("the change is refuted");
    int calls = asked.size();
    failing(1100, 4);
    assertThat(change().path()).isEqualTo(EvolutionChange.Path.PROMPT);

    assertThat(steps()).contains("the change is refuted");

    assertThat(change().content().note()).contains("only what was tried before");
    assertThat(asked).as("one draft, no trial").hasSize(calls + 1);
    assertThat(asked.getLast().input("diagnosis.md"))
        .contains("Tried already, without effect: " + USELESS);
  }

  /** Brings the agent to a vote on its role: another model did not help, either. */
  private void voting() throws Exception {
    twoPromptsRefuted();
    steps();
    end(EvolutionChange.State.REFUTED);
    failing(3000, 4);
    steps();
    assertThat(change().path()).isEqualTo(EvolutionChange.Path.ROLE);
  }

  @Test
  void theOthersVoteOnAnotherRoleAndTheAgentItselfDoesNot() throws Exception {
    voting();
    assertThat(change().state()).isEqualTo(EvolutionChange.State.VOTING);
    assertThat(change().content().voters()).containsExactly("owner", "mate", "judge", "critic");
    assertThat(votes("builder")).isFalse();
    assertThat(votes("mate")).isTrue();
    assertThat(votes("mate")).as("once").isFalse();
    assertThat(steps()).contains("waits for votes");
    assertThat(votes("judge")).isTrue();
    assertThat(votes("critic")).isTrue();

    assertThat(steps()).contains("the change is kept");
    TeamMember builder = files.read().member("builder").orElseThrow();
    assertThat(builder.role()).isEqualTo("Sweeps.");
  }

  private boolean votes(String name) throws Exception {
    Team team = files.read();
    return work()
        .votes()
        .vote(team, team.member(name).orElseThrow(), workers.get(name).principal());
  }

  @Test
  void aVoteWithoutEnoughVotesExpiresAndNothingChanges() throws Exception {
    voting();
    assertThat(votes("mate")).isTrue();
    node.clock().advance(Duration.ofDays(7));

    assertThat(steps()).contains("the change is expired");
    assertThat(files.read().member("builder").orElseThrow().role()).isEqualTo("Builds.");
  }

  @Test
  void anAgentHasOneOpenChangeAndTheNextOneOnlyAfterTenAttempts() {
    failing(1000, 2);
    String first = change().id();
    failing(1100, 2);
    assertThat(change().id()).isEqualTo(first);
    end(EvolutionChange.State.REJECTED);
    failing(1200, 3);
    assertThat(change().id()).as("nine attempts later").isEqualTo(first);
    failing(1300, 1);
    assertThat(change().id()).isNotEqualTo(first);
  }

  @ParameterizedTest
  @EnumSource
  void whereverAProcessDiesTheChangeIsTriedAdoptedAndWrittenOnce(CrashPoint.Moment moment)
      throws Exception {
    past(50);
    failing(1000, 2);
    ledger.close();
    int at = 0;
    while (survives(folder.resolve("commit-" + at), CrashPoint.of(at, moment))) {
      at++;
    }
    assertThat(at).as("commits").isGreaterThan(5);
  }

  /** Lets a change live until it is in use. Returns whether the crash came. */
  private boolean survives(Path place, CrashPoint point) throws Exception {
    copy(place);
    open(place);
    asked.clear();
    CrashingDatabase crashing = new CrashingDatabase(database, point);
    stepsUntil(crashing, EvolutionChange.State.TRIAL);
    judged(TrialPair.Part.HELD_OUT, 19);
    judged(TrialPair.Part.CONFIRMATION, 19);
    judged(TrialPair.Part.ANCHOR, 5);
    stepsUntil(crashing, EvolutionChange.State.LIVE);
    work().write(files.read());

    String where = place.getFileName().toString();
    assertThat(trail()).as(where).containsOnlyOnce("begun", "proposed", "live").contains("written");
    assertThat(Files.readString(place.resolve("skills/agent_overrides/builder.md")))
        .as(where)
        .containsOnlyOnce(GOOD);
    assertThat(ledger.<Integer>read(tx -> Evolution.in(tx).version(builder()))).isEqualTo(1);
    assertThat(ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(change())))
        .as(where)
        .hasSize(45)
        .allMatch(pair -> pair.judgedAt().isPresent());
    assertThat(asked.size()).as(where + ": one step is repeated at most").isBetween(7, 10);
    assertThat(
            CallLedger.of(node.node())
                .spentOn(LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC))
                .calls())
        .as(where)
        .isEqualTo(asked.size());
    ledger.close();
    return point.isReached();
  }

  private void stepsUntil(CrashingDatabase crashing, EvolutionChange.State state) throws Exception {
    while (change().state() != state) {
      try {
        Ledger its = crashing.point().isReached() ? ledger : Ledger.open(node.node(), crashing);
        Optional<String> later = work(its).step(files.read(), change().id());
        assertThat(later).isEmpty();
      } catch (SimulatedCrash e) {
        assertThat(crashing.point().isReached()).isTrue();
      }
    }
  }

  private void judged(TrialPair.Part part, int most) {
    ledger.run(
        tx ->
            Evolution.in(tx).pairs(Evolution.in(tx).open(builder()).orElseThrow()).stream()
                .filter(pair -> pair.part() == part)
                .limit(most)
                .forEach(pair -> Evolution.in(tx).judge(pair, 50, 80, 1)));
  }

  private void copy(Path place) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path from : all.filter(it -> !it.toString().contains("commit-")).toList()) {
        Files.copy(from, place.resolve(folder.relativize(from).toString()));
      }
    }
  }

  @Test
  void aTaskOfATrialThatIsForgottenMeanwhileCountsAsNoDifference() throws Exception {
    past(50);
    failing(1000, 2);
    stepsUntilTrial();
    String forgotten =
        ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(change())).getFirst().task();
    ledger.run(
        tx -> tx.update("UPDATE evolution_pair SET task = 'forgotten' WHERE task = ?", forgotten));

    assertThat(steps()).contains("waits for tasks of builder");

    assertThat(ledger.<List<TrialPair>>read(tx -> Evolution.in(tx).pairs(change())))
        .filteredOn(pair -> pair.task().equals("forgotten"))
        .singleElement()
        .satisfies(pair -> assertThat(pair.newScore()).isEqualTo(pair.oldScore()));
  }

  private void stepsUntilTrial() throws Exception {
    while (change().state() != EvolutionChange.State.TRIAL) {
      assertThat(work().step(files.read(), change().id())).isEmpty();
    }
  }

  @Test
  void filesOfAChangeThatWasTakenBackWhileTheyWereWrittenAreWrittenAgain() throws Exception {
    twoPromptsRefuted();
    steps();
    adopted(change().id());
    EvolutionChange kept = change();
    work().write(files.read());
    ledger.run(
        tx -> {
          var _ = Evolution.in(tx).rollBack(kept, "by the owner");
          Evolution.in(tx).written(kept);
        });

    work().write(files.read());

    assertThat(model()).contains("small");
  }

  @Test
  void anOverrideThatWasEditedByHandIsNotRewrittenAndTheOwnerIsAskedAgain() throws Exception {
    twoPromptsRefuted();
    steps();
    Files.writeString(folder.resolve("team.override.yaml"), "# by hand\nmax_idle_cycles: 7\n");
    adopted(change().id());
    work().write(files.read());

    assertThat(change().state()).isEqualTo(EvolutionChange.State.PROPOSED);
    assertThat(change().content().note()).contains("edited by hand");
    assertThat(override("team.override.yaml")).startsWith("# by hand");
  }
}
