package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.authority.sql.Database;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.model.judgment.CallLedger;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmBackend;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.Node;
import org.sovereignbook.sbp.plugins.evolution.EvolutionChange.State;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.reputation.EndedAttempt;
import org.sovereignbook.sbp.society.reputation.Judgment;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.CrashPoint;
import org.sovereignbook.sbp.testing.CrashingDatabase;
import org.sovereignbook.sbp.testing.SimulatedCrash;
import org.sovereignbook.sbp.testing.TestNode;

/**
 * Processes that work on the change of an agent die at every commit, before it and after it, and
 * others go on: after the crash the change is in a state that it also has without one, and it ends
 * as it does without one, once.
 */
public abstract class EvolutionKillsContract {
  private static final Bullet BULLET =
      new Bullet("b1", "Always name your sources.", "no sources", "each has one");

  /** Course of a change after it is begun. */
  enum Story {
    /** Another model is proposed, confirmed, written, taken back by the owner, and written. */
    MODEL(EvolutionChange.Path.MODEL, State.ROLLED_BACK),
    /** Another role is proposed, voted on, and written. */
    ROLE(EvolutionChange.Path.ROLE, State.KEPT),
    /** Another prompt is better on live tasks, and kept. */
    LIVE_KEPT(EvolutionChange.Path.PROMPT, State.KEPT),
    /** Another prompt is not better on live tasks, and taken back by itself. */
    LIVE_TAKEN_BACK(EvolutionChange.Path.PROMPT, State.ROLLED_BACK);

    private final EvolutionChange.Path path;
    private final State end;

    Story(EvolutionChange.Path path, State end) {
      this.path = path;
      this.end = end;
    }
  }

  /** Agent with a team of its own, in which the story is told once. */
  private record Told(Story story, String name, Principal agent, TeamFiles files) {}

  /** Everything that a crash may find, or the end may leave. */
  private record Found(String stored, String written) {}

  /** Database that reports each commit. */
  private record Watched(Database database, Runnable committed) implements Database {
    @Override
    public String location() {
      return database.location();
    }

    @Override
    public <T> T read(Work<T> work) {
      return database.read(work);
    }

    @Override
    public <T> T snapshot(Work<T> work) {
      return database.snapshot(work);
    }

    @Override
    public <T> T write(Work<T> work) {
      T result = database.write(work);
      committed.run();
      return result;
    }

    @Override
    public void close() {}
  }

  /** Model that follows a bullet in its prompt, and votes for everything. */
  private final class Model implements LlmBackend {
    @Override
    public String name() {
      return "scripted";
    }

    @Override
    public String description() {
      return "a model of a test";
    }

    @Override
    public Set<LlmRequest.Mode> modes() {
      return Set.of(LlmRequest.Mode.ANSWER);
    }

    @Override
    public LlmAnswer answer(LlmRequest request) {
      asked++;
      return new LlmAnswer(text(request), "");
    }

    private static String text(LlmRequest request) {
      if (request.output().schema().isEmpty()) {
        return request.prompt().contains(BULLET.text()) ? "a wall, with its sources" : "a wall";
      }
      return request.prompt().contains("two results")
          ? "{\"a\": %d, \"b\": %d, \"comment\": \"so\"}"
              .formatted(score(request, "result-a.md"), score(request, "result-b.md"))
          : "{\"bullets\": [], \"role\": \"Sweeps.\", \"skills\": []}";
    }

    private static int score(LlmRequest request, String result) {
      return request.input(result).contains("with its sources") ? 80 : 50;
    }
  }

  @TempDir private Path folder;
  private TestNode node;
  private Database database;
  private Ledger ledger;
  private int agents;
  private int asked;

  /** Returns the node's configuration, with its store. */
  protected JsonObject config() {
    return JsonObject.empty();
  }

  /** Opens the database of a node's society. */
  protected abstract Database open(Node node);

  @BeforeEach
  void make() {
    node = TestNode.in(folder.resolve("node"));
    node.configure(
        config().with("llm", JsonObject.empty().with("daily_call_limit", new JsonInteger(9_999))));
    database = open(node.node());
    ledger = Ledger.open(node.node(), database);
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  @ParameterizedTest
  @EnumSource
  void whereverAProcessDiesAChangeEndsOnceAsWithoutACrash(Story story) throws Exception {
    Set<String> stored = new HashSet<>();
    Set<String> written = new HashSet<>();
    Told calm = prepared(story);
    Runnable look =
        () -> {
          stored.add(found(calm).stored());
          written.add(found(calm).written());
        };
    look.run();
    int before = asked;
    toItsEnd(Ledger.open(node.node(), new Watched(database, look)), calm);
    look.run();
    int calls = asked - before;
    Found end = found(calm);
    assertThat(end.stored()).startsWith(story.end + " written");

    int moment = 0;
    while (survives(story, moment, stored, written, end, calls)) {
      moment++;
    }
    assertThat(moment).as("moments at which it died").isGreaterThanOrEqualTo(4);
    assertThat(
            CallLedger.of(node.node())
                .spentOn(LocalDate.ofInstant(node.clock().instant(), ZoneOffset.UTC))
                .calls())
        .as("every call is in the ledger")
        .isEqualTo(asked);
  }

  /** Lets a process die at a moment and another one go on. Returns whether it died. */
  private boolean survives(
      Story story, int moment, Set<String> stored, Set<String> written, Found end, int calls)
      throws Exception {
    Told told = prepared(story);
    CrashPoint point = CrashPoint.at(moment);
    int before = asked;
    try {
      toItsEnd(Ledger.open(node.node(), new CrashingDatabase(database, point)), told);
    } catch (SimulatedCrash e) {
      Found found = found(told);
      assertThat(stored).as("stored after moment %d", moment).contains(found.stored());
      assertThat(written).as("files after moment %d", moment).contains(found.written());
    }
    toItsEnd(ledger, told);
    assertThat(found(told)).as("the end after moment %d", moment).isEqualTo(end);
    assertThat(asked - before)
        .as("calls after moment %d: one step is repeated at most", moment)
        .isBetween(calls, calls + 3);
    return point.isReached();
  }

  /** Does what is left until the change has come to its end and the files say so. */
  private void toItsEnd(Ledger its, Told told) throws Exception {
    while (goesOn(its, told)) {}
  }

  private boolean goesOn(Ledger its, Told told) throws Exception {
    EvolutionChange change = its.read(tx -> newest(tx, told));
    if (!change.written()) {
      work(its, told).write(told.files().read());
      return true;
    }
    switch (change.state()) {
      case LIVE -> {
        if (told.story() == Story.MODEL) {
          rollBack(its, change);
        } else {
          step(its, told, change);
        }
      }
      case DRAFTING, TRIAL -> step(its, told, change);
      case PROPOSED ->
          its.run(
              tx -> {
                Evolution evolution = Evolution.in(tx);
                EvolutionChange _ =
                    evolution.adopt(
                        evolution.propose(change, State.PROPOSED, change.content().byOwner()));
              });
      case VOTING -> {
        for (Principal voter : its.read(tx -> voters(tx))) {
          if (!its.<Boolean>read(tx -> Evolution.in(tx).hasVoted(change, voter))) {
            its.run(tx -> Evolution.in(tx).vote(change, voter, true));
          }
        }
        step(its, told, change);
      }
      case KEPT, REFUTED, REJECTED, EXPIRED, ROLLED_BACK -> {
        if (change.state() == told.story().end) {
          return false;
        }
        rollBack(its, change);
      }
    }
    return true;
  }

  private static void rollBack(Ledger its, EvolutionChange change) {
    its.run(
        tx -> {
          EvolutionChange _ = Evolution.in(tx).rollBack(change, "by the owner");
        });
  }

  private void step(Ledger its, Told told, EvolutionChange change) throws Exception {
    Optional<String> _ = work(its, told).step(told.files().read(), change.id());
  }

  private EvolutionWork work(Ledger its, Told told) {
    return new EvolutionWork(new MemberModels(its, _ -> new Model(), false), told.files(), _ -> {});
  }

  private static EvolutionChange newest(Transaction tx, Told told) {
    return Evolution.in(tx).newest(told.agent()).orElseThrow();
  }

  private static List<Principal> voters(Transaction tx) {
    List<Principal> all = new ArrayList<>(List.of(Principal.OWNER));
    for (String name : List.of("judge", "critic", "mate")) {
      all.add(Agents.named(tx, name).principal());
    }
    return all;
  }

  private Found found(Told told) {
    String stored =
        ledger.read(
            tx -> {
              Evolution evolution = Evolution.in(tx);
              EvolutionChange change = newest(tx, told);
              return "%s %s, version %d, %d yes, %d pairs, %s"
                  .formatted(
                      change.state(),
                      change.written() ? "written" : "to be written",
                      evolution.version(told.agent()),
                      evolution.ballot(change, 0.6).yes(),
                      evolution.pairs(change).stream()
                          .filter(pair -> pair.judgedAt().isPresent())
                          .count(),
                      evolution.trail(told.agent(), 1_000).stream()
                          .filter(event -> event.changeId().equals(Optional.of(change.id())))
                          .map(event -> event.kind())
                          .toList());
            });
    Path file = told.files().file();
    return new Found(
        stored,
        text(file.resolveSibling("team.override.yaml")).replace(told.name(), "builder")
            + text(file.resolveSibling("skills/agent_overrides/" + told.name() + ".md")));
  }

  private static String text(Path file) {
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Makes an agent whose change is about to be worked on. */
  private Told prepared(Story story) throws Exception {
    String name = "builder-" + agents++;
    Path place = Files.createDirectories(folder.resolve("team-" + name));
    TeamFiles files = new TeamFiles(node.node().disk(), place.resolve("team.yaml"));
    Files.writeString(
        files.file(),
        """
        reputation: {peer_review_agents: [judge]}
        agents:
          - {id: %s, role: Builds., model: small, fallback_models: [small, large]}
          - {id: mate, role: Builds.}
          - {id: judge, role: Judges.}
          - {id: critic, role: Judges.}
        """
            .formatted(name));
    Told told =
        ledger.write(
            tx -> {
              Team team = files.read();
              Incarnation.enrol(tx, team);
              TeamRuns.Run run =
                  TeamRuns.begin(
                      tx,
                      Authority.of(Principal.OWNER, "team"),
                      Optional.empty(),
                      Optional.empty(),
                      files.file());
              Incarnation _ = Incarnation.begin(tx, run, team.member(name).orElseThrow());
              return new Told(story, name, Agents.named(tx, name).principal(), files);
            });
    fails(told);
    for (int i = 0; path(told) != story.path; i++) {
      assertThat(i).as("changes before that of the " + story.path).isLessThan(4);
      if (path(told) == EvolutionChange.Path.MODEL) {
        ledger.run(
            tx -> {
              EvolutionChange _ =
                  Evolution.in(tx).turn(newest(tx, told), story.path, "no model is left");
            });
        break;
      }
      ledger.run(
          tx -> {
            EvolutionChange _ = Evolution.in(tx).end(newest(tx, told), State.REFUTED, "no help");
          });
      fails(told);
    }
    if (story.path == EvolutionChange.Path.PROMPT) {
      adopted(told);
    }
    return told;
  }

  private EvolutionChange.Path path(Told told) {
    return ledger.read(tx -> newest(tx, told)).path();
  }

  /** Adopts a prompt, and lets the agent do the tasks of the live test but for the last one. */
  private void adopted(Told told) {
    ledger.run(
        tx -> {
          Evolution evolution = Evolution.in(tx);
          EvolutionChange change = newest(tx, told);
          ChangeProposal proposal =
              change.content().withBullets(List.of(BULLET), 0, List.of()).byOwner();
          EvolutionChange _ = evolution.adopt(evolution.propose(change, State.PROPOSED, proposal));
        });
    work(ledger, told).write(told.files().read());
    boolean isBetter = told.story().end == State.KEPT;
    ledger.run(
        tx -> {
          Evolution evolution = Evolution.in(tx);
          EvolutionChange change = newest(tx, told);
          for (int i = 0; i < 19; i++) {
            evolution.addPair(change, TrialPair.Part.LIVE, "task-" + i);
          }
          evolution
              .pairs(change)
              .forEach(
                  pair ->
                      evolution.judge(
                          pair, 50, isBetter ? 80 : pair.place() % 2 == 0 ? 70 : 30, 1));
          evolution.addPair(change, TrialPair.Part.LIVE, does(tx, told));
        });
  }

  /** Gives an agent errors at a task until a change of it is begun. */
  private void fails(Told told) {
    ledger.run(
        tx -> {
          String task = does(tx, told);
          Optional<EvolutionChange> begun = Optional.empty();
          for (int attempt = 2; begun.isEmpty(); attempt++) {
            assertThat(attempt).as("attempts before a change").isLessThan(20);
            Reputation.in(tx)
                .settle(
                    new Reputation.Ended(
                        task, attempt, told.agent(), "", EndedAttempt.Ending.FAILED),
                    Judgment.NONE);
            begun = Evolution.in(tx).afterVerdict(told.agent()).begun();
          }
        });
  }

  /** Lets the agent do a task that nobody reviews. */
  private static String does(Transaction tx, Told told) {
    Board board = Board.in(tx);
    Worker worker = Worker.of(Agents.caller(tx, Optional.of(told.name()), Optional.empty()));
    Plan plan = Plan.read("[{title: a wall}]");
    String id = board.add(plan, Worker.of(Caller.owner("team")), Optional.empty()).getFirst();
    Claim claim = board.claim(id, worker);
    boolean _ = board.submit(id, claim.fence(), "a wall", List.of(), worker);
    return id;
  }
}
