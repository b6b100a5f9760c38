package org.sovereignbook.sbp.plugins.team;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sovereignbook.sbp.authority.agents.Caller;
import org.sovereignbook.sbp.authority.ledger.Authority;
import org.sovereignbook.sbp.authority.ledger.Ledger;
import org.sovereignbook.sbp.authority.ledger.Principal;
import org.sovereignbook.sbp.authority.ledger.SqliteLedgerProvider;
import org.sovereignbook.sbp.frontend.command.WorkEnd;
import org.sovereignbook.sbp.model.judgment.FakeBackend;
import org.sovereignbook.sbp.model.llm.LlmAnswer;
import org.sovereignbook.sbp.model.llm.LlmRequest;
import org.sovereignbook.sbp.society.board.Board;
import org.sovereignbook.sbp.society.board.Plan;
import org.sovereignbook.sbp.society.board.Worker;
import org.sovereignbook.sbp.society.memory.MemoryBeginning;
import org.sovereignbook.sbp.society.memory.MemoryObserver;
import org.sovereignbook.sbp.society.recall.Embedder;
import org.sovereignbook.sbp.testing.TestNode;

/** Team of a builder with long-term memory and a judge. Not thread-safe. */
final class RememberingTeam implements AutoCloseable {
  private static final String LABEL = "run:test";

  private final TestNode node;
  private final Path file;
  private final String builder;
  private final Ledger ledger;
  private final List<String> log = new ArrayList<>();
  private Optional<Embedder> embedder = Optional.empty();
  private Optional<Team> team = Optional.empty();
  private Optional<TeamRuns.Run> run = Optional.empty();

  /**
   * Opens the society of a node.
   *
   * @param folder for the file of the team
   * @param builder the name of the member that remembers
   */
  RememberingTeam(TestNode node, Path folder, String builder) {
    this.node = node;
    this.file = folder.resolve("team.yaml");
    this.builder = builder;
    this.ledger =
        Ledger.open(node.node(), new SqliteLedgerProvider().open(node.node()))
            .observedBy(List.of(new MemoryObserver()));
    MemoryBeginning.ensure(ledger);
  }

  @Override
  public void close() {
    ledger.close();
  }

  public Ledger ledger() {
    return ledger;
  }

  /** Returns the lines for the operator. */
  public List<String> log() {
    return log;
  }

  /** Chooses the embedder of the node. */
  public void choose(Embedder other) {
    embedder = Optional.of(other);
  }

  /** Writes the file of the team with keys of its memory, and begins a run. */
  RememberingTeam with(String memory) throws Exception {
    Files.writeString(
        file,
        """
        max_idle_cycles: 1
        %s
        reputation: {peer_review_agents: [judge]}
        agents:
          - {id: %s, kind: worker, role: Builds., memory: {long_term: true, recall_top_k: 2}}
          - {id: judge, role: Judges.}
        """
            .formatted(memory, builder));
    team = Optional.of(files().read());
    begin();
    return this;
  }

  private TeamFiles files() {
    return TeamFiles.of(node.node(), file);
  }

  /** Begins another run, in which no earlier turn is shown. */
  private void begin() {
    run =
        Optional.of(
            ledger.write(
                tx -> {
                  Incarnation.enrol(tx, team.orElseThrow());
                  return TeamRuns.begin(
                      tx,
                      Authority.of(Principal.OWNER, "team"),
                      Optional.of(LABEL),
                      Optional.empty(),
                      file);
                }));
  }

  private void add(String title) {
    Plan plan = Plan.read("[{title: '%s', labels: ['%s']}]".formatted(title, LABEL));
    List<String> _ =
        ledger.write(
            tx -> Board.in(tx).add(plan, Worker.of(Caller.owner("team")), Optional.empty()));
  }

  private void work(String name, FakeBackend backend) throws Exception {
    Team now = team.orElseThrow();
    TeamMember member = now.member(name).orElseThrow();
    node.clock().advance(Duration.ofSeconds(1));
    Incarnation begun = ledger.write(tx -> Incarnation.begin(tx, run.orElseThrow(), member));
    WorkEnd _ =
        new TeamWork(
                ledger,
                run.orElseThrow(),
                files(),
                _ -> backend,
                Map.of(),
                false,
                embedder,
                log::add)
            .run(now, member, begun.token(), MemberLoop.Terms.of(now), _ -> {});
  }

  /** Lets the builder do a task with this title and this result, for this verdict. */
  public void done(String title, String result, int score) throws Exception {
    add(title);
    work(builder, new FakeBackend(_ -> new LlmAnswer(result, "")));
    work(
        "judge", FakeBackend.saying("{\"score\": %d, \"comment\": \"as it is\"}".formatted(score)));
  }

  /** Returns an input that the builder is shown with a task of this run. */
  public Optional<String> shown(String title, String input) throws Exception {
    add(title);
    FakeBackend asked = new FakeBackend(_ -> new LlmAnswer("done", ""));
    work(builder, asked);
    return asked.requests().getLast().inputs().stream()
        .filter(one -> one.name().equals(input))
        .map(LlmRequest.Input::text)
        .findFirst();
  }

  /** Returns the tasks that the builder is shown again with a task of another run. */
  public Optional<String> recalled(String title) throws Exception {
    begin();
    return shown(title, "recall.md");
  }
}
