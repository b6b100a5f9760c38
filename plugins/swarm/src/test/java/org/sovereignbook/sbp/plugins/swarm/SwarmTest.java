package org.sovereignbook.sbp.plugins.swarm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sovereignbook.sbp.authority.access.Access;
import org.sovereignbook.sbp.authority.access.Globs;
import org.sovereignbook.sbp.authority.agents.Agent;
import org.sovereignbook.sbp.authority.agents.AgentStatus;
import org.sovereignbook.sbp.authority.agents.AgentType;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.agents.Capabilities;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SocietyException;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.json.JsonReader;
import org.sovereignbook.sbp.base.json.MalformedJson;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.MemberLoop;
import org.sovereignbook.sbp.plugins.team.RunWork;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.plugins.team.TeamWork;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.ItemPointer;
import org.sovereignbook.sbp.society.board.Task;
import org.sovereignbook.sbp.society.board.TaskFilter;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.mail.Mailboxes;
import org.sovereignbook.sbp.society.memory.Groups;
import org.sovereignbook.sbp.society.memory.ItemFilter;
import org.sovereignbook.sbp.society.memory.Items;
import org.sovereignbook.sbp.society.memory.MemoryEvents;
import org.sovereignbook.sbp.society.memory.MemorySearch;
import org.sovereignbook.sbp.testing.TestKeys;
import org.sovereignbook.sbp.testing.TestSociety;

class SwarmTest {
  private static final String GOAL = "compare the lanterns";

  @TempDir Path folder;
  private TestSociety society;

  /** The inputs of each member's requests, by its name. */
  private final Map<String, List<String>> asked = new ConcurrentHashMap<>();

  private final AtomicInteger plans = new AtomicInteger();

  /** Answer of a member to what it was shown. */
  private interface Solver {
    String of(String member, String shown, String usual);
  }

  private Solver solver = (_, _, usual) -> usual;
  private String more = "";

  /** Lines of the override of the team's file. */
  private String changes = "";

  @BeforeEach
  void open() {
    society = TestSociety.in(folder);
    society.usual("eve", AgentType.CUSTOM);
  }

  @AfterEach
  void close() {
    society.close();
  }

  private static SwarmManifest manifest(String json) {
    try {
      return SwarmManifest.parse(
          (JsonObject) JsonReader.file(json.getBytes(StandardCharsets.UTF_8)), 20);
    } catch (MalformedJson e) {
      throw new IllegalArgumentException(e);
    }
  }

  private Swarm create(String json) {
    return society.owner(
        "swarm_create", (tx, caller) -> new Swarms(tx).create(caller, manifest(json)));
  }

  /** As CORDELIA §4.2 writes it, with the two parts that it only hints at. */
  private static String seeds(SwarmStrategy strategy, String more) {
    return """
    {"swarm_id": "swarm-research-2026-01-31", "goal": "%s",
     "group_id": "swarm-research-2026-01-31", "strategy": "%s", %s
     "agents": [
       {"slot": "researcher", "agent_type": "swarm-worker", "capabilities": {}, "count": 3},
       {"slot": "synthesizer", "agent_type": "swarm-worker", "capabilities": {}, "count": 1}],
     "culture": {"broadcast_eagerness": "chatty", "ttl_default": 86400,
       "notification_policy": "push", "departure_policy": "permissive"}}
    """
        .formatted(GOAL, strategy, more);
  }

  private Swarm now() {
    return society.ledger().read(tx -> new Swarms(tx).find("swarm-research-2026-01-31")).get();
  }

  private List<Task> tasks(Swarm swarm) {
    return society.ledger().read(swarm::tasks);
  }

  private FakeBackend model() {
    return new FakeBackend(
        request -> {
          String name = request.role().substring("team:".length());
          asked
              .computeIfAbsent(name, _ -> new java.util.concurrent.CopyOnWriteArrayList<>())
              .add(
                  request.inputs().stream()
                      .map(input -> input.name() + "\n" + input.text())
                      .collect(Collectors.joining("\n")));
          boolean isPlan =
              request.inputs().stream().anyMatch(it -> it.name().equals("limits.json"));
          return new LlmAnswer(
              isPlan
                  ? plan()
                  : solver.of(name, asked.get(name).getLast(), "lamp oil by " + name + more),
              "");
        });
  }

  private String plan() {
    return plans.getAndIncrement() == 0
        ? """
        {"tasks": [{"key": "a", "title": "wick trade", "description": "of the north"},
                   {"key": "b", "title": "glass trade"}]}
        """
        : "{\"answer\": \"lanterns are dear\", \"tasks\": []}";
  }

  /** Lets the members work in turn, in this process, until no task is open. */
  private void run(Swarm swarm) throws Exception {
    Path file = folder.resolve("swarm-team.yaml");
    Files.writeString(
        file,
        "max_idle_cycles: 1\n"
            + society.ledger().<String>read(tx -> new SwarmFile(tx, swarm).text()));
    TeamFiles files = new TeamFiles(new LocalDisk(), file);
    Files.writeString(files.override(), changes);
    Team team = files.read();
    Ledger ledger = society.ledger();
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
    TeamWork work =
        new TeamWork(ledger, run, files, _ -> model(), Map.of(), false, Optional.empty(), _ -> {});
    for (int round = 0; round < 9 && isAnyOpen(swarm); round++) {
      for (TeamMember member : team.members()) {
        if (ledger.<Boolean>write(tx -> Incarnation.isNeeded(tx, run, member))) {
          Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run, member));
          WorkEnd _ = work.run(team, member, begun.token(), MemberLoop.Terms.of(team), _ -> {});
        }
      }
    }
  }

  private boolean isAnyOpen(Swarm swarm) {
    return tasks(swarm).stream().anyMatch(task -> task.state().isOpen());
  }

  private String findings(Swarm swarm) {
    assertThat(swarm.findings()).isNotEmpty();
    return swarm.findings().stream()
        .map(
            item ->
                society
                    .owner("memory_read_warm", (tx, caller) -> new Items(tx).read(caller, item))
                    .body()
                    .string("content")
                    .orElseThrow())
        .collect(Collectors.joining());
  }

  private List<AgentStatus> statuses(Swarm swarm) {
    return society
        .ledger()
        .write(
            tx ->
                swarm.workers(tx).stream()
                    .map(one -> Agents.settled(tx, one.agent()).orElseThrow().status())
                    .toList());
  }

  @ParameterizedTest
  @EnumSource
  void aSwarmOfTheSeedsManifestEndsWithItsFindingsMergedAndItsAgentsDeactivated(
      SwarmStrategy strategy) throws Exception {
    Swarm swarm = create(seeds(strategy, "\"coordinator_slot\": \"synthesizer\","));
    assertThat(statuses(swarm)).hasSize(4).containsOnly(AgentStatus.REGISTERED);

    run(swarm);

    assertThat(tasks(swarm)).allMatch(task -> task.state() == TaskState.COMPLETED);
    assertThat(now().state()).isEqualTo(Swarm.State.COMPLETE);
    assertThat(findings(now()))
        .isEqualTo(
            strategy == SwarmStrategy.HIERARCHICAL
                ? "lanterns are dear"
                : "lamp oil by synthesizer");
    society.clock().advance(java.time.Duration.ofSeconds(1));
    assertThat(statuses(swarm)).containsOnly(AgentStatus.DEACTIVATED);
    assertThat(asked.values())
        .anySatisfy(all -> assertThat(all.getFirst()).contains(GOAL))
        .allSatisfy(
            all ->
                assertThat(all)
                    .allMatch(
                        text ->
                            !text.contains("the group's memory: ") || text.contains("mail.md")));
  }

  @Test
  void aSwarmIsARunWithItsAgentsAsLanesAlsoBeforeATeamWorksOnIt() throws Exception {
    Swarm swarm = create(seeds(SwarmStrategy.PIPELINE, ""));

    RunWork before = work();
    run(swarm);
    RunWork after = work();

    assertThat(before.kind()).isEqualTo("swarm");
    assertThat(before.label()).contains(swarm.label());
    assertThat(before.title()).isEqualTo("swarm " + swarm.id());
    assertThat(before.state()).isEqualTo("created");
    assertThat(before.agents()).extracting(RunWork.Doer::name).contains("researcher-1");
    assertThat(after.state()).isEqualTo("complete");
    assertThat(after.to()).isPresent();
    assertThat(after.agents()).isEqualTo(before.agents());
  }

  private RunWork work() {
    return society.ledger().<List<RunWork>>read(tx -> new SwarmFeature().works(tx)).getFirst();
  }

  @Test
  void inABroadcastEachIsShownWhatAnyHasWritten() throws Exception {
    Swarm swarm = create(seeds(SwarmStrategy.BROADCAST, ""));

    run(swarm);

    assertThat(asked).doesNotContainKey("owner").hasSize(4);
    assertThat(asked.get("researcher-2").getFirst()).contains("lamp oil by researcher-1");
    assertThat(asked.get("synthesizer").getFirst()).contains("lamp oil by researcher-3");
    assertThat(findings(now())).contains("lamp oil by researcher-1", "lamp oil by synthesizer");
  }

  /** Parts of a number, one for each researcher. */
  private static final Map<String, String> PARTS =
      Map.of("researcher-1", "hundreds=4", "researcher-2", "tens=2", "researcher-3", "units=7");

  /**
   * A researcher says its own part, and the number once it has seen all parts; the synthesizer
   * repeats a number that a researcher found, and cannot put parts together itself.
   */
  private static String solve(String member, String shown, String usual) {
    if (member.equals("synthesizer")) {
      return shown.contains("number=427") ? "the number is 427" : "the number is unknown";
    }
    if (PARTS.values().stream().allMatch(part -> shown.contains(part))) {
      return shown.contains("number=427") ? "Nothing to add." : "number=427";
    }
    String own = PARTS.getOrDefault(member, usual);
    return shown.contains(own) ? "Nothing to add." : own;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4})
  void thePuzzleSplitOverThreeIsSolvedOnlyIfTheySawEachOther(int rounds) throws Exception {
    society
        .node()
        .configure(
            JsonObject.empty()
                .with("swarms", JsonObject.empty().with("max_rounds", new JsonInteger(rounds))));
    solver = SwarmTest::solve;
    Swarm swarm = create(seeds(SwarmStrategy.BROADCAST, "\"coordinator_slot\": \"synthesizer\","));

    run(swarm);

    assertThat(now().state()).isEqualTo(Swarm.State.COMPLETE);
    assertThat(findings(now()))
        .isEqualTo(rounds == 1 ? "the number is unknown" : "the number is 427");
    assertThat(tasks(swarm))
        .as("it ends once nobody adds anything")
        .hasSize(rounds == 4 ? 3 * 3 + 1 : 3 * rounds + 1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          limits: {daily_calls: 6}                                 | 1
          limits: {daily_calls: 7}                                 | 2
          limits: {daily_calls: 100}                               | 3
          agents: [{id: researcher-2, limits: {daily_calls: 2}}]   | 2
          """)
  void theTeamsOwnLimitsOfADayEndTheRoundsInTimeForTheSynthesis(String limits, int rounds)
      throws Exception {
    changes = limits + "\n";
    solver = SwarmTest::solve;
    Swarm swarm = create(seeds(SwarmStrategy.BROADCAST, "\"coordinator_slot\": \"synthesizer\","));

    run(swarm);

    assertThat(now().state()).isEqualTo(Swarm.State.COMPLETE);
    assertThat(tasks(swarm)).hasSize(3 * rounds + 1);
    assertThat(findings(now()))
        .isEqualTo(rounds == 1 ? "the number is unknown" : "the number is 427");
  }

  @Test
  void inAPipelineTheResultsOfAStageAreTheInputOfTheNextOnly() throws Exception {
    Swarm swarm = create(seeds(SwarmStrategy.PIPELINE, ""));

    run(swarm);

    assertThat(asked.get("researcher-3").getFirst()).doesNotContain("lamp oil by");
    assertThat(asked.get("synthesizer").getFirst())
        .contains("blockers.md", "lamp oil by researcher-1", "lamp oil by researcher-3");
  }

  @Test
  void inAHierarchyTheLeadDelegatesByTasksAndIsMailedTheReports() throws Exception {
    Swarm swarm = create(seeds(SwarmStrategy.HIERARCHICAL, ""));

    run(swarm);

    assertThat(asked.get("synthesizer")).hasSize(2);
    assertThat(asked.get("synthesizer").getLast())
        .contains("mail.md", "the result of ", "lamp oil by researcher-");
    assertThat(String.join("", asked.get("researcher-1"))).contains("wick trade", "of the north");
  }

  @ParameterizedTest
  @EnumSource
  void nothingOfASwarmIsSeenByAnAgentThatIsNoMember(SwarmStrategy strategy) throws Exception {
    Swarm swarm = create(seeds(strategy, ""));
    run(swarm);
    Swarm done = now();

    society.as(
        "eve",
        "task_list",
        (tx, caller) -> {
          List<TaskState> all = List.of(TaskState.values());
          TaskFilter every =
              new TaskFilter(
                  all, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
          StringBuilder seen = new StringBuilder();
          for (Task task : Board.in(tx).list(every, Optional.empty(), 1_000)) {
            seen.append(task).append(Board.in(tx).attempts(task.id()));
          }
          seen.append(org.sovereignbook.sbp.society.mail.Bus.list(tx, Optional.empty()));
          seen.append(new Items(tx).list(caller, ItemFilter.ALL, 1_000));
          seen.append(new MemorySearch(tx).search(caller, "lanterns lamp oil", ItemFilter.ALL, 10));
          seen.append(Groups.list(tx, caller));
          seen.append(new Swarms(tx).list(caller).toList());
          assertThat(seen.toString())
              .doesNotContain("lantern", "lamp oil", "wick", "glass trade", "north");
          for (String item : List.of(done.goalItem(), done.synthesisItem().orElseThrow())) {
            assertThatThrownBy(() -> new Items(tx).find(caller, item))
                .isInstanceOfSatisfying(
                    SocietyException.class, e -> assertThat(e.code()).isEqualTo("not_found"));
          }
          assertThatThrownBy(() -> new Swarms(tx).seen(caller, done.id()))
              .isInstanceOf(SocietyException.class);
          assertThat(Mailboxes.isAnyFree(tx, caller)).isFalse();
          return true;
        });
  }

  @Test
  void theEndOfEachTaskIsAnEventForSubscribersInTheGroupOnly() throws Exception {
    Swarm swarm = create(seeds(SwarmStrategy.PIPELINE, ""));
    society.owner(
        "event_subscribe",
        (tx, caller) -> {
          new MemoryEvents(tx).subscribe(caller, Swarms.TASK_COMPLETE, Globs.ALL);
          return true;
        });
    society.as(
        "eve",
        "event_subscribe",
        (tx, caller) -> {
          new MemoryEvents(tx).subscribe(caller, Swarms.TASK_COMPLETE, Globs.ALL);
          return true;
        });

    run(swarm);

    List<MemoryEvents.Waiting> told =
        society.owner("event_poll", (tx, caller) -> new MemoryEvents(tx).poll(caller, 50));
    assertThat(told).hasSize(4).allMatch(one -> one.event().equals("swarm.task_complete"));
    assertThat(told.getFirst().payload().members().keySet())
        .contains("swarm_id", "agent_id", "result");
    assertThat(told.toString()).doesNotContain("lamp oil");
    assertThat(
            society.<List<MemoryEvents.Waiting>>as(
                "eve", "event_poll", (tx, caller) -> new MemoryEvents(tx).poll(caller, 50)))
        .isEmpty();
  }

  @Test
  void disbandingMergesWhatThereIsDeactivatesTheAgentsAndKeepsTheGroupForTheParent() {
    Swarm swarm = create(seeds(SwarmStrategy.BROADCAST, ""));

    boolean isNew =
        society.owner(
            "swarm_disband",
            (tx, caller) ->
                new Swarms(tx)
                    .disband(caller, swarm.id(), Optional.of("dear, all of them"), true, "over"));

    assertThat(isNew).isTrue();
    assertThat(now().state()).isEqualTo(Swarm.State.DISBANDED);
    assertThat(findings(now())).isEqualTo("dear, all of them");
    assertThat(statuses(swarm)).containsOnly(AgentStatus.DEACTIVATED);
    assertThat(tasks(swarm)).allMatch(task -> task.state() == TaskState.CANCELLED);
    assertThat(
            society.<Boolean>owner(
                "swarm_disband",
                (tx, caller) ->
                    new Swarms(tx).disband(caller, swarm.id(), Optional.empty(), true, "again")))
        .isFalse();
  }

  @Test
  void aTombstoneIsReadByNobodyButTheFindingsStayWithTheParent() {
    Swarm swarm = create(seeds(SwarmStrategy.BROADCAST, ""));

    boolean _ =
        society.owner(
            "swarm_disband",
            (tx, caller) ->
                new Swarms(tx)
                    .disband(caller, swarm.id(), Optional.of("dear, all of them"), false, "over"));

    assertThatThrownBy(
            () ->
                society.owner(
                    "memory_group_read", (tx, caller) -> Groups.seen(tx, caller, swarm.groupId())))
        .isInstanceOf(SocietyException.class);
    assertThat(
            society
                .<List<Items.Whole>>owner(
                    "memory_search", (tx, caller) -> new Items(tx).list(caller, ItemFilter.ALL, 50))
                .toString())
        .contains("dear, all of them");
  }

  @Test
  void onlyItsCoordinatorAndItsParentDisbandASwarm() {
    Swarm swarm = create(seeds(SwarmStrategy.BROADCAST, ""));

    assertThatThrownBy(
            () ->
                society.as(
                    "researcher-1",
                    "swarm_disband",
                    (tx, caller) ->
                        new Swarms(tx)
                            .disband(caller, swarm.id(), Optional.empty(), true, "bored")))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("unauthorized"));
  }

  @Test
  void aWrongManifestIsRefusedWithThePartThatIsWrong() {
    Map.of(
            "{\"swarm_id\": \"x\"}",
            "goal",
            seeds(SwarmStrategy.BROADCAST, "\"color\": \"red\","),
            "color",
            seeds(SwarmStrategy.BROADCAST, "\"coordinator_slot\": \"researcher\","),
            "slot of one",
            seeds(SwarmStrategy.BROADCAST, "").replace("\"count\": 3", "\"count\": 33"),
            "swarms.max_agents",
            seeds(SwarmStrategy.HIERARCHICAL, "").replace("\"count\": 1", "\"count\": 2"),
            "coordinator_slot",
            seeds(SwarmStrategy.BROADCAST, "").replace("swarm-worker", "autonomous"),
            "swarm-worker")
        .forEach(
            (json, part) ->
                assertThatThrownBy(() -> manifest(json))
                    .isInstanceOfSatisfying(
                        SocietyException.class,
                        e -> assertThat(e.code()).isEqualTo("invalid_manifest"))
                    .hasMessageContaining(part));
  }

  @Test
  void anAgentGivesItsSwarmNoMoreThanItHasItself() {
    Agent small = society.agent("small", TestSociety.tools("task_*"));

    assertThatThrownBy(
            () ->
                society
                    .ledger()
                    .write(
                        tx ->
                            new Swarms(tx)
                                .create(
                                    Agents.caller(tx, Optional.of(small.name()), Optional.empty()),
                                    manifest(seeds(SwarmStrategy.BROADCAST, "")))))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("capability_denied"));
    assertThat(
            society
                .ledger()
                .<Optional<Swarm>>read(tx -> new Swarms(tx).find("swarm-research-2026-01-31")))
        .isEmpty();
  }

  @Test
  void onlyAnAgentBelowTheCallerCanBeItsCoordinator() {
    Agent boss = society.agent("boss", Capabilities.ALL);
    Agent _ = society.agent("stranger", Capabilities.ALL);

    assertThatThrownBy(() -> createAs(boss, "stranger"))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("capability_denied"))
        .hasMessageContaining("boss is not above stranger");
    assertThat(createAs(boss, "boss").coordinator()).isEqualTo(boss.principal());
  }

  private Swarm createAs(Agent agent, String coordinator) {
    String named = "\"coordinator_agent_id\": \"%s\",".formatted(coordinator);
    return society
        .ledger()
        .write(
            tx ->
                new Swarms(tx)
                    .create(
                        Agents.caller(tx, Optional.of(agent.name()), Optional.empty()),
                        manifest(seeds(SwarmStrategy.PIPELINE, named))));
  }

  @Test
  void aLongResultAndTheirListAreKeptWholeInAsManyItemsAsTheyNeed() throws Exception {
    more = "\n" + "it burns with a clear flame, and does not smoke\n".repeat(350) + "the end";
    Swarm swarm = create(seeds(SwarmStrategy.PIPELINE, ""));

    run(swarm);

    assertThat(asked.get("synthesizer").getFirst())
        .contains("lamp oil by researcher-1" + more, "lamp oil by researcher-3" + more);
    assertThat(now().findings()).hasSizeGreaterThan(4);
    assertThat(findings(now()))
        .contains("lamp oil by researcher-2" + more, "lamp oil by synthesizer" + more);
    List<Items.Whole> own =
        society.owner(
            "memory_search", (tx, caller) -> new Items(tx).list(caller, ItemFilter.ALL, 100));
    assertThat(
            own.stream()
                .flatMap(one -> one.item().label().stream())
                .filter(label -> label.startsWith("swarm-")))
        .hasSameSizeAs(now().findings());
  }

  @Test
  void aStrangersTextThatOneStageUsedBindsTheNextStagesAndTheFindings() throws Exception {
    Principal stranger = Principal.peer(TestKeys.named("carol").publicKey());
    Swarm swarm = create(seeds(SwarmStrategy.PIPELINE, ""));
    society
        .ledger()
        .run(
            tx -> {
              Authority cause = Access.decide(tx, stranger, "sbp").authority();
              tx.update(
                  "INSERT INTO memory_cause (item, authority_id) VALUES (?, ?)",
                  swarm.goalItem(),
                  tx.cause(cause).authorityId());
            });

    run(swarm);

    List<Task> ended = tasks(swarm);
    society
        .ledger()
        .run(
            tx -> {
              for (Task task : ended) {
                String result = Board.in(tx).attempts(task.id()).getLast().result().orElseThrow();
                assertThat(strangers(tx, ItemPointer.items(result)))
                    .as(task.title())
                    .contains(stranger);
              }
              assertThat(strangers(tx, now().findings())).contains(stranger);
              assertThat(
                      strangers(
                          tx,
                          tx.texts(
                              "SELECT id FROM memory_item WHERE copy_of IS NOT NULL OR label LIKE"
                                  + " 'swarm-%'")))
                  .contains(stranger);
            });
  }

  private static Set<Principal> strangers(Transaction tx, List<String> items) {
    return new Items(tx)
        .causes(items).stream()
            .flatMap(cause -> Access.beneficiaries(cause).stream())
            .collect(Collectors.toSet());
  }

  private Swarm createdBy(String agent, String json) {
    return society
        .ledger()
        .write(
            tx ->
                new Swarms(tx)
                    .create(
                        Agents.caller(tx, Optional.of(agent), Optional.empty()), manifest(json)));
  }

  /** Manifest that asks for capabilities of one agent. */
  private static String asking(String capabilities) {
    return """
    {"swarm_id": "greedy", "goal": "more", "strategy": "broadcast",
     "agents": [{"slot": "a", "agent_type": "swarm-worker", "capabilities": {%s}}]}
    """
        .formatted(capabilities);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"tools\": [\"*\"]",
        "\"tools\": [\"access_grant\"]",
        "\"autonomous\": true",
        "\"max_parallel_ops\": 100",
        "\"memory_write\": {\"layers\": [\"l2\"], \"groups\": [], \"visibility\": [\"public\"]}"
      })
  void aManifestThatAsksForMoreThanItsMakerHasMakesNothing(String more) {
    assertThatThrownBy(() -> createdBy("eve", asking(more)))
        .isInstanceOfSatisfying(
            SocietyException.class, e -> assertThat(e.code()).isEqualTo("capability_denied"));
    assertThat(society.ledger().<Optional<Swarm>>read(tx -> new Swarms(tx).find("greedy")))
        .isEmpty();
    assertThat(
            society
                .ledger()
                .<Long>read(tx -> tx.number("SELECT COUNT(*) FROM agent WHERE name = 'a'")))
        .isZero();

    assertThat(createdBy("eve", asking("")).parent()).isEqualTo(society.now("eve").principal());
  }

  @Test
  void aManifestOpensNoGroupOfOthers() {
    Groups.Seen secret =
        society.owner(
            "memory_group_create",
            (tx, caller) -> Groups.create(tx, caller, "secret", "secret", JsonObject.empty()));

    assertThatThrownBy(
            () ->
                createdBy(
                    "eve", asking("").replace("\"goal\"", "\"group_id\": \"secret\", \"goal\"")))
        .isInstanceOf(SocietyException.class);
    assertThat(
            society
                .ledger()
                .<Long>read(
                    tx ->
                        tx.number(
                            "SELECT COUNT(*) FROM memory_member WHERE group_id = ?",
                            secret.group().id())))
        .isEqualTo(1);
  }
}
