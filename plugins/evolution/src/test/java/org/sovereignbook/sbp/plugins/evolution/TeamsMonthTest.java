package org.sovereignbook.sbp.plugins.evolution;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sovereignbook.sbp.authority.agents.AgentReach;
import org.sovereignbook.sbp.authority.agents.Agents;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.Transaction;
import org.sovereignbook.sbp.base.json.JsonInteger;
import org.sovereignbook.sbp.base.json.JsonObject;
import org.sovereignbook.sbp.base.protocol.TrustState;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.node.LocalDisk;
import org.sovereignbook.sbp.plugins.offers.Offers;
import org.sovereignbook.sbp.plugins.team.Incarnation;
import org.sovereignbook.sbp.plugins.team.MemberModels;
import org.sovereignbook.sbp.plugins.team.Team;
import org.sovereignbook.sbp.plugins.team.TeamFiles;
import org.sovereignbook.sbp.plugins.team.TeamMember;
import org.sovereignbook.sbp.plugins.team.TeamRuns;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Claim;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.TaskState;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.reputation.AgentStanding;
import org.sovereignbook.sbp.society.reputation.Reputation;
import org.sovereignbook.sbp.testing.ConnectedNodes;

/**
 * Three teams on two nodes, with honest, bad, lazy, colluding and improving agents, whose work,
 * reviews, scores and changes go through the board and {@link EvolutionWork}; models are scripts.
 * The property {@code sbp.teams.days} sets its length; from 30 days on it prints what happened. All
 * is the same in each run of one {@code sbp.teams.seed}.
 */
class TeamsMonthTest {
  private static final int DAYS = Integer.getInteger("sbp.teams.days", 3);
  private static final int MONTH = 30;
  private static final long SEED = Long.getLong("sbp.teams.seed", 2026);
  private static final int TASKS_A_DAY = 2;
  private static final String RULE = "Always name your sources.";
  private static final Pattern QUALITY = Pattern.compile("quality (\\d+)");
  private static final Pattern SELF = Pattern.compile("You are ((?:north|south|east)-[a-z0-9-]+)");

  /** Behaviour of an agent, in its name. */
  private enum Kind {
    HONEST(78),
    /** A rule in its prompt makes it good. */
    BAD(35),
    /** It gives up often; another model makes it good. */
    LAZY(40),
    /** It gives its friends 100. */
    COLLUDER(35),
    /** It gets better by itself, day by day. */
    IMPROVING(52),
    /** Another role makes it good. */
    MISPLACED(38),
    /** A rule in its prompt makes it good until the day after the adoption, and then worse. */
    FADING(42);

    private static final double HELP = 38;
    private final double quality;

    Kind(double quality) {
      this.quality = quality;
    }

    static Kind of(String name) {
      return Stream.of(values())
          .filter(kind -> name.contains(kind.name().toLowerCase(Locale.ROOT)))
          .findFirst()
          .orElse(HONEST);
    }

    boolean isBad() {
      return this != HONEST && this != IMPROVING;
    }
  }

  /** Team of a node. */
  private record Company(ConnectedNodes.Side side, TeamFiles files, Map<String, Worker> workers) {
    Principal principal(String name) {
      return workers.get(name).principal();
    }
  }

  /** History of an agent, for the table. */
  private static final class Story {
    int attempts;
    int low;
    Optional<String> found = Optional.empty();
  }

  @TempDir private Path folder;
  private final Random random = new Random(SEED);
  private final ConnectedNodes world = new ConnectedNodes();
  private final List<Company> companies = new ArrayList<>();
  private final Map<String, Story> stories = new LinkedHashMap<>();
  private final Map<String, Integer> calls = new TreeMap<>();
  private final Set<String> turned = new HashSet<>();
  private ConnectedNodes.Side ada;
  private ConnectedNodes.Side bob;
  private int day;
  private int offered;
  private int ownersScores;

  @BeforeEach
  void makeTeams() throws Exception {
    ada = world.add(folder, "ada", ids(1));
    bob = world.add(folder, "bob", ids(2));
    for (ConnectedNodes.Side side : List.of(ada, bob)) {
      side.node()
          .configure(
              JsonObject.empty()
                  .with(
                      "llm", JsonObject.empty().with("daily_call_limit", new JsonInteger(99_999))));
    }
    ada.meet(bob, "Bob", TrustState.KNOWN);
    bob.meet(ada, "Ada", TrustState.KNOWN);
    bob.agent("carrier", AgentReach.NODE, AgentReach.PEERS);
    companies.add(team(ada, "north", 5, "bad", "lazy"));
    companies.add(
        team(ada, "south", 5, "colluder-1", "colluder-2", "colluder-3", "improving", "fading"));
    companies.add(team(bob, "east", 4, "misplaced"));
  }

  /** Returns a source of ids, which draw the reviewers, that is the same in each run. */
  private static SecureRandom ids(int node) throws NoSuchAlgorithmException {
    SecureRandom random = SecureRandom.getInstance("SHA1PRNG");
    random.setSeed(SEED + node);
    return random;
  }

  @AfterEach
  void close() {
    world.close();
  }

  private Company team(ConnectedNodes.Side side, String team, int honest, String... others)
      throws Exception {
    List<String> names =
        Stream.concat(
                IntStream.rangeClosed(1, honest).mapToObj(i -> team + "-" + i),
                Stream.of(others).map(other -> team + "-" + other))
            .toList();
    Path place = Files.createDirectories(folder.resolve(team));
    Files.createDirectories(place.resolve("skills"));
    Files.writeString(
        place.resolve("team.yaml"),
        "reputation: {peer_review_agents: [%s]}\nagents:\n".formatted(String.join(", ", names))
            + names.stream()
                .map(
                    name ->
                        "  - {id: %s, kind: worker, role: Works., model: small%s}\n"
                            .formatted(
                                name,
                                Kind.of(name) == Kind.LAZY ? ", fallback_models: [large]" : ""))
                .collect(Collectors.joining()));
    TeamFiles files = new TeamFiles(new LocalDisk(), place.resolve("team.yaml"));
    Map<String, Worker> workers = new LinkedHashMap<>();
    side.ledger()
        .run(
            tx -> {
              Team read = files.read();
              Incarnation.enrol(tx, read);
              TeamRuns.Run run =
                  TeamRuns.begin(
                      tx,
                      Authority.of(Principal.OWNER, "team"),
                      Optional.empty(),
                      Optional.empty(),
                      files.file());
              for (TeamMember member : read.members()) {
                Incarnation _ = Incarnation.begin(tx, run, member);
                workers.put(
                    member.id(),
                    Worker.of(Agents.caller(tx, Optional.of(member.id()), Optional.empty())));
              }
            });
    names.forEach(name -> stories.put(name, new Story()));
    return new Company(side, files, workers);
  }

  @Test
  void badAgentsAreFoundAndHelpedAndNobodyHonestIsHarmed() throws Exception {
    for (day = 1; day <= DAYS; day++) {
      world.advance(Duration.ofDays(1));
      for (Company company : companies) {
        Team team = company.files().read();
        for (int i = 0; i < TASKS_A_DAY; i++) {
          team.members().forEach(member -> works(company, team, member.id()));
        }
        evolves(company);
      }
      acrossNodes();
    }
    if (DAYS >= MONTH) {
      table().forEach(System.out::println);
    }
    check();
  }

  private void works(Company company, Team team, String name) {
    Worker worker = company.workers().get(name);
    company.side().ledger().run(tx -> works(tx, company, team, name, worker));
  }

  /** Does one task until it is accepted, or has failed. */
  private void works(Transaction tx, Company company, Team team, String name, Worker worker) {
    Board board = Board.in(tx);
    String id =
        board
            .add(Plan.read("[{title: a task}]"), Worker.of(Caller.owner("team")), Optional.empty())
            .getFirst();
    Setup setup = setup(tx, company, name);
    while (board.task(id).state().isOpen()) {
      Claim claim = board.claim(id, worker);
      if (setup.isLazy() && random.nextDouble() < 0.4) {
        board.fail(id, OptionalLong.of(claim.fence()), "no idea", worker);
      } else {
        board.drawPanel(claim, team.panelFor(name));
        boolean _ = board.submit(id, claim.fence(), "a result", List.of(), worker);
        review(tx, company, id, name, drawn(setup.quality()));
      }
      note(tx, company, name);
    }
  }

  private void review(Transaction tx, Company company, String task, String worker, double quality) {
    Board board = Board.in(tx);
    List<String> asked;
    do {
      asked =
          tx.texts(
              "SELECT reviewer FROM task_review WHERE task = ? AND score IS NULL ORDER BY reviewer",
              task);
      for (String principal : asked) {
        boolean isOwner = principal.equals(Principal.OWNER.text());
        ownersScores += isOwner ? 1 : 0;
        Worker reviewer =
            isOwner
                ? Worker.of(Caller.owner("team"))
                : company.workers().get(board.name(new Principal(principal)));
        String name = isOwner ? "owner" : board.name(new Principal(principal));
        boolean favours = Kind.of(name) == Kind.COLLUDER && Kind.of(worker) == Kind.COLLUDER;
        double score = isOwner ? quality : favours ? 100 : quality + random.nextGaussian() * 7;
        var _ = board.review(task, points(score), "a comment", reviewer);
      }
    } while (!asked.isEmpty() && board.task(task).state() == TaskState.REVIEW);
  }

  private static int points(double score) {
    return Math.clamp(Math.round(score), 0, 100);
  }

  private double drawn(double mean) {
    return mean + random.nextGaussian() * 8;
  }

  private void note(Transaction tx, Company company, String name) {
    Story story = stories.get(name);
    AgentStanding standing = Reputation.in(tx).standing(company.principal(name));
    story.attempts++;
    story.low += standing.scores().composite() < 60 ? 1 : 0;
    if (standing.state() == AgentStanding.State.EVOLVE && story.found.isEmpty()) {
      story.found = Optional.of("day %d, attempt %d".formatted(day, story.attempts));
    }
  }

  /** How good an agent's work is now. */
  private record Setup(double quality, boolean isLazy) {}

  private Setup setup(Transaction tx, Company company, String name) {
    TeamMember member = company.files().read().member(name).orElseThrow();
    boolean hasRule = !Evolution.in(tx).bullets(company.principal(name)).isEmpty();
    boolean isLarge = member.backendSettings().string("model").equals(Optional.of("large"));
    double quality = quality(name, hasRule, isLarge, member.role().equals("Sweeps."));
    return new Setup(quality, Kind.of(name) == Kind.LAZY && !isLarge);
  }

  private double quality(String name, boolean hasRule, boolean isLarge, boolean sweeps) {
    Kind kind = Kind.of(name);
    double help =
        switch (kind) {
          case BAD -> hasRule ? Kind.HELP : 0;
          case FADING -> !hasRule ? 0 : turned.contains(name) ? -Kind.HELP / 2 : Kind.HELP;
          case LAZY -> isLarge ? Kind.HELP : 0;
          case MISPLACED -> sweeps ? Kind.HELP : 0;
          case IMPROVING -> Math.min(28, 2 * day);
          case HONEST, COLLUDER -> 0;
        };
    return kind.quality + help;
  }

  /** Lets each member vote and do steps of changes until there is nothing to do, and the owner. */
  private void evolves(Company company) throws Exception {
    boolean isAnyDone = true;
    while (isAnyDone) {
      isAnyDone = false;
      Team team = company.files().read();
      for (TeamMember member : team.members()) {
        isAnyDone |=
            work(company).idle(team, member, company.principal(member.id()), new TreeMap<>());
      }
      isAnyDone |= confirmed(company);
    }
    for (String name : company.workers().keySet()) {
      Optional<EvolutionChange> newest =
          company.side().read(tx -> Evolution.in(tx).newest(company.principal(name)));
      if (Kind.of(name) == Kind.FADING
          && newest.filter(change -> change.state() == EvolutionChange.State.LIVE).isPresent()) {
        turned.add(name);
      }
    }
  }

  /** Confirms a change of a model, as the owner. Returns whether there was one. */
  private boolean confirmed(Company company) {
    List<EvolutionChange> proposed =
        company.side().read(tx -> Evolution.in(tx).waiting()).stream()
            .filter(change -> change.state() == EvolutionChange.State.PROPOSED)
            .filter(change -> change.path() == EvolutionChange.Path.MODEL)
            .filter(
                change ->
                    company.workers().values().stream()
                        .anyMatch(worker -> worker.principal().equals(change.principal())))
            .toList();
    for (EvolutionChange change : proposed) {
      company
          .side()
          .ledger()
          .run(
              tx -> {
                EvolutionChange _ =
                    Evolution.in(tx)
                        .adopt(
                            Evolution.in(tx)
                                .propose(
                                    change,
                                    EvolutionChange.State.PROPOSED,
                                    change.content().byOwner()));
              });
      work(company).write(company.files().read());
    }
    return !proposed.isEmpty();
  }

  private EvolutionWork work(Company company) {
    FakeBackend backend = new FakeBackend(this::answer);
    return new EvolutionWork(
        new MemberModels(company.side().ledger(), _ -> backend, false), company.files(), _ -> {});
  }

  private LlmAnswer answer(LlmRequest request) {
    String prompt = request.prompt();
    if (request.output().schema().isEmpty()) {
      count("past tasks done again");
      Matcher self = SELF.matcher(prompt);
      assertThat(self.find()).as("a member does a past task again").isTrue();
      // A change of the model is measured, too: the model asked must do as well as at work.
      boolean isLarge = request.settings().json().string("model").equals(Optional.of("large"));
      double quality = quality(self.group(1), prompt.contains(RULE), isLarge, false);
      return new LlmAnswer("quality " + points(drawn(quality)), "");
    }
    if (prompt.contains("two results")) {
      count("comparisons");
      return new LlmAnswer(
          "{\"a\": %d, \"b\": %d, \"comment\": \"so\"}"
              .formatted(score(request, "result-a.md"), score(request, "result-b.md")),
          "");
    }
    if (prompt.contains("vote")) {
      count("votes");
      boolean isFriend =
          SELF.matcher(prompt).results().anyMatch(it -> it.group(1).contains("coll"));
      boolean isRight = request.input("proposal.md").contains("misplaced");
      return new LlmAnswer(
          "{\"approve\": %s, \"reason\": \"so\"}".formatted(isRight || isFriend), "");
    }
    count("drafts");
    return new LlmAnswer(
        request.input("diagnosis.md").contains("Wanted: bullets")
            ? "{\"bullets\": [{\"text\": \"%s\", \"reason\": \"no sources\", \"prediction\": \"sources\"}], \"role\": null, \"skills\": null}"
                .formatted(RULE)
            : "{\"bullets\": [], \"role\": \"Sweeps.\", \"skills\": []}",
        "");
  }

  private void count(String kind) {
    int _ = calls.merge(kind, 1, Integer::sum);
  }

  private int score(LlmRequest request, String result) {
    Matcher quality = QUALITY.matcher(request.input(result));
    return quality.find()
        ? points(Integer.parseInt(quality.group(1)) + random.nextGaussian() * 5)
        : 0;
  }

  /** Lets a peer do a task of this node; its work is good for half of the time only. */
  private void acrossNodes() {
    Company north = companies.getFirst();
    String id =
        ada.write(
            (tx, caller) -> {
              String task =
                  Board.in(tx)
                      .add(
                          Plan.read(
                              "[{title: a far task, reviewers: [north-1, north-2, north-3]}]"),
                          Worker.of(caller),
                          Optional.empty())
                      .getFirst();
              var _ = Offers.offer(tx, caller, task, bob.address(), Duration.ofHours(12));
              return task;
            });
    offered++;
    ada.deliver();
    bob.tick();
    ada.tick();
    boolean _ =
        bob.as(
            "carrier",
            (tx, caller) -> {
              Claim claim = Board.in(tx).claim(Worker.of(caller)).orElseThrow();
              return Board.in(tx)
                  .submit(claim.task(), claim.fence(), "a result", List.of(), Worker.of(caller));
            });
    bob.tick();
    ada.tick();
    double quality = drawn(day <= DAYS / 2 ? 80 : 30);
    ada.ledger().run(tx -> review(tx, north, id, "peer", quality));
  }

  private Principal peer() {
    return Principal.peer(bob.address().key());
  }

  private List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "%d days, %d tasks a day and agent, %d tasks by a peer; the owner decided %d reviews"
            .formatted(DAYS, TASKS_A_DAY, offered, ownersScores));
    lines.add("calls of models: " + calls);
    lines.add("| agent | attempts | found | changes | at the end |");
    lines.add("|---|---|---|---|---|");
    for (Company company : companies) {
      for (String name : company.workers().keySet()) {
        Story story = stories.get(name);
        lines.add(
            "| %s | %d, %d below 60 | %s | %s | %s |"
                .formatted(
                    name,
                    story.attempts,
                    story.low,
                    story.found.orElse("–"),
                    changes(company, name).stream()
                        .map(change -> "%s %s".formatted(change.path(), change.state()))
                        .collect(Collectors.joining(", ")),
                    standing(company, name)));
      }
    }
    lines.add("peer bob: " + standing(ada, peer()));
    return lines;
  }

  private static String standing(Company company, String name) {
    return standing(company.side(), company.principal(name));
  }

  private static String standing(ConnectedNodes.Side side, Principal principal) {
    AgentStanding standing = side.read(tx -> Reputation.in(tx).standing(principal));
    return String.format(
        Locale.ROOT,
        "%.0f, %s, %d attempts",
        standing.scores().composite(),
        standing.state(),
        standing.attempts());
  }

  private static List<EvolutionChange> changes(Company company, String name) {
    return company
        .side()
        .<List<EvolutionChange>>read(tx -> Evolution.in(tx).changes(company.principal(name), 100))
        .reversed();
  }

  /** Returns the changes of the agent whose name ends so. */
  private List<String> outcome(String ending) {
    return companies.stream()
        .flatMap(
            company ->
                company.workers().keySet().stream()
                    .filter(name -> name.endsWith("-" + ending))
                    .flatMap(name -> changes(company, name).stream()))
        .map(change -> "%s %s".formatted(change.path(), change.state()))
        .toList();
  }

  private void check() {
    for (Company company : companies) {
      for (String name : company.workers().keySet()) {
        Kind kind = Kind.of(name);
        if (kind == Kind.HONEST) {
          assertThat(stories.get(name).found).as(name + " is not punished").isEmpty();
          assertThat(changes(company, name)).as(name + " is not changed").isEmpty();
        } else if (kind.isBad()) {
          assertThat(stories.get(name).found).as(name + " is found").isPresent();
        }
        changes(company, name).stream()
            .filter(change -> change.path() == EvolutionChange.Path.PROMPT)
            .filter(
                change ->
                    change.state() == EvolutionChange.State.LIVE
                        || change.state() == EvolutionChange.State.KEPT)
            .forEach(
                change ->
                    assertThat(change.content().note())
                        .as(name + ": adopted only when measured")
                        .containsAnyOf("held_out: +", "live: +"));
        changes(company, name).stream()
            .filter(change -> change.path() == EvolutionChange.Path.MODEL)
            .filter(change -> change.state() == EvolutionChange.State.KEPT)
            .forEach(
                change ->
                    assertThat(change.content().note())
                        .as(name + ": a model is kept only when measured")
                        .contains("live: +"));
      }
    }
    if (DAYS >= MONTH) {
      assertThat(outcome("bad")).containsExactly("prompt kept");
      assertThat(outcome("lazy")).endsWith("model kept").doesNotContain("model rolled_back");
      assertThat(outcome("misplaced")).endsWith("role kept");
      assertThat(outcome("fading")).contains("prompt rolled_back");
      assertThat(outcome("colluder-1")).noneMatch(each -> each.contains("kept"));
    }
    Set<Principal> ours =
        companies.stream()
            .filter(company -> company.side() == ada)
            .flatMap(company -> company.workers().values().stream())
            .map(Worker::principal)
            .collect(Collectors.toSet());
    List<Reputation.Rated> rated = ada.read(tx -> Reputation.in(tx).all(1_000));
    assertThat(rated)
        .as("nobody but our agents and the peer that did tasks for us")
        .allMatch(each -> ours.contains(each.principal()) || each.principal().equals(peer()));
    assertThat(ada.<Integer>read(tx -> Reputation.in(tx).standing(peer()).attempts()))
        .isEqualTo(offered);
  }
}
